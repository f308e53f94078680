#pragma once

/// How many spare contexts are kept beside the active one. Opening one takes as long as many jobs, so more are kept when contexts die
/// often, and fewer when GPU memory is short.

#include "core/kernel/cuda/replay/replay_messages.h"

#include <chrono>
#include <deque>

namespace gevo::cuda {

class SparePolicy {
public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most = 4;
  /// A limit expires after this, since whatever took the memory may be gone.
  static constexpr std::chrono::minutes limitHolds{1};

  /// `counted`: for how long a death justifies one more spare.
  explicit SparePolicy(std::chrono::milliseconds counted) : counted_(counted) {}

  /// The active context was lost.
  void died(Clock::time_point now);
  /// There is no memory for more than so many spares. 0: wait until ending contexts are gone before opening one.
  void limit(std::size_t spares, Clock::time_point now);
  std::size_t wanted(Clock::time_point now) const;
  /// Variants need memory on top of what their context holds.
  static bool isTight(const GpuRoom& room) { return room.freeBytes < room.totalBytes / 4; }

private:
  std::chrono::milliseconds counted_;
  std::deque<Clock::time_point> deaths_; ///< the last of them
  std::size_t limit_ = most;
  Clock::time_point limited_;
};

} // namespace gevo::cuda
