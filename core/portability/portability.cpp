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
  std::unique_ptr<WorkerPool> pool;
  OriginalReport original;
};

Result<Opened> openDevice(const Store& store, const Project& project, EvaluationSettings settings, const std::string& device,
                          const JobOptions& options) {
  settings.device = device;
  settings.model.clear();
  GEVO_TRY(readModelFile(settings));
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
  GEVO_TRY_ASSIGN(opened.pool, WorkerPool::start(std::move(pool), wire::encode(load)));
  GEVO_TRY_ASSIGN(opened.original, opened.pool->loaded());
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

} // namespace

Result<Portability> measurePortability(const Store& store, const EvaluationSettings& settings, const std::vector<Individual>& variants,
                                       const std::vector<std::string>& devices, const JobOptions& options) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  Portability found;
  for (const Individual& variant : variants) found.rows.push_back({variant.id, {}});
  for (const std::string& device : devices) {
    if (options.progress) options.progress(fmt::format("running the original on {}", device));
    Result<Opened> opened = openDevice(store, project, settings, device, options);
    found.devices.push_back(opened ? opened->original.device : device);
    for (std::size_t i = 0; i < variants.size(); ++i) {
      if (!opened) {
        found.rows[i].cells.push_back({Reason::Unsupported, opened.error().message, 0, 0});
        continue;
      }
      const EvaluateRequest request{.edits = variants[i].edits, .remeasure = isGpu(device)};
      const std::string doing = fmt::format("running variant {} on {}", variants[i].id, opened->original.device);
      const std::optional<JobResult> ended = waitForJob(*opened->pool, RequestKind::Evaluate, wire::encode(request), options, doing);
      if (!ended) return fail("the measurement was cancelled");
      if (ended->failure == JobFailure::NoWorker) {
        found.rows[i].cells.push_back({Reason::Unsupported, ended->message, 0, 0});
        continue;
      }
      found.rows[i].cells.push_back(cellOf(*opened, evaluationFrom(request, *ended, opened->original.original.fitness)));
    }
  }
  return found;
}

} // namespace gevo
