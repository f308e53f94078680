#include "core/reduction/subset_evaluator.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/devices/wait_for_job.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

namespace gevo {

Result<SubsetEvaluator> SubsetEvaluator::start(const Store& store, const RunInfo& run, const JobOptions& settings) {
  SubsetEvaluator evaluator(settings);
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  evaluator.run_ = run.id;
  evaluator.remeasure_ = isGpu(run.settings.evaluation.device);
  evaluator.original_ = original.result.fitness;
  GEVO_TRY_ASSIGN(Project project, store.project());
  GEVO_TRY_ASSIGN(const std::string folder, hostRunFolder(store, project));
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  pool.configurations = configurationsOf(store.path(), settings.workerProgram);
  GEVO_TRY(fitEvaluation(pool, project, run.settings.evaluation));
  const LoadRequest load{withoutHeldOutTests(std::move(project)), run.settings.evaluation, true, Targeting::Uniform, folder};
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> started, WorkerPool::start(pool, wire::encode(load)));
  evaluator.pool_ = std::move(started);
  return evaluator;
}

Result<EvaluateReply> SubsetEvaluator::evaluate(const EditList& edits, const std::string& doing) {
  EvaluateRequest request;
  request.edits = edits;
  request.remeasure = remeasure_;
  const std::optional<JobResult> result = waitForJob(*pool_, RequestKind::Evaluate, wire::encode(request), settings_, doing);
  if (!result) return fail("{} was cancelled", doing);
  // Measured times are scaled by the run's original, so that its runtime now does not matter.
  if (const Result<OriginalReport> loaded = pool_->loaded(); loaded && loaded->deterministic)
    GEVO_TRY(checkTiming(*loaded, original_, run_));
  return evaluationFrom(std::move(request), *result, original_);
}

EditList chosenEdits(const EditList& edits, const std::vector<bool>& subset) {
  EditList some;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (subset[i]) some.push_back(edits[i]);
  return some;
}

} // namespace gevo
