#include "core/kernel/worker/launches.h"

#include "core/base/wire.h"
#include "core/kernel/trace/launch_sample.h"
#include "core/values/launch_shapes.h"
#include "core/values/project.h"

#include <algorithm>

namespace gevo::worker {

namespace {

using program::Event;
using program::EventKind;

void countLaunch(std::vector<LaunchShape>& launches, const Event& event, std::uint32_t times) {
  const auto same = std::ranges::find_if(launches, [&](const LaunchShape& known) {
    return known.kernel == event.name && known.grid == event.grid && known.block == event.block &&
           known.dynamicShared == event.dynamicShared;
  });
  if (same != launches.end())
    same->count += times;
  else
    launches.push_back({event.name, event.grid, event.block, event.dynamicShared, times});
}

} // namespace

Result<LaunchesReply> countLaunches(const LaunchesRequest& request) {
  LaunchesReply reply;
  for (const TestCase& test : request.tests) {
    GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "trace of a test"));
    TestLaunches& counted = reply.tests.emplace_back();
    counted.role = test.role;
    counted.arguments = test.arguments;
    std::uint32_t times = 1; // of the next launch
    for (const Event& event : trace.events) {
      if (event.kind == EventKind::Sample) {
        GEVO_TRY_ASSIGN(const program::LaunchSample sample, program::sampleOf(event));
        times = sample.launches;
        continue;
      }
      if (event.kind == EventKind::Launch) countLaunch(counted.launches, event, std::exchange(times, 1));
      if (copiesToDevice(event)) counted.bytesToDevice += copiedBytes(event);
      if (copiesToHost(event)) counted.bytesToHost += copiedBytes(event);
    }
  }
  return reply;
}

} // namespace gevo::worker
