#include "core/kernel/cuda/replay/timing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gevo::cuda {

namespace {

/// Of values that are no longer needed.
double medianOf(std::vector<float>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  const double upper = *middle;
  if (values.size() % 2 == 1) return upper;
  return (upper + *std::max_element(values.begin(), middle)) / 2;
}

/// Of a normal distribution: standard deviations to a median absolute deviation, and standard errors of the median to one of the mean.
constexpr double deviationsToMad = 1.4826;
constexpr double medianToMean = 1.2533;

} // namespace

TimingGoal goalOf(double relativeError) {
  constexpr double mostPatience = 10;
  TimingGoal goal;
  const double share = goal.relativeError / relativeError;
  const double patience = std::clamp(share * share, 1.0, mostPatience); // the error falls with the root of the number
  goal.relativeError = relativeError;
  goal.most = static_cast<std::size_t>(static_cast<double>(goal.most) * patience);
  goal.seconds *= patience;
  return goal;
}

RatioEstimate estimate(std::span<const float> ratios) {
  std::vector<float> values(ratios.begin(), ratios.end());
  RatioEstimate result{medianOf(values), std::numeric_limits<double>::infinity()};
  if (ratios.size() < 3) return result;
  for (float& value : values) value = static_cast<float>(std::abs(value - result.median));
  const double deviation = deviationsToMad * medianOf(values);
  result.relativeError = medianToMean * deviation / std::sqrt(static_cast<double>(ratios.size())) / result.median;
  return result;
}

bool TimingGoal::isSettled(std::span<const float> ratios, const RatioEstimate& estimated) const {
  constexpr float clearlySlower = 1.05F;
  if (ratios.size() >= leastIfSlower && std::ranges::min(ratios) > clearlySlower) return true;
  constexpr std::size_t enough = 2; // times the least: an error from few ratios is often too small
  constexpr double certain = 3;     // standard errors
  constexpr double slower = 1.02;
  constexpr double wellEnough = 0.05;
  return ratios.size() >= enough * least && estimated.relativeError <= wellEnough &&
         estimated.median * (1 - certain * estimated.relativeError) > slower;
}

std::size_t batchOf(const ReplayLength& replay, double seconds, std::size_t most) {
  constexpr std::size_t mostEvents = 512; // so that the driver's queue takes them all
  const auto fit = static_cast<std::size_t>(seconds / std::max(replay.seconds, 1e-6));
  const std::size_t byEvents = mostEvents / std::max<std::size_t>(1, 2 * replay.launches);
  const std::size_t batch = std::min({most, fit, byEvents});
  return batch < 2 ? 1 : batch / 2 * 2;
}

bool isLongReplay(double seconds) { return seconds >= 0.003; }

TimingGoal forSelection(TimingGoal goal, double replaySeconds) {
  if (!isLongReplay(replaySeconds)) return goal;
  goal.warmUps = 0;
  goal.least = 3;
  goal.leastIfSlower = 1;
  return goal;
}

} // namespace gevo::cuda
