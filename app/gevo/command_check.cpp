#include "app/gevo/commands.h"
#include "app/gevo/variant.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace gevo {

namespace {

struct CheckOptions {
  std::string file;
  std::string variant = "best";
  std::int64_t run = 0;
  bool json = false;
};

const char* roleName(TestRole role) {
  switch (role) {
  case TestRole::Screen:
    return "screen";
  case TestRole::Test:
    return "test";
  case TestRole::HeldOut:
    return "held-out";
  }
  return "";
}

std::string resultWords(const Outcome& outcome, Metric metric) {
  if (!outcome.valid()) return reasonName(outcome.reason);
  return outcome.fitness.error == 0 ? "exact" : "error " + formatError(outcome.fitness.error, metric);
}

void printText(const ChosenVariant& chosen, const CheckReply& reply) {
  Table table({"test", "arguments", "result", ">original", ">variant", ">speedup"});
  for (const TestReport& test : reply.tests) {
    const bool valid = test.outcome.valid();
    table.add({roleName(test.role), test.arguments, resultWords(test.outcome, chosen.run.settings.evaluation.metric),
               formatMicroseconds(test.originalRuntime), valid ? formatMicroseconds(test.outcome.fitness.runtime) : "-",
               valid ? formatSpeedup(test.originalRuntime, test.outcome.fitness.runtime) : "-"});
  }
  fmt::print("variant {} on the {}, {}\n\n{}", chosen.variant.id, chosen.run.device, counted(chosen.variant.edits.size(), "edit"),
             table.text());
  for (const TestReport& test : reply.tests) {
    if (!test.outcome.valid()) fmt::print("\n{} \"{}\": {}\n", roleName(test.role), test.arguments, test.outcome.detail);
    for (const std::string& race : test.races) fmt::print("\n{} \"{}\": {}\n", roleName(test.role), test.arguments, race);
  }
}

void printJson(const ChosenVariant& chosen, const CheckReply& reply, bool passed) {
  nlohmann::json tests = nlohmann::json::array();
  for (const TestReport& test : reply.tests)
    tests.push_back({{"role", roleName(test.role)},
                     {"arguments", test.arguments},
                     {"passed", test.outcome.valid()},
                     {"reason", reasonName(test.outcome.reason)},
                     {"detail", test.outcome.detail},
                     {"original_us", test.originalRuntime},
                     {"runtime_us", test.outcome.fitness.runtime},
                     {"error", test.outcome.fitness.error},
                     {"races", test.races}});
  fmt::print("{}\n",
             nlohmann::json{{"variant", chosen.variant.id}, {"device", chosen.run.device}, {"passed", passed}, {"tests", tests}}.dump(
                 2, ' ', false, nlohmann::json::error_handler_t::replace));
}

/// True when the variant passed every test.
Result<bool> check(const CheckOptions& options) {
  Result<ChosenVariant> chosen = chooseVariant(options.file, options.run, options.variant, Store::Access::Read);
  if (!chosen) return std::unexpected(chosen.error());
  Result<std::unique_ptr<WorkerPool>> worker = startViewWorker(*chosen->store, chosen->run.settings.evaluation);
  if (!worker) return std::unexpected(worker.error());
  Result<Project> project = chosen->store->project();
  if (!project) return std::unexpected(project.error());
  Result<CheckReply> reply = (*worker)->call(CheckRequest{chosen->variant.edits, heldOutTests(*project)});
  if (!reply) return std::unexpected(reply.error());

  std::size_t heldOut = 0;
  ValidationRow row{chosen->variant.id, true, ""};
  for (const TestReport& test : reply->tests) {
    heldOut += test.role == TestRole::HeldOut ? 1 : 0;
    if (test.outcome.valid() || !row.passed) continue;
    row.passed = false;
    row.sentence = fmt::format("{} \"{}\": {}", roleName(test.role), test.arguments, test.outcome.detail);
  }
  if (row.passed) row.sentence = fmt::format("passed {} tests, {} of them held out", reply->tests.size(), heldOut);
  options.json ? printJson(*chosen, *reply, row.passed) : printText(*chosen, *reply);

  // A file that another process is writing, or that lies in a read-only place, is checked all the same.
  chosen->store.reset();
  if (Result<std::unique_ptr<Store>> store = Store::open(options.file, Store::Access::Write)) {
    if (Result<void> stored = (*store)->addValidation(chosen->run.id, row); !stored) return std::unexpected(stored.error());
  } else {
    fmt::print(stderr, "gevo: the result is not kept in the file: {}\n", store.error().message);
  }
  if (!options.json) fmt::print("\n{}{}\n", row.passed ? "" : "failed: ", row.sentence);
  return row.passed;
}

} // namespace

void addCheck(CLI::App& app, int& exitCode) {
  CLI::App* command = app.add_subcommand("check", "Run every test of a variant anew, held-out ones too, with bounds and race checks");
  auto options = std::make_shared<CheckOptions>();
  command->add_option("file", options->file, "The .gevo file")->required();
  command->add_option("--variant", options->variant, "Id, or best: the fastest exact variant of the front")->capture_default_str();
  command->add_option("--run", options->run, "Number of the run (default: the latest)");
  command->add_flag("--json", options->json, "Machine-readable");
  command->callback([options, &exitCode] {
    Result<bool> passed = check(*options);
    exitCode = !passed ? reportError(passed.error()) : *passed ? 0 : 1;
  });
}

} // namespace gevo
