#include "app/gevo/check_front.h"

#include "app/gevo/output.h"
#include "app/gevo/progress_bar.h"
#include "app/gevo/variant.h"
#include "core/format/error_figure.h"
#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/inputs/recording_worker.h"
#include "core/validation/front_validation.h"

#include <nlohmann/json.hpp>

namespace gevo {

namespace {

/// What another process is writing is checked too, and not kept.
Result<std::unique_ptr<Store>> openStore(const std::string& file, bool& isKept) {
  Result<std::unique_ptr<Store>> store = Store::open(file, Store::Access::Annotate);
  isKept = store.has_value();
  if (isKept) return store;
  GEVO_TRY_ASSIGN(std::unique_ptr<Store> read, Store::open(file, Store::Access::Read));
  fmt::print(stderr, "gevo: the results are not saved in the file: {}\n", store.error().message);
  return read;
}

void printText(const RunInfo& run, const FrontReport& report) {
  const Metric metric = run.settings.evaluation.metric;
  Table table({">variant", ">runtime", ">error", ">edits", "held-out", ">error", ">speedup"});
  for (const auto& [variant, validation] : report.members) {
    const bool passed = validation && validation->passed;
    table.add({std::to_string(variant.id), formatRuntime(variant.runtime), formatError(variant.error, metric),
               std::to_string(variant.edits - variant.inactive),
               !validation ? "not checked"
               : passed    ? "passed"
                           : "failed",
               passed ? formatError(validation->error, metric) : unknownFigure,
               passed ? formatSpeedup(validation->originalRuntime / validation->runtime) : unknownFigure});
  }
  fmt::print("{}", table.text());
  for (const auto& [variant, validation] : report.members)
    if (validation && !validation->passed) fmt::print("variant {} failed: {}\n", variant.id, validation->message);
}

void printJson(const FrontReport& report) {
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [variant, validation] : report.members) {
    if (!validation) continue;
    rows.push_back({{"variant", variant.id},
                    {"runtime_us", variant.runtime},
                    {"error", variant.error},
                    {"edits", variant.edits - variant.inactive},
                    {"passed", validation->passed},
                    {"sentence", validation->message},
                    {"held_out", validation->arguments},
                    {"held_out_error", validation->error},
                    {"held_out_original_us", validation->originalRuntime},
                    {"held_out_runtime_us", validation->runtime}});
  }
  fmt::print("{}\n", rows.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

} // namespace

Result<bool> checkFront(const CheckFrontOptions& options) {
  bool isKept = false;
  GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, openStore(options.file, isKept));
  GEVO_TRY_ASSIGN(const RunInfo run, chooseRun(*store, options.run));
  ProgressBar bar;
  double share = 0;
  JobOptions settings;
  settings.progress = [&](const std::string& doing) { bar.show(share, doing); };
  settings.recordingWorker = std::make_shared<RecordingWorker>();
  Validator validator(*store, run, std::move(settings));
  FrontValidation how;
  if (isKept) how.keep = [&](const ValidationResult& validation) { return keepValidation(*store, run.id, validation); };
  how.progress = [&](std::size_t done, std::size_t of) { share = double(done) / double(of); };
  GEVO_TRY_ASSIGN(const FrontReport report, validateFront(*store, run, validator, how));
  bar.clear();
  for (const std::string& note : validator.notes()) fmt::print(stderr, "gevo: {}\n", note);
  if (report.members.empty())
    return fail("no variant of run {} is better than the original in anything, so there is nothing to check", run.id);
  if (!report.problem || report.open() < report.members.size()) options.json ? printJson(report) : printText(run, report);
  if (report.problem) return std::unexpected(*report.problem);
  if (!options.json) fmt::print("{} of {} passed\n", report.passed(), formatCounted(report.members.size(), "variant"));
  return report.passed() == report.members.size();
}

} // namespace gevo
