#include "core/near_misses/tolerant_trials.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/near_misses/near_miss.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/tolerate.h"
#include "core/values/device_name.h"
#include "core/worker_pool/evaluation_reply.h"

#include <cmath>

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};

/// Replies of workers are not trusted.
bool isSound(const TolerantRun& run) {
  return std::isfinite(run.original) && run.original > 0 && std::isfinite(run.microseconds) && run.microseconds >= 0 && run.error >= 0;
}

} // namespace

Result<TolerantTrials> TolerantTrials::start(const Store& store, const RunInfo& run, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(Project project, store.project());
  const char* const why = project.build.hostRun.on                ? "its variants are evaluated by running the program"
                          : isGpu(run.settings.evaluation.device) ? "its variants were measured on a GPU"
                          : project.build.statisticalRuns > 0     ? "the results of its program vary"
                                                                  : nullptr;
  if (why != nullptr)
    return fail("near misses are found by replaying tests on the simulated GPU, and that can't be done for run {}: {}", run.id, why);
  TolerantTrials trials(settings);
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  pool.workers = 0;
  pool.configurations = configurationsOf(store.path(), settings.workerProgram);
  pool.yields = true;
  GEVO_TRY(fitEvaluation(pool, project, run.settings.evaluation));
  const LoadRequest load{withoutHeldOutTests(std::move(project)), run.settings.evaluation, true, Targeting::Uniform};
  GEVO_TRY_ASSIGN(trials.pool_, WorkerPool::start(pool, wire::encode(load)));
  return trials;
}

Result<std::vector<TolerantTrial>> TolerantTrials::tryAll(const std::vector<EditList>& lists, const Doing& doing) {
  std::vector<TolerantTrial> trials(lists.size());
  std::size_t done = 0;
  std::optional<Error> problem;
  const auto tolerate = [&](std::size_t i) {
    pool_->submit(RequestKind::Tolerate, wire::encode(TolerateRequest{lists[i]}), [&, i](JobResult job) {
      ++done;
      if (job.failure == JobFailure::NoWorker) problem = Error{job.message, job.details};
      if (job.failure != JobFailure::None) return; // one that hangs or crashes has no time
      Result<TolerantRun> run = wire::decode<TolerantRun>(job.reply, "worker's reply");
      if (!run || !isSound(*run)) return;
      trials[i].run = *std::move(run);
      trials[i].isKnown = true;
    });
  };
  for (std::size_t i = 0; i < lists.size(); ++i) {
    EvaluateRequest request;
    request.edits = lists[i];
    Bytes bytes = wire::encode(request);
    pool_->submit(RequestKind::Evaluate, std::move(bytes), [&, i, request = std::move(request)](JobResult job) {
      if (job.failure == JobFailure::NoWorker) problem = Error{job.message, job.details};
      trials[i].result = evaluationFrom(request, job).result;
      canBeNear(trials[i].result.reason) ? tolerate(i) : void(++done);
    });
  }
  while (done < lists.size() && !problem && !settings_.cancel.stop_requested()) {
    if (settings_.progress) settings_.progress(doing(done));
    pool_->wait(pollInterval);
  }
  if (done < lists.size()) pool_->abandon(); // the callbacks refer to this frame
  if (problem) return std::unexpected(*problem);
  if (done < lists.size()) return fail("looking for near misses was cancelled");
  return trials;
}

template <class Request>
Result<typename RequestTraits<Request>::Reply> TolerantTrials::ask(const Request& request, const std::string& doing) {
  std::optional<JobResult> ended;
  pool_->submit(RequestTraits<Request>::kind, wire::encode(request), [&](JobResult job) { ended = std::move(job); });
  while (!ended && !settings_.cancel.stop_requested()) {
    if (settings_.progress) settings_.progress(doing);
    pool_->wait(pollInterval);
  }
  if (!ended) {
    pool_->abandon();
    return fail("looking for near misses was cancelled");
  }
  if (ended->failure != JobFailure::None) return std::unexpected(Error{ended->message, ended->details});
  return wire::decode<typename RequestTraits<Request>::Reply>(ended->reply, "worker's reply");
}

Result<TolerantRun> TolerantTrials::run(const EditList& edits) {
  Result<TolerantRun> run = ask(TolerateRequest{edits}, "running the best variant");
  if (run && !isSound(*run)) return fail("the worker's reply is damaged: a figure is no number");
  return run;
}

Result<VariantTexts> TolerantTrials::texts(const EditList& edits) { return ask(InspectRequest{edits, false}, "describing edits"); }

} // namespace gevo
