#pragma once

/// How many contexts wait beside the one that jobs run in. A new one takes as long to open as many jobs take, so the more of them die, the
/// more are kept ready; each costs memory of the GPU, so there are fewer where that is short.

#include "core/kernel/cuda/replay/replay_messages.h"

#include <chrono>
#include <deque>

namespace gevo::cuda {

class SparePolicy {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most = 4;
  /// A limit is forgotten after this: whatever took the memory may be gone.
  static constexpr std::chrono::minutes limitHolds{1};

  /// `counted`: for how long a death asks for one spare more.
  explicit SparePolicy(std::chrono::milliseconds counted) : counted_(counted) {}

  /// A context that jobs ran in is lost.
  void died(Clock::time_point now);
  /// More than so many find no room. 0: a context is not even opened before those that end are gone.
  void limit(std::size_t spares, Clock::time_point now);
  std::size_t wanted(Clock::time_point now) const;
  /// What variants take while they run comes on top of what a context holds.
  static bool isTight(const GpuRoom& room) { return room.freeBytes < room.totalBytes / 4; }

private:
  std::chrono::milliseconds counted_;
  std::deque<Clock::time_point> deaths_; ///< the last of them
  std::size_t limit_ = most;
  Clock::time_point limited_;
};

} // namespace gevo::cuda
