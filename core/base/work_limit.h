#pragma once

/// When a process is taken to hang: by its processor time, which other load on the machine doesn't change, and by how long it does nothing
/// at all. Wall clock says neither.

#include <chrono>
#include <cstdint>
#include <string>

namespace gevo {

struct WorkLimit {
  static constexpr std::chrono::milliseconds usualIdle = std::chrono::minutes(10);

  /// Any unit: most limits are given as one time.
  template <class Rep, class Period>
  WorkLimit(std::chrono::duration<Rep, Period> processor, std::chrono::milliseconds idleAtMost = usualIdle)
      : processorTime(processor), idle(idleAtMost) {}

  std::chrono::milliseconds processorTime; ///< of the process and those that it started, on all cores together
  std::chrono::milliseconds idle;          ///< without a sign of life: processor time used, or what `noteSign` was called for
};

enum class WorkState : std::uint8_t { Working, UsedUp, Idle };

/// Watches one process, which is a child of the caller, or started by one.
class WorkWatch {
public:
  WorkWatch() = default; ///< of nothing, which always works
  /// Begins. `withChildren`: also of the processes that it has started.
  WorkWatch(int process, WorkLimit limit, bool withChildren = true);

  /// Begins anew.
  void begin(WorkLimit limit);
  void noteSign();
  /// Time in which nobody looked does not count.
  void excuse(std::chrono::steady_clock::duration time);
  /// May be called often: it looks once in a while.
  WorkState check();
  /// How often `check` makes sense.
  std::chrono::milliseconds interval() const;
  /// Since it began, until now.
  std::chrono::milliseconds processorTime();

private:
  using Clock = std::chrono::steady_clock;
  void look();

  int process_ = -1;
  bool withChildren_ = false;
  WorkLimit limit_{std::chrono::milliseconds(0)};
  std::chrono::nanoseconds before_{0};   ///< used before it began
  std::chrono::nanoseconds used_{0};     ///< when it was last looked at, with `before_`
  std::chrono::nanoseconds lastSign_{0}; ///< used at the last sign of life
  Clock::time_point sign_;
  Clock::time_point looked_;
};

/// "had used 300 s of processor time and was still running", "did nothing for 600 s".
std::string describe(WorkState state, const WorkLimit& limit);

/// Of a process, its ended children and, `withChildren`, of those that run; zero if it is gone.
std::chrono::nanoseconds processorTimeOf(int process, bool withChildren);

} // namespace gevo
