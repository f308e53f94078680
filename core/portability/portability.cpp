#include "core/portability/portability.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/model_file.h"
#include "core/devices/program_trust.h"
#include "core/devices/wait_for_job.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

#include <algorithm>

namespace gevo {

namespace {

/// A worker whose device it is.
struct Opened {
  bool isGpu = false;
  std::string title;
  std::unique_ptr<WorkerPool> pool;
  OriginalReport original;
};

/// Of a device whose name is not known, as it can't be used or is not opened yet. One that is simulated says so all the same.
std::string titleOfUnopened(const std::string& device) {
  constexpr std::string_view prefix = "sim:";
  if (!device.starts_with(prefix)) return device;
  return deviceTitle(device, std::filesystem::path(device.substr(prefix.size())).filename().string());
}

Result<Opened> openDevice(const Store& store, const Project& project, EvaluationSettings settings, const std::string& device,
                          const JobOptions& options) {
  if (device != settings.device) { // the run's own has its model in the settings, whatever became of its file
    settings.device = device;
    GEVO_TRY(readModelFile(settings));
  }
  if (!isGpu(device)) { // which only a GPU measures
    std::erase(settings.objectives, Objective::Energy);
    settings.screen = true;
  }
  GEVO_TRY_ASSIGN(std::string folder, hostRunFolder(store, project));
  WorkerPoolSettings pool;
  pool.program = options.workerProgram;
  pool.workers = 1;
  pool.jobLimit = options.limit;
  pool.configurations = configurationsOf(store.path(), options.workerProgram);
  const LoadRequest load{withoutHeldOutTests(project), settings, true, Targeting::Uniform, std::move(folder)};
  GEVO_TRY(fitEvaluation(pool, project, settings));
  Opened opened;
  opened.isGpu = isGpu(device);
  GEVO_TRY_ASSIGN(opened.pool, WorkerPool::start(std::move(pool), wire::encode(load)));
  const auto waits = [&](const std::string&) { return !options.cancel.stop_requested(); };
  GEVO_TRY_ASSIGN(opened.original, opened.pool->loaded(waits));
  const std::string& name = opened.original.device;
  opened.title = opened.isGpu ? deviceTitle(device, name) : name; // GPUs of one kind are told apart
  return opened;
}

PortabilityCell cellOf(const Opened& opened, const EvaluateReply& reply) {
  const EvaluationResult& result = reply.result;
  PortabilityCell cell{result.reason, result.message, opened.original.original.fitness.runtime, result.fitness.runtime};
  if (result.reason == Reason::NoOp) cell = {Reason::None, {}, cell.original, cell.original}; // its code is the original's
  if (const OtherOriginal& nvcc = opened.original.report.nvcc; nvcc.runs())
    cell.original = std::min(cell.original, nvcc.result.fitness.runtime);
  return cell;
}

/// Nothing where it was cancelled.
std::optional<PortabilityCell> measureOn(const Opened& device, const Individual& variant, const JobOptions& options) {
  const EvaluateRequest request{.edits = variant.edits, .remeasure = device.isGpu};
  const std::string doing =
      fmt::format("running {} on {}", variant.id == 0 ? "the original" : "variant " + variantName(variant.id), device.title);
  const std::optional<JobResult> ended = waitForJob(*device.pool, RequestKind::Evaluate, wire::encode(request), options, doing);
  if (!ended) return std::nullopt;
  if (ended->failure == JobFailure::NoWorker) return PortabilityCell{Reason::Unsupported, ended->message, 0, 0};
  return cellOf(device, evaluationFrom(request, *ended, device.original.original.fitness));
}

} // namespace

std::string deviceTitle(const std::string& id, const std::string& name) {
  return isGpu(id) ? fmt::format("{} ({})", name, id) : "simulated " + name;
}

const PortabilityCell* Portability::cell(std::size_t row, std::size_t device) const {
  const std::vector<PortabilityCell>& cells = rows[row].cells;
  return device < cells.size() ? &cells[device] : nullptr;
}

const PortabilityCell* Portability::sharedFailure(std::size_t device) const {
  const PortabilityCell* first = rows.empty() ? nullptr : cell(0, device);
  if (!first || first->runs()) return nullptr;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const PortabilityCell* other = cell(row, device);
    if (!other || other->reason != first->reason || other->message != first->message) return nullptr;
  }
  return first;
}

Result<Portability> measurePortability(const Store& store, const EvaluationSettings& settings, const std::vector<Individual>& variants,
                                       const std::vector<std::string>& devices, const JobOptions& options,
                                       const PortabilityMeasured& measured) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY(hostRunFolder(store, project)); // without one no device runs it
  Portability found;
  for (const Individual& variant : variants) found.rows.push_back({variant.id, {}});
  for (const std::string& device : devices) {
    if (options.progress) options.progress(fmt::format("running the original on {}", titleOfUnopened(device)));
    const Result<Opened> opened = openDevice(store, project, settings, device, options);
    found.devices.push_back(opened ? opened->title : titleOfUnopened(device));
    for (std::size_t i = 0; i < variants.size(); ++i) {
      std::optional<PortabilityCell> cell = PortabilityCell{Reason::Unsupported, opened ? "" : opened.error().message, 0, 0};
      if (opened) cell = measureOn(*opened, variants[i], options);
      if (!cell || options.cancel.stop_requested()) return fail("the measurement was cancelled");
      found.rows[i].cells.push_back(std::move(*cell));
      if (measured) measured(found);
    }
  }
  return found;
}

} // namespace gevo
