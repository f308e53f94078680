#include "core/kernel/worker/launches.h"

#include "core/base/wire.h"
#include "core/kernel/trace/trace.h"
#include "core/values/launch_shapes.h"
#include "core/values/project.h"

#include <algorithm>

namespace gevo::worker {

namespace {

using program::Event;
using program::EventKind;

void countLaunch(std::vector<LaunchShape>& launches, const Event& event) {
  const auto same = std::ranges::find_if(launches, [&](const LaunchShape& known) {
    return known.kernel == event.name && known.grid == event.grid && known.block == event.block &&
           known.dynamicShared == event.dynamicShared;
  });
  if (same != launches.end())
    ++same->count;
  else
    launches.push_back({event.name, event.grid, event.block, event.dynamicShared, 1});
}

} // namespace

Result<LaunchesReply> countLaunches(const LaunchesRequest& request) {
  LaunchesReply reply;
  for (const TestCase& test : request.tests) {
    GEVO_TRY_ASSIGN(const program::Trace trace, wire::decode<program::Trace>(test.trace, "trace of a test"));
    if (program::isSampled(trace)) continue; // their results are not compared, so nothing is validated by them
    TestLaunches& counted = reply.tests.emplace_back();
    counted.role = test.role;
    counted.arguments = test.arguments;
    for (const Event& event : trace.events) {
      if (event.kind == EventKind::Launch) countLaunch(counted.launches, event);
      if (copiesToDevice(event)) counted.bytesToDevice += copiedBytes(event);
      if (copiesToHost(event)) counted.bytesToHost += copiedBytes(event);
    }
  }
  return reply;
}

} // namespace gevo::worker
