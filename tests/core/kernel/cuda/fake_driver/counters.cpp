// CUPTI, as far as it counts ranges of launches: three passes; of each launch its time and its number since the counters were set.

#include "core/kernel/cuda/counters/cupti.h"
#include "state.h"

#include <cstring>

namespace {

using namespace gevo::cuda;

constexpr int passes = 3;
constexpr const char* known[] = {"gpu__time_duration", "smsp__inst_executed", "smsp__issue_active"};

struct Counting {
  int passed = 0;
  bool isOn = false;
  std::size_t most = 0;
  std::vector<double> launches; ///< nanoseconds of each
} counting;

template <class Handle> Handle handle() { return reinterpret_cast<Handle>(&counting); }

} // namespace

void fake::count(double microseconds) {
  if (counting.isOn && counting.launches.size() < counting.most) counting.launches.push_back(microseconds * 1e3);
}

FAKE int cuptiGetResultString(int status, const char** text) {
  *text = status == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_INVALID_PARAMETER";
  return 0;
}
FAKE int cuptiProfilerInitialize(cupti::Nothing*) {
  OBEY;
  return 0;
}
FAKE int cuptiDeviceGetChipName(cupti::ChipName* p) {
  p->name = "FAKE100";
  return 0;
}
FAKE int cuptiProfilerGetCounterAvailability(cupti::Availability* p) {
  p->bytes = 8;
  return 0;
}
FAKE int cuptiProfilerHostInitialize(cupti::OpenHost* p) {
  OBEY;
  p->host = handle<cupti::Host>();
  return std::strcmp(p->chip, "FAKE100") == 0 ? 0 : 1;
}
FAKE int cuptiProfilerHostDeinitialize(cupti::CloseHost*) { return 0; }
FAKE int cuptiProfilerHostGetBaseMetrics(cupti::Metrics* p) {
  p->names = const_cast<const char**>(known);
  p->count = p->type == 0 ? std::size(known) : 0;
  return 0;
}
/// Like CUPTI, it takes no metric that it does not have.
FAKE int cuptiProfilerHostConfigAddMetrics(cupti::AddMetrics* p) {
  for (std::size_t i = 0; i < p->count; ++i) {
    bool isKnown = false;
    for (const char* name : known) isKnown |= std::strncmp(p->names[i], name, std::strlen(name)) == 0;
    if (!isKnown) return 1;
  }
  return 0;
}
FAKE int cuptiProfilerHostGetConfigImageSize(cupti::ConfigSize* p) {
  p->bytes = 16;
  return 0;
}
FAKE int cuptiProfilerHostGetConfigImage(cupti::Config*) { return 0; }
FAKE int cuptiRangeProfilerEnable(cupti::Enable* p) {
  OBEY;
  p->profiler = handle<cupti::Profiler>();
  return p->context == reinterpret_cast<Context>(&fake::state()) ? 0 : 1;
}
FAKE int cuptiRangeProfilerDisable(cupti::OfProfiler*) { return 0; }
FAKE int cuptiRangeProfilerGetCounterDataSize(cupti::DataSize* p) {
  p->bytes = p->ranges * 64;
  return 0;
}
FAKE int cuptiRangeProfilerCounterDataImageInitialize(cupti::InitializeData*) { return 0; }
FAKE int cuptiRangeProfilerSetConfig(cupti::SetConfig* p) {
  counting = {};
  counting.most = p->rangesPerPass;
  return 0;
}
FAKE int cuptiRangeProfilerStart(cupti::OfProfiler*) {
  counting.isOn = true;
  counting.launches.clear();
  return 0;
}
FAKE int cuptiRangeProfilerStop(cupti::Stop* p) {
  counting.isOn = false;
  p->isDone = ++counting.passed >= passes ? 1 : 0;
  return 0;
}
FAKE int cuptiRangeProfilerDecodeData(cupti::Decode*) { return counting.passed == passes ? 0 : 1; }
FAKE int cuptiRangeProfilerGetCounterDataInfo(cupti::DataInfo* p) {
  p->ranges = counting.launches.size();
  return 0;
}
FAKE int cuptiProfilerHostEvaluateToGpuValues(cupti::Evaluate* p) {
  for (std::size_t i = 0; i < p->count; ++i) {
    const bool isTime = std::strncmp(p->names[i], known[0], std::strlen(known[0])) == 0;
    p->values[i] = isTime ? counting.launches.at(p->range) : static_cast<double>(p->range + 1);
  }
  return 0;
}
