#include "core/reduction/subset_evaluator.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

namespace gevo {

namespace {
constexpr std::chrono::milliseconds pollInterval{100};
} // namespace

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
  std::optional<JobResult> result;
  pool_->submit(RequestKind::Evaluate, wire::encode(request), [&](JobResult given) { result = std::move(given); });
  while (!result && !settings_.cancel.stop_requested()) {
    if (settings_.progress) settings_.progress(doing);
    pool_->wait(pollInterval);
  }
  if (!result) {
    pool_->abandon(); // `done` refers to this frame
    return fail("{} was cancelled", doing);
  }
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
