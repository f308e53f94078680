#include "core/base/work_limit.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace gevo {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

namespace {

/// Less than this share of the time that it may be idle is no work: a process that polls for something uses as much.
constexpr std::int64_t idleShare = 600;

/// To the nanosecond; that of /proc counts in ticks.
nanoseconds ownTime(int process) {
  clockid_t clock = 0;
  timespec used{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) return {};
  return std::chrono::seconds(used.tv_sec) + nanoseconds(used.tv_nsec);
}

/// Of children that were waited for: fields 16 and 17 of /proc/PID/stat, the 14th and 15th after the name.
nanoseconds endedChildrensTime(int process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string line;
  if (!std::getline(file, line)) return {};
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 16; ++field) fields >> skipped;
  std::int64_t user = 0;
  std::int64_t system = 0;
  if (!(fields >> user >> system)) return {};
  return nanoseconds(std::chrono::seconds(1)) * (user + system) / std::max<std::int64_t>(1, ::sysconf(_SC_CLK_TCK));
}

} // namespace

nanoseconds processorTimeOf(int process, bool withChildren) {
  nanoseconds time = ownTime(process);
  if (!withChildren) return time;
  time += endedChildrensTime(process);
  std::error_code ignored;
  for (const auto& thread : fs::directory_iterator(fmt::format("/proc/{}/task", process), ignored)) {
    std::ifstream children(thread.path() / "children");
    for (int child = 0; children >> child;) time += processorTimeOf(child, true);
  }
  return time;
}

std::string describe(WorkState state, const WorkLimit& limit) {
  const auto seconds = [](milliseconds time) { return double(time.count()) / 1000.0; };
  if (state == WorkState::Idle) return fmt::format("did nothing for {:g} s", seconds(limit.idle));
  return fmt::format("had used {:g} s of processor time and was still running", seconds(limit.processorTime));
}

WorkWatch::WorkWatch(int process, WorkLimit limit, bool withChildren) : process_(process), withChildren_(withChildren), limit_(limit) {
  begin(limit);
}

void WorkWatch::begin(WorkLimit limit) {
  limit_ = limit;
  if (process_ <= 0) return;
  look();
  before_ = used_;
  noteSign();
}

void WorkWatch::noteSign() {
  sign_ = Clock::now();
  lastSign_ = used_;
}

void WorkWatch::excuse(Clock::duration time) { sign_ = std::min(sign_ + time, Clock::now()); }

milliseconds WorkWatch::interval() const {
  return std::clamp<milliseconds>(std::min(limit_.processorTime, limit_.idle) / 4, milliseconds(5), milliseconds(500));
}

milliseconds WorkWatch::processorTime() {
  look();
  return std::chrono::duration_cast<milliseconds>(used_ - before_);
}

void WorkWatch::look() {
  if (process_ <= 0) return;
  looked_ = Clock::now();
  // A child that nobody waited for takes its time with it.
  used_ = std::max(used_, processorTimeOf(process_, withChildren_));
}

WorkState WorkWatch::check() {
  if (process_ <= 0 || Clock::now() - looked_ < interval()) return WorkState::Working;
  look();
  if (used_ - before_ >= limit_.processorTime) return WorkState::UsedUp;
  if (used_ - lastSign_ >= nanoseconds(limit_.idle) / idleShare) noteSign();
  return looked_ - sign_ >= limit_.idle ? WorkState::Idle : WorkState::Working;
}

} // namespace gevo
