#pragma once

/// Estimates from interleaved measurements: the ratio of a variant's kernel time to the baseline's measured beside it.

#include <cstddef>
#include <span>

namespace gevo::cuda {

struct RatioEstimate {
  double median = 0;
  double relativeError = 0; ///< standard error of the median, as a share of it, from the median absolute deviation
};

/// At least one ratio. With fewer than three the error is not known: infinite.
RatioEstimate estimate(std::span<const float> ratios);

/// A replay that is timed.
struct ReplayLength {
  double seconds = 0;
  std::size_t launches = 0;
};
/// Number of replays to queue before waiting: so many seconds of the original, an even number of at most `most`, or one.
std::size_t batchOf(const ReplayLength& replay, double seconds, std::size_t most);

/// When to stop measuring.
struct TimingGoal {
  double relativeError = 0.01;
  std::size_t least = 5;         ///< ratios, before the error counts
  std::size_t most = 200;        ///< new ones, whatever the error
  double seconds = 2;            ///< on new ones, whatever the error
  std::size_t warmUps = 1;       ///< pairs before the first ratio
  std::size_t leastIfSlower = 3; ///< ratios, if each is of a clearly slower variant

  /// Slower than the baseline, so that it will not be selected, and measured well enough for that.
  bool isSettled(std::span<const float> ratios, const RatioEstimate& estimated) const;
};
/// Whether a replay of this duration needs none before it to warm up, and averages over so much that one tells as much as several.
bool isLongReplay(double seconds);
/// What selection needs to know of a variant whose baseline's replay takes this long.
TimingGoal forSelection(TimingGoal goal, double replaySeconds);
/// For energy, a pair of which takes some tenths of a second.
inline constexpr TimingGoal energyGoal{.relativeError = 0.01, .least = 3, .most = 9, .seconds = 8};
/// A smaller error than the default may take up to ten times as long.
TimingGoal goalOf(double relativeError);

} // namespace gevo::cuda
