#include "core/project/trial_cost.h"

#include "core/base/elapsed.h"
#include "core/devices/evaluation_pool.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds pollInterval{50};
constexpr std::uint64_t seed = 1;

} // namespace

Result<TrialCost> measureTrialCost(const Project& project, const TrialCostOptions& options) {
  WorkerPoolSettings pool;
  pool.program = options.workerProgram;
  EvaluationSettings settings = options.settings;
  settings.device = project.build.device;
  const LoadRequest load{withoutHeldOutTests(project), settings, true, Targeting::Executed, options.folder};
  GEVO_TRY(fitEvaluation(pool, project, settings));
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(pool, wire::encode(load)));

  TrialCost cost;
  Clock::time_point start;
  for (std::uint32_t i = 0; i < options.evaluations; ++i) {
    EvaluateRequest request;
    request.mutations = 1 + i % SearchSettings().initialMutations;
    request.key = {.seed = seed, .generation = 0, .individual = i};
    std::optional<JobResult> result;
    worker->submit(RequestKind::Evaluate, wire::encode(request), [&](JobResult ended) { result = std::move(ended); });
    while (!result) {
      if (options.cancel.stop_requested()) return fail("the measurement was cancelled");
      worker->wait(pollInterval);
    }
    if (result->failure == JobFailure::NoWorker) return std::unexpected(Error{result->message, result->details});
    if (i == 0) { // it waited for the original
      start = Clock::now();
      continue;
    }
    ++cost.evaluations;
    const auto reply = wire::decode<EvaluateReply>(result->reply, "worker's reply");
    if (result->failure == JobFailure::None && reply && reply->result.valid()) ++cost.valid;
    cost.secondsPerEvaluation = secondsSince(start) / cost.evaluations;
    if (secondsSince(start) > options.seconds) break;
  }
  GEVO_TRY_ASSIGN(OriginalReport original, worker->loaded());
  cost.original = std::move(original);
  return cost;
}

} // namespace gevo
