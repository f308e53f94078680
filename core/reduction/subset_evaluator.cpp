#include "core/reduction/subset_evaluator.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/program_trust.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

#include <chrono>
#include <optional>
#include <utility>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};
/// Results that a crash may cost; each transaction has others read the file again.
constexpr std::chrono::seconds keepInterval{1};

/// What the program did, and not what befell the worker.
bool isReproducible(JobFailure failure) { return failure == JobFailure::None || failure == JobFailure::ErrorReply; }

} // namespace

Result<SubsetEvaluator> SubsetEvaluator::start(const Store& store, const RunInfo& run, const JobOptions& settings, unsigned workers,
                                               SubsetResults* known) {
  SubsetEvaluator evaluator(store, settings);
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  evaluator.run_ = run;
  evaluator.workers_ = workers;
  evaluator.known_ = known;
  evaluator.remeasure_ = isGpu(run.settings.evaluation.device);
  evaluator.isMeasured_ = isMeasuredIn(run, original);
  evaluator.original_ = original.result.fitness;
  return evaluator;
}

Result<void> SubsetEvaluator::startWorkers() {
  if (pool_) return {};
  GEVO_TRY_ASSIGN(Project project, store_->project());
  GEVO_TRY_ASSIGN(const std::string folder, hostRunFolder(*store_, project));
  WorkerPoolSettings pool;
  pool.program = settings_.workerProgram;
  pool.workers = workers_;
  pool.configurations = configurationsOf(store_->path(), settings_.workerProgram);
  GEVO_TRY(fitEvaluation(pool, project, run_.settings.evaluation));
  const LoadRequest load{withoutHeldOutTests(std::move(project)), run_.settings.evaluation, true, Targeting::Uniform, folder};
  GEVO_TRY_ASSIGN(pool_, WorkerPool::start(pool, wire::encode(load)));
  return {};
}

/// Measured times are scaled by the run's original, so that its runtime now does not matter.
Result<void> SubsetEvaluator::checkWorkers() {
  if (const Result<OriginalReport> loaded = pool_->loaded(); loaded && loaded->deterministic)
    GEVO_TRY(checkTiming(*loaded, original_, run_.id));
  return {};
}

Result<EvaluateReply> SubsetEvaluator::evaluate(const EditList& edits, const std::string& doing) {
  GEVO_TRY_ASSIGN(std::vector<EvaluateReply> replies, evaluateAll({edits}, [&] { return doing; }));
  return std::move(replies.front());
}

Result<EvaluateReply> SubsetEvaluator::known(const EditList& edits, bool& found) const {
  EvaluateReply reply;
  if (known_ == nullptr) return reply;
  GEVO_TRY_ASSIGN(std::optional<SubsetResult> one, known_->find(run_.id, edits));
  if (!one) return reply;
  found = true;
  reply.edits = std::move(one->edits);
  reply.active = std::move(one->active);
  reply.result = std::move(one->result);
  return reply;
}

/// Not before it is clear that the workers time as the run's did.
Result<void> SubsetEvaluator::keep() {
  if (!anyReply_) return {}; // `loaded` would wait
  GEVO_TRY(checkWorkers());
  if (known_ == nullptr || unkept_.empty()) return {};
  GEVO_TRY(known_->add(run_.id, unkept_));
  unkept_.clear();
  return {};
}

Result<std::vector<EvaluateReply>> SubsetEvaluator::evaluateAll(const std::vector<EditList>& lists,
                                                                const std::function<std::string()>& doing) {
  std::vector<EvaluateReply> replies(lists.size());
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    bool found = false;
    GEVO_TRY_ASSIGN(replies[i], known(lists[i], found));
    if (!found) missing.push_back(i);
  }
  asked_ += lists.size() - missing.size();
  if (missing.empty()) return replies;
  GEVO_TRY(startWorkers());
  std::size_t pending = missing.size();
  std::optional<Error> problem;
  for (const std::size_t i : missing) {
    EvaluateRequest request;
    request.edits = lists[i];
    request.remeasure = remeasure_;
    Bytes bytes = wire::encode(request);
    pool_->submit(RequestKind::Evaluate, std::move(bytes), [&, i, request = std::move(request)](JobResult job) {
      --pending;
      ++asked_;
      anyReply_ = true;
      if (job.failure == JobFailure::NoWorker) problem = Error{job.message, job.details};
      replies[i] = evaluationFrom(request, job, original_);
      if (known_ != nullptr && isReproducible(job.failure)) unkept_.push_back({lists[i], replies[i].active, replies[i].result});
    });
  }
  const Result<void> waited = waitWhile([&] { return pending > 0 && !problem; }, doing);
  if (pending > 0) pool_->abandon(); // the callbacks refer to this frame
  if (problem) return std::unexpected(*problem);
  GEVO_TRY(waited);
  GEVO_TRY(keep());
  if (pending > 0) return fail("{} was cancelled", doing());
  return replies;
}

Result<void> SubsetEvaluator::waitWhile(const std::function<bool()>& goesOn, const std::function<std::string()>& doing) {
  auto kept = std::chrono::steady_clock::now();
  while (goesOn() && !settings_.cancel.stop_requested()) {
    if (settings_.progress) settings_.progress(doing());
    pool_->wait(pollInterval);
    if (std::chrono::steady_clock::now() - kept < keepInterval) continue;
    GEVO_TRY(keep());
    kept = std::chrono::steady_clock::now();
  }
  return {};
}

bool isMeasuredIn(const RunInfo& run, const Individual& original) {
  return isGpu(run.settings.evaluation.device) || original.result.metrics.repeats > 0;
}

EditList chosenEdits(const EditList& edits, const std::vector<bool>& subset) {
  EditList some;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (subset[i]) some.push_back(edits[i]);
  return some;
}

} // namespace gevo
