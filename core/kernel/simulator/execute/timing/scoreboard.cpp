#include "core/kernel/simulator/execute/timing/scoreboard.h"

namespace gevo::sim {

void Scoreboard::openFrame(unsigned warp, std::size_t frame, std::size_t trackedValues) {
  const std::size_t end = frame + trackedValues;
  if (ready_.size() < end) ready_.resize(end);
  for (std::size_t i = frame; i < end; ++i) ready_[i][warp] = 0;
}

double Scoreboard::lengthOfBasicBlock(const BlockTiming& timing, Warps warps) const {
  double sum = 0;
  forEachWarp(warps, [&](unsigned i) {
    double length = timing.length;
    for (std::uint32_t level = 0; level < timing.levels; ++level) length += delay_[level][i];
    sum += std::max(length, static_cast<double>(timing.issue));
  });
  return sum;
}

double Scoreboard::endOfRound(const BlockTiming& timing, unsigned warp, double delay) {
  Rounds& known = rounds_[warp];
  const bool goesOn = known.loop == &timing && known.end == clock_[warp] && known.done < timing.rounds;
  const double start = start_[warp];
  if (!goesOn) {
    const double first = std::max(timing.length + delay, static_cast<double>(timing.issue));
    known = {&timing, 1, start + first, delay, first - static_cast<double>(timing.issue)};
    return known.end;
  }
  // What is issued while the loads of the first round are on their way costs nothing.
  const double issue = timing.issue - known.spare / (timing.rounds - 1);
  const double later = std::max(0.0, delay - known.delay);
  known.delay += later;
  known.end = start + later + std::max(static_cast<double>(timing.recurrence), issue);
  ++known.done;
  return known.end;
}

void Scoreboard::delayLoad(const LoadTiming& timing, unsigned warp, std::size_t frame, double latency, bool takesTurns) {
  float late = std::max(0.0F, static_cast<float>(latency) - timing.assumed);
  if (takesTurns) late = conflicts_[timing.level][warp] += late;
  float& delay = delay_[timing.level][warp];
  delay = std::max(delay, late - timing.slack);
  if (timing.tracked < 0) return;
  double earlier = 0;
  for (unsigned level = 0; level < timing.level; ++level) earlier += delay_[level][warp];
  ready_[frame + static_cast<std::size_t>(timing.tracked)][warp] = start_[warp] + timing.ready + earlier + late;
}

} // namespace gevo::sim
