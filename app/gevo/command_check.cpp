#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/validation/validation.h"
#include "core/values/test_report.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct CheckOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  bool fresh = false;
  bool json = false;
  bool trust = false;
};

std::string resultWords(const EvaluationResult& outcome, Metric metric) {
  if (!outcome.valid()) return reasonName(outcome.reason);
  return outcome.fitness.error == 0 ? "exact" : "error " + formatError(outcome.fitness.error, metric);
}

void printText(const ChosenVariant& chosen, const ValidationReport& reply) {
  Table table({"test", "arguments", "result", ">original", ">variant", ">speedup"});
  for (const TestReport& test : reply.tests) {
    const bool valid = test.result.valid();
    table.add({roleName(test.role), test.arguments, resultWords(test.result, chosen.run.settings.evaluation.metric),
               formatRuntime(test.originalRuntime), valid ? formatRuntime(test.result.fitness.runtime) : unknownFigure,
               valid ? formatSpeedup(test.originalRuntime / test.result.fitness.runtime) : unknownFigure});
  }
  fmt::print("variant {} on the {}, {}\n\n{}", variantName(chosen.variant.id), chosen.run.device,
             formatCounted(chosen.variant.edits.size(), "edit"), table.text());
  for (const TestReport& test : reply.tests) {
    if (!test.result.valid()) fmt::print("\n{} \"{}\": {}\n", roleName(test.role), test.arguments, test.result.detail);
    for (const std::string& race : test.races) fmt::print("\n{} \"{}\": {}\n", roleName(test.role), test.arguments, race);
  }
}

void printJson(const ChosenVariant& chosen, const ValidationResult& verdict) {
  nlohmann::json tests = nlohmann::json::array();
  for (const TestReport& test : verdict.reply.tests)
    tests.push_back({{"role", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"passed", test.result.valid()},
                     {"reason", reasonName(test.result.reason)},
                     {"detail", test.result.detail},
                     {"original_us", test.originalRuntime},
                     {"runtime_us", test.result.fitness.runtime},
                     {"error", test.result.fitness.error},
                     {"races", test.races}});
  const nlohmann::json whole{
      {"variant", chosen.variant.id},      {"name", variantName(chosen.variant.id)}, {"device", chosen.run.device},
      {"passed", verdict.row.passed},      {"sentence", verdict.row.sentence},       {"candidate", verdict.row.candidate},
      {"held_out", verdict.row.arguments}, {"judged_before", verdict.judgedBefore},  {"tests", tests}};
  fmt::print("{}\n", whole.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// A file that another process is writing, or that lies in a read-only place, is checked all the same.
Result<void> keep(const CheckOptions& options, std::int64_t run, const ValidationResult& verdict) {
  Result<std::unique_ptr<Store>> store = Store::open(options.file, Store::Access::Annotate);
  if (store) return keepValidation(**store, run, verdict);
  fmt::print(stderr, "gevo: the result is not kept in the file: {}\n", store.error().message);
  return {};
}

/// True when the variant passed every test.
Result<bool> check(const CheckOptions& options) {
  if (options.trust) GEVO_TRY(trustFileHere(options.file));
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  GEVO_TRY(chosen);
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Validator validator(*chosen->store, chosen->run, std::move(settings));
  Result<ValidationResult> verdict = validator.judge(chosen->variant, options.fresh ? HeldOutChoice::Fresh : HeldOutChoice::Known);
  bar.clear();
  GEVO_TRY(verdict);
  options.json ? printJson(*chosen, *verdict) : printText(*chosen, verdict->reply);
  for (const std::string& note : validator.notes()) fmt::print(stderr, "gevo: {}\n", note);
  chosen->store.reset();
  GEVO_TRY(keep(options, chosen->run.id, *verdict));
  if (!options.json) fmt::print("\n{}{}\n", verdict->row.passed ? "" : "failed: ", verdict->row.sentence);
  return verdict->row.passed;
}

} // namespace

void addCheck(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("check", "Run every test of a variant anew, held-out ones too, with bounds and race checks");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, or best: the fastest exact variant that has not failed a check")
      ->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_flag("--fresh", options->fresh, "On held-out inputs that no variant was judged on: another number for {seed}");
  command->add_flag("--trust", options->trust, "As for gevo run: the program of a file from elsewhere may run here");
  command->add_flag("--json", options->json, "Machine-readable");
  command->callback([options, &exitCode] {
    Result<bool> passed = check(*options);
    exitCode = !passed ? reportError(passed.error()) : *passed ? 0 : 1;
  });
}

} // namespace gevo
