#include "app/gevo/check_fuzz.h"

#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/inputs/recording_worker.h"
#include "core/validation/fuzz.h"

#include <nlohmann/json.hpp>

namespace gevo {

namespace {

nlohmann::json rowsOf(const std::vector<ProblemInput>& tests) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ProblemInput& test : tests) rows.push_back({{"arguments", test.arguments}, {"problem", test.problem}});
  return rows;
}

void printJson(const ChosenVariant& chosen, const FuzzReport& report) {
  const nlohmann::json whole{{"variant", chosen.variant.id}, {"name", variantName(chosen.variant.id)}, {"device", chosen.run.device},
                             {"passed", report.passed},      {"failed", rowsOf(report.failed)},        {"useless", rowsOf(report.useless)},
                             {"largest_error", report.error}};
  fmt::print("{}\n", whole.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void printText(const ChosenVariant& chosen, const FuzzReport& report) {
  fmt::print("variant {} on {} on the {}\n", variantName(chosen.variant.id),
             formatCounted(report.passed.size() + report.failed.size() + report.useless.size(), "fresh input"), chosen.run.device);
  if (!report.failed.empty()) fmt::print("\n");
  for (const ProblemInput& test : report.failed) fmt::print("failed with \"{}\": {}\n", test.arguments, test.problem);
  if (!report.useless.empty()) fmt::print("\n");
  for (const ProblemInput& test : report.useless) fmt::print("of no use: \"{}\": {}\n", test.arguments, test.problem);
  fmt::print("\n{} of {} passed{}{}\n", report.passed.size(), report.passed.size() + report.failed.size(),
             report.error > 0 ? fmt::format(", with an error of up to {}", formatError(report.error, chosen.run.settings.evaluation.metric))
                              : "",
             report.useless.empty() ? "" : fmt::format("; the original fails with {} more", report.useless.size()));
}

} // namespace

Result<bool> checkFuzz(const CheckFuzzOptions& options) {
  GEVO_TRY_ASSIGN(ChosenVariant chosen, chooseVariant(options.file, options.run, options.variant, Store::Access::Read));
  ProgressBar bar;
  double share = -1;
  JobOptions job;
  job.progress = [&](const std::string& doing) { bar.show(share, doing); };
  job.recordingWorker = std::make_shared<RecordingWorker>();
  Validator validator(*chosen.store, chosen.run, job);
  FuzzSettings settings;
  settings.inputs = options.inputs;
  settings.progress = [&](std::size_t done, std::size_t of) { share = double(done) / double(of); };
  std::optional<ValidationResult> failure;
  settings.keep = [&](const ValidationResult& found) -> Result<void> {
    failure = found;
    return {};
  };
  const Result<FuzzReport> report = fuzzVariant(*chosen.store, chosen.run, chosen.variant, validator, job, settings);
  bar.clear();
  chosen.store.reset();
  if (failure) GEVO_TRY(saveValidation(options.file, chosen.run.id, *failure));
  GEVO_TRY(report);
  options.json ? printJson(chosen, *report) : printText(chosen, *report);
  if (report->passed.empty() && report->failed.empty()) return fail("the original fails with each of the inputs, so they tell nothing");
  return report->failed.empty();
}

} // namespace gevo
