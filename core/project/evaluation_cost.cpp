#include "core/project/evaluation_cost.h"

#include "core/base/elapsed.h"
#include "core/devices/evaluation_pool.h"
#include "core/format/number.h"
#include "core/protocol/evaluate.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/worker_pool/worker_pool.h"

#include <algorithm>

namespace gevo {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds pollInterval{50};
constexpr std::uint64_t seed = 1;
/// Evaluations that take less are quick enough, whatever their tests.
constexpr double quick = 0.25;
constexpr double dominates = 0.5;

/// "250 ms", "4.2 s".
std::string shortTime(double seconds) {
  return seconds < 1 ? fmt::format("{} ms", formatRounded(seconds * 1000)) : fmt::format("{} s", formatRounded(seconds));
}

/// "test 2 (128 128)", "the screening test (32)", "the workload (4096)".
std::string nameOf(const std::vector<TestCase>& tests, std::size_t index) {
  const TestCase& test = tests[index];
  const auto before =
      std::count_if(tests.begin(), tests.begin() + std::ptrdiff_t(index), [](const TestCase& one) { return one.role == TestRole::Test; });
  std::string name = test.role == TestRole::Screen     ? "the screening test"
                     : test.role == TestRole::Workload ? "the workload"
                                                       : fmt::format("test {}", before + 1);
  return test.arguments.empty() ? name : fmt::format("{} ({})", name, test.arguments);
}

} // namespace

double secondsPerEvaluation(const std::vector<double>& testSeconds) {
  double sum = 0;
  for (const double seconds : testSeconds)
    if (seconds > 0) sum += seconds; // not a number where it is not run
  return sum;
}

std::string adviceOnTests(const std::vector<TestCase>& tests, const std::vector<double>& testSeconds) {
  const double sum = secondsPerEvaluation(testSeconds);
  if (sum < quick || tests.size() != testSeconds.size()) return {};
  std::size_t longest = 0;
  for (std::size_t i = 0; i < testSeconds.size(); ++i)
    if (testSeconds[i] > 0 && !(testSeconds[longest] >= testSeconds[i])) longest = i;
  const double rest = sum - testSeconds[longest];
  if (rest <= 0) return "a smaller test gives more evaluations";
  const double share = testSeconds[longest] / sum;
  if (share < dominates) return {};
  // A smaller one has blocks that do as much.
  if (tests[longest].role == TestRole::Workload) return fmt::format("{} takes {:.0f} % of it", nameOf(tests, longest), share * 100);
  return fmt::format("{} takes {:.0f} % of it, and a smaller one gives up to {} times the evaluations", nameOf(tests, longest), share * 100,
                     formatRounded(sum / rest));
}

std::string describeCost(const std::vector<TestCase>& tests, const std::vector<double>& testSeconds) {
  const double sum = secondsPerEvaluation(testSeconds);
  if (!(sum > 0)) return {};
  const std::string advice = adviceOnTests(tests, testSeconds);
  return fmt::format("one evaluation takes about {}{}{}", shortTime(sum), advice.empty() ? "" : ": ", advice);
}

Result<EvaluationCost> measureEvaluationCost(const Project& project, const EvaluationCostOptions& options) {
  WorkerPoolSettings pool;
  pool.program = options.workerProgram;
  EvaluationSettings settings = options.settings;
  settings.device = project.build.device;
  const LoadRequest load{withoutHeldOutTests(project), settings, true, Targeting::Executed, options.folder};
  GEVO_TRY(fitEvaluation(pool, project, settings));
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(pool, wire::encode(load)));

  EvaluationCost cost;
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
  cost.advice = adviceOnTests(load.project.tests, original.testSeconds);
  cost.original = std::move(original);
  return cost;
}

} // namespace gevo
