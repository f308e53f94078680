#include "core/devices/evaluation_pool.h"

#include "core/devices/gpu_server_process.h"
#include "core/protocol/load.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sched.h>
#include <thread>

namespace gevo {

namespace {

/// More than so many wait for each other (an H200: 26 evaluations a second with 3, 23 with 8, 20 with 16).
constexpr unsigned programsForGpu = 4;

/// Numbers of the GPUs that the device names, at most as many as there are workers.
Result<std::vector<int>> chooseGpus(const std::string& device, const WorkerPoolSettings& settings) {
  if (const std::optional<int> number = gpuNumber(device)) return std::vector<int>{*number};
  GEVO_TRY_ASSIGN(const std::vector<std::string> names, GpuServerProcess::listGpus(settings.program));
  for (const std::string& name : names)
    if (name != names.front())
      return fail("cuda:all needs GPUs of one kind, and this machine has {} and {}; choose one by its number, as in cuda:0", names.front(),
                  name);
  std::vector<int> numbers(settings.workers == 0 ? names.size() : std::min<std::size_t>(names.size(), settings.workers));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// At least so much.
void allow(WorkLimit& limit, const WorkLimit& least) {
  limit.processorTime = std::max(limit.processorTime, least.processorTime);
  limit.idle = std::max(limit.idle, least.idle);
}

/// That this process may use: a scheduler may have given it some of the machine's.
unsigned onePerCore() {
  cpu_set_t cores;
  if (::sched_getaffinity(0, sizeof cores, &cores) == 0) return std::max(1U, static_cast<unsigned>(CPU_COUNT(&cores)));
  return std::max(1U, std::thread::hardware_concurrency()); // of more than 1024
}

Result<void> fitGpus(WorkerPoolSettings& settings, const Project& project, const EvaluationSettings& evaluation) {
  if (settings.workers == 0) settings.workers = onePerCore();
  GEVO_TRY_ASSIGN(const std::vector<int> numbers, chooseGpus(evaluation.device, settings));
  auto servers = std::make_shared<std::vector<std::shared_ptr<GpuServerProcess>>>();
  for (const int number : numbers) {
    GEVO_TRY_ASSIGN(std::shared_ptr<GpuServerProcess> server, GpuServerProcess::forGpu(number, settings.program));
    settings.rotatingArguments.push_back(server->socket());
    servers->push_back(std::move(server));
  }
  settings.arguments = {"sim"};
  settings.companion = servers;
  // Recordings of a GPU may be large, and are passed on to it.
  constexpr std::uint64_t copies = 6;
  for (const TestCase& test : project.tests)
    if (settings.memoryBytes != 0) settings.memoryBytes += copies * test.trace.size();
  // Jobs of all workers wait for one GPU.
  const auto patience = std::chrono::minutes(evaluation.timingError < EvaluationSettings().timingError ? 60 : 10);
  allow(settings.jobLimit, {patience, patience});
  allow(settings.loadLimit, {patience, patience});
  return {};
}

} // namespace

Result<void> fitEvaluation(WorkerPoolSettings& settings, const Project& project, const EvaluationSettings& evaluation) {
  if (!project.build.hostRun.on && isGpu(evaluation.device)) return fitGpus(settings, project, evaluation);
  unsigned useful = onePerCore();
  std::chrono::minutes forTests{};
  if (isGpu(evaluation.device)) {
    GEVO_TRY_ASSIGN(const std::vector<int> numbers, chooseGpus(evaluation.device, settings));
    for (const int number : numbers) settings.rotatingArguments.push_back(std::to_string(number));
    useful = std::min<unsigned>(useful, programsForGpu * static_cast<unsigned>(numbers.size()));
    // A test is run up to some ten times, and waits for the other workers' each time.
    forTests = std::chrono::minutes(2) * project.tests.size();
  }
  if (settings.workers == 0) settings.workers = useful;
  if (!project.build.hostRun.on) return {};
  settings.arguments = {"live"};
  settings.memoryBytes = 0; // the compiler's and the program's own
  settings.limitsProcessorTime = false;
  // Each run of the program has a limit of its own; programs may use all cores.
  allow(settings.jobLimit, {(std::chrono::minutes(10) + forTests) * onePerCore(), std::chrono::minutes(10) + forTests});
  allow(settings.loadLimit, {(std::chrono::minutes(30) + forTests) * onePerCore(), std::chrono::minutes(10) + forTests});
  settings.terminationGrace = std::chrono::seconds(2);
  return {};
}

Result<std::unique_ptr<JobPool>> startEvaluationPool(WorkerPoolSettings settings, Bytes load) {
  GEVO_TRY_ASSIGN(const LoadRequest request, wire::decode<LoadRequest>(load, "project"));
  GEVO_TRY(fitEvaluation(settings, request.project, request.settings));
  return WorkerPool::start(std::move(settings), std::move(load));
}

Result<void> checkTiming(const OriginalReport& now, const Fitness& then, std::int64_t run) {
  constexpr double measuredDrift = 0.1;
  const double runtime = now.original.fitness.runtime;
  const bool isSame = now.deterministic ? runtime == then.runtime : std::abs(runtime / then.runtime - 1) <= measuredDrift;
  if (isSame) return {};
  return fail("run {} was timed differently: the original takes {:.6g} us now and took {:.6g} us then; start a new run", run, runtime,
              then.runtime);
}

} // namespace gevo
