#include "app/gevo/check_front.h"
#include "app/gevo/check_fuzz.h"
#include "app/gevo/commands.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/base/file.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/patch_summary.h"
#include "core/format/quantity.h"
#include "core/patch/apply_patch.h"
#include "core/patch/patch_search.h"
#include "core/validation/validation.h"
#include "core/values/test_report.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <utility>

namespace gevo {

namespace {

struct CheckOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  bool front = false; ///< every variant of the front instead of one
  bool fresh = false;
  bool json = false;
  bool trust = false;
  std::size_t fuzz = 0; ///< fresh inputs to try it on instead; 0: none
  std::string patch;    ///< to be proven instead; empty: none
};

std::string resultText(const TestReport& test, Metric metric) {
  const EvaluationResult& result = test.result;
  if (!result.valid()) return reasonName(result.reason);
  if (test.differs && result.fitness.error == 0) return "alike";
  return result.fitness.error == 0 ? "exact" : "error " + formatError(result.fitness.error, metric);
}

/// The first failed test's message is the last line of all.
void printFindings(const ValidationReport& reply) {
  bool isFirst = true;
  for (const TestReport& test : reply.tests) {
    if (!test.result.valid() && !std::exchange(isFirst, false))
      fmt::print("\n{} \"{}\": {}\n", kindOf(test), test.arguments, test.result.message);
    for (const std::string& race : test.races) fmt::print("\n{} \"{}\": {}\n", roleName(test.role), test.arguments, race);
  }
}

void printText(const ChosenVariant& chosen, const ValidationReport& reply) {
  Table table({"test", "arguments", "result", ">original", ">variant", ">speedup"});
  for (const TestReport& test : reply.tests) {
    const bool valid = test.result.valid();
    table.add({kindOf(test), test.arguments, resultText(test, chosen.run.settings.evaluation.metric), formatRuntime(test.originalRuntime),
               valid ? formatRuntime(test.result.fitness.runtime) : unknownFigure,
               valid ? formatSpeedup(test.originalRuntime / test.result.fitness.runtime) : unknownFigure});
  }
  fmt::print("variant {} on the {}, {}\n\n{}", variantName(chosen.variant.id), chosen.run.device,
             formatCounted(chosen.variant.edits.size(), "edit"), table.text());
  printFindings(reply);
}

void printJson(const ChosenVariant& chosen, const ValidationResult& validation) {
  nlohmann::json tests = nlohmann::json::array();
  for (const TestReport& test : validation.reply.tests)
    tests.push_back({{"role", roleName(test.role)},
                     {"in_full", test.isInFull},
                     {"arguments", test.arguments},
                     {"passed", test.result.valid()},
                     {"reason", reasonName(test.result.reason)},
                     {"detail", test.result.message},
                     {"original_us", test.originalRuntime},
                     {"runtime_us", test.result.fitness.runtime},
                     {"error", test.result.fitness.error},
                     {"differs", test.differs},
                     {"races", test.races}});
  const nlohmann::json whole{{"variant", chosen.variant.id},
                             {"name", variantName(chosen.variant.id)},
                             {"device", chosen.run.device},
                             {"passed", validation.row.passed},
                             {"sentence", validation.row.message},
                             {"candidate", validation.row.candidate},
                             {"held_out", validation.row.arguments},
                             {"judged_before", validation.earlierCandidates},
                             {"tests", tests}};
  fmt::print("{}\n", whole.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
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
  Result<ValidationResult> validation = validator.validate(chosen->variant, options.fresh ? HeldOutChoice::Fresh : HeldOutChoice::Known);
  bar.clear();
  GEVO_TRY(validation);
  options.json ? printJson(*chosen, *validation) : printText(*chosen, validation->reply);
  for (const std::string& note : validator.notes()) fmt::print(stderr, "gevo: {}\n", note);
  chosen->store.reset();
  GEVO_TRY(saveValidation(options.file, chosen->run.id, *validation));
  if (!options.json) fmt::print("\n{}{}\n", validation->row.passed ? "" : "failed: ", validation->row.message);
  return validation->row.passed;
}

void printPatchJson(const ChosenVariant& chosen, const SourcePatch& patch) {
  fmt::print("{}\n", nlohmann::json{{"variant", chosen.variant.id},
                                    {"state", patchStateName(patch.state)},
                                    {"reason", patch.reason},
                                    {"original_us", patch.originalRuntime},
                                    {"variant_us", patch.variantRuntime},
                                    {"patched_us", patch.patchedRuntime},
                                    {"share_of_gain", patch.shareOfGain()}}
                         .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// True when the patched sources are the variant, by all its tests.
Result<bool> checkPatchFile(const CheckOptions& options) {
  if (options.trust) GEVO_TRY(trustFileHere(options.file));
  GEVO_TRY_ASSIGN(const ChosenVariant chosen, chooseVariant(options.file, options.run, options.variant, Store::Access::Read));
  GEVO_TRY_ASSIGN(const std::string text, readFile(options.patch));
  GEVO_TRY_ASSIGN(const Project project, chosen.store->project());
  GEVO_TRY_ASSIGN(std::vector<SourceFile> changed, applyPatch(project.sources, text));
  ProgressBar bar;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(-1, doing); };
  Result<SourcePatch> patch = checkPatch(*chosen.store, chosen.run, chosen.variant, std::move(changed), settings);
  bar.clear();
  GEVO_TRY(patch);
  if (options.json)
    printPatchJson(chosen, *patch);
  else
    fmt::print("{}: {}\n", options.patch, patchSummary(*patch));
  return patch->state != PatchState::Illustration;
}

Result<bool> checkAsAsked(const CheckOptions& options) {
  if (!options.patch.empty()) return checkPatchFile(options);
  if (!options.front && options.fuzz == 0) return check(options);
  if (options.trust) GEVO_TRY(trustFileHere(options.file));
  if (options.fuzz > 0) return checkFuzz({options.file, options.variant, options.run, options.fuzz, options.json});
  return checkFront({options.file, options.run, options.json});
}

} // namespace

void addCheck(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("check", "Run every test of a variant again, held-out ones included, with bounds and race checks");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  CLI::Option* const variant =
      command->add_option("--variant", options->variant, "Id, or best: the fastest exact variant not known to fail validation")
          ->capture_default_str();
  CLI::Option* const front =
      command->add_flag("--front", options->front, "Every variant of the Pareto front that was not validated yet, instead of one")
          ->excludes(variant);
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  CLI::Option* const patch =
      command->add_option("--patch", options->patch, "Instead, compile the sources with this patch and test them as the variant")
          ->excludes(front);
  CLI::Option* const fresh = command
                                 ->add_flag("--fresh", options->fresh,
                                            "Use held-out inputs that no variant was validated on: other values for {seed} and the like")
                                 ->excludes(front);
  command
      ->add_option(
          "--fuzz", options->fuzz,
          "Instead, try the variant on so many fresh inputs: the lines given to gevo new as --fuzz, or the held-out ones, with other "
          "values")
      ->check(CLI::Range(1, 1000))
      ->excludes(front)
      ->excludes(fresh)
      ->excludes(patch);
  command->add_flag("--trust", options->trust, "Allow the program of a file from elsewhere to run here, as for gevo run");
  command->add_flag("--json", options->json, "Machine-readable");
  command->callback([options, &exitCode] {
    const Result<bool> passed = checkAsAsked(*options);
    exitCode = !passed ? reportError(passed.error()) : *passed ? 0 : 1;
  });
}

} // namespace gevo
