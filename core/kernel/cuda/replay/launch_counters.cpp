#include "core/kernel/cuda/replay/launch_counters.h"

#include "core/kernel/cuda/counters/range_profiler.h"

#include <algorithm>
#include <limits>

namespace gevo::cuda {

namespace {

constexpr std::size_t mostCounted = 1000;
/// Launches counted at once: CUPTI's data takes up to a megabyte for each.
constexpr std::size_t windowLaunches = 100;

std::vector<std::string> metricNames() {
  std::vector<std::string> names;
  for (const GpuCounterInfo& counter : gpuCounters()) names.emplace_back(counter.metric);
  return names;
}

std::vector<const program::Event*> launchesOf(const program::Trace& trace) {
  std::vector<const program::Event*> launches;
  for (const program::Event& event : trace.events)
    if (event.kind == program::EventKind::Launch) launches.push_back(&event);
  return launches;
}

Result<KernelCounters> describe(Session& session, Code& code, const program::Event& launch) {
  GEVO_TRY_ASSIGN(const Function function, code.kernel(launch.name, launch.dynamicShared));
  const auto attribute = [&](int which, std::uint32_t& value) {
    int number = 0;
    const Result<void> asked = session.check(session.driver().functionGetAttribute(&number, which, function), "asking for registers");
    value = static_cast<std::uint32_t>(std::max(0, number));
    return asked;
  };
  KernelCounters kernel;
  kernel.kernel = launch.name;
  kernel.launches = 1;
  GEVO_TRY(attribute(function_attribute::registers, kernel.registers));
  GEVO_TRY(attribute(function_attribute::sharedBytes, kernel.sharedBytes));
  GEVO_TRY(attribute(function_attribute::localBytes, kernel.localBytes));
  return kernel;
}

} // namespace

Result<CodeCounters> countLaunches(Session& session, TracePlayer& player, StagedTrace& staged, Code& code,
                                   const std::function<void()>& beat) {
  const std::vector<const program::Event*> launches = launchesOf(staged.trace());
  const std::size_t counted = std::min(launches.size(), mostCounted);
  CodeCounters counters;
  if (counted == 0) return counters;
  GEVO_TRY_ASSIGN(RangeProfiler profiler, RangeProfiler::open(session, metricNames(), std::min(counted, windowLaunches)));
  beat();
  // So that the first pass finds caches and clocks as the others do.
  if (const Played warm = player.play(staged, code, Play::Time); !warm.valid()) return fail("{}", warm.message);
  std::vector<std::vector<double>> values; // by launch
  while (values.size() < counted) {
    LaunchWindow window{values.size(), std::min(windowLaunches, counted - values.size()), {}, {}};
    const auto pass = [&](const RangeProfiler::Call& begin, const RangeProfiler::Call& end) -> Result<void> {
      beat();
      window.begin = begin;
      window.end = end;
      const Played played = player.play(staged, code, Play::Time, &window);
      return played.valid() ? Result<void>() : fail("{}", played.message);
    };
    GEVO_TRY_ASSIGN(std::vector<std::vector<double>> some, profiler.count(pass));
    if (some.size() != window.count)
      return fail("CUPTI counted {} launches of {}; is another profiler at work?", some.size(), window.count);
    std::ranges::move(some, std::back_inserter(values));
  }
  for (std::size_t i = 0; i < launches.size(); ++i) {
    GEVO_TRY_ASSIGN(KernelCounters one, describe(session, code, *launches[i]));
    one.counted = i < counted ? 1 : 0;
    for (std::size_t j = 0; j < gpuCounterCount; ++j)
      one.values[j] = i < counted ? values[i][j] * gpuCounters()[j].scale : std::numeric_limits<double>::quiet_NaN();
    addCounters(counters.kernels, {one});
  }
  return counters;
}

} // namespace gevo::cuda
