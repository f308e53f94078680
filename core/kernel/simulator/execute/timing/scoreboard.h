#pragma once

/// The clocks of a group's warps, in cycles, and when the results that they wait for are ready. The warps' numbers lie side by side, so
/// that the compiler vectorises what all of them do.

#include "core/kernel/simulator/execute/warps.h"

#include <algorithm>
#include <span>
#include <vector>

namespace gevo::sim {

/// Cycles are counted from the start of the thread block. Values that a basic block leaves to others while they are not ready yet are
/// "tracked", by number; those of a called function follow its caller's, so that one warp's methods take the first of its frame.
class Scoreboard {
public:
  void startThreadBlock() {
    clock_ = {};
    rounds_ = {};
    std::ranges::fill(ready_, EachWarp<double>{});
  }
  /// Makes room for a function's tracked values, all of them ready.
  void resize(std::size_t trackedValues) { ready_.resize(trackedValues); }
  void openFrame(unsigned warp, std::size_t frame, std::size_t trackedValues);

  double& clock(unsigned warp) { return clock_[warp]; }
  const EachWarp<double>& clocks() const { return clock_; }

  // One warp.

  /// A basic block starts once its inputs are ready, as far as it needs them so early.
  void beginBasicBlock(const BlockTiming& timing, unsigned warp, std::size_t frame) {
    EachWarp<double>* const ready = ready_.data() + frame;
    double start = clock_[warp];
    for (const BlockTiming::Input& input : timing.inputs) start = std::max(start, ready[input.tracked][warp] + input.tail - timing.length);
    start_[warp] = start;
    for (std::uint32_t level = 0; level < timing.levels; ++level) delay_[level][warp] = conflicts_[level][warp] = 0;
    for (const BlockTiming::Output& output : timing.outputs) ready[output.tracked][warp] = start + output.ready;
  }
  /// How long the basic block takes that runs, by what its loads have been delayed so far: of some warps together, and without what it
  /// waits for at its beginning.
  double lengthOfBasicBlock(const BlockTiming& timing, Warps warps) const;
  /// The sum of some warps' clocks.
  double sumOfClocks(Warps warps) const {
    double sum = 0;
    forEachWarp(warps, [&](unsigned i) { sum += clock_[i]; });
    return sum;
  }
  double endOfBasicBlock(const BlockTiming& timing, unsigned warp) {
    double delay = 0;
    for (std::uint32_t level = 0; level < timing.levels; ++level) delay += delay_[level][warp];
    if (timing.rounds > 1) return endOfRound(timing, warp, delay);
    return start_[warp] + std::max(timing.length + delay, static_cast<double>(timing.issue));
  }
  /// A load of the basic block takes `latency` cycles. Accesses to shared memory take turns: one that starts beside others waits for the
  /// bank conflicts of those before it.
  void delayLoad(const LoadTiming& timing, unsigned warp, std::size_t frame, double latency, bool takesTurns);
  /// When a load of the basic block starts.
  double startOf(const LoadTiming& timing, unsigned warp) const {
    double start = start_[warp] + timing.ready - timing.assumed;
    for (unsigned level = 0; level < timing.level; ++level) start += delay_[level][warp];
    return start;
  }
  /// Tracked values pass a phi.
  void passOn(std::span<const TrackedMove> moves, unsigned warp, std::size_t frame) {
    EachWarp<double>* const ready = ready_.data() + frame;
    for (const TrackedMove& move : moves) ready[move.to][warp] = move.from < 0 ? 0.0 : ready[move.from][warp];
  }

  // Several warps, in the kernel's own frame.

  void advance(double cycles, Warps warps) {
    if (cycles != 0) forEachWarp(warps, [&](unsigned i) { clock_[i] += cycles; });
  }
  void beginBasicBlock(const BlockTiming& timing, Warps warps);
  void endBasicBlock(const BlockTiming& timing, Warps warps);
  void delayLoads(const LoadTiming& timing, Warps warps, const EachWarp<double>& latency, bool takesTurns);
  /// Whether accesses to shared memory that start beside this one, and come before it, have had bank conflicts, in any warp.
  bool hasConflicts(const LoadTiming& timing) const {
    return std::ranges::any_of(conflicts_[timing.level], [](float cycles) { return cycles > 0; });
  }
  void passOn(std::span<const TrackedMove> moves, Warps warps) {
    for (const TrackedMove& move : moves) {
      const EachWarp<double> from = move.from < 0 ? EachWarp<double>{} : ready_[static_cast<std::size_t>(move.from)];
      EachWarp<double>& to = ready_[static_cast<std::size_t>(move.to)];
      forEachWarp(warps, [&](unsigned i) { to[i] = from[i]; });
    }
  }

private:
  /// Of several rounds of a loop that run as one: the first takes the time of the block, with its loads; those after it no more than what
  /// they have to wait for.
  struct Rounds {
    const BlockTiming* loop = nullptr;
    unsigned done = 0; ///< of those that run as one
    double end = 0;    ///< of the last one
    double delay = 0;  ///< by loads, the most so far
    double spare = 0;  ///< cycles in which the first one issues nothing
  };
  double endOfRound(const BlockTiming& timing, unsigned warp, double delay);

  EachWarp<Rounds> rounds_{};
  EachWarp<double> clock_{};
  EachWarp<double> start_{};                            ///< of the basic block that runs
  std::array<EachWarp<float>, mostLevels> delay_{};     ///< by level of loads: how much later than at the shortest latency
  std::array<EachWarp<float>, mostLevels> conflicts_{}; ///< by level: cycles that accesses to shared memory have taken longer so far
  std::vector<EachWarp<double>> ready_;                 ///< by tracked value
};

// Copies of their own, which no store can change, are what the compiler makes vectors of. Of a warp that takes no part, only its clock and
// its tracked values must stay.

inline void Scoreboard::beginBasicBlock(const BlockTiming& timing, Warps warps) {
  EachWarp<double> start = clock_;
  for (const BlockTiming::Input& input : timing.inputs) {
    const EachWarp<double> ready = ready_[static_cast<std::size_t>(input.tracked)];
    for (unsigned i = 0; i < warpGroupSize; ++i) start[i] = std::max(start[i], ready[i] + input.tail - timing.length);
  }
  start_ = start;
  for (std::uint32_t level = 0; level < timing.levels; ++level) delay_[level] = conflicts_[level] = {};
  for (const BlockTiming::Output& output : timing.outputs) {
    EachWarp<double>& ready = ready_[static_cast<std::size_t>(output.tracked)];
    forEachWarp(warps, [&](unsigned i) { ready[i] = start[i] + output.ready; });
  }
}

inline void Scoreboard::endBasicBlock(const BlockTiming& timing, Warps warps) {
  if (timing.rounds > 1) {
    forEachWarp(warps, [&](unsigned i) { clock_[i] = endOfBasicBlock(timing, i); });
    return;
  }
  EachWarp<double> length;
  length.fill(timing.length);
  for (std::uint32_t level = 0; level < timing.levels; ++level) {
    const EachWarp<float> delay = delay_[level];
    for (unsigned i = 0; i < warpGroupSize; ++i) length[i] += delay[i];
  }
  const double issue = timing.issue;
  EachWarp<double> end = start_;
  for (unsigned i = 0; i < warpGroupSize; ++i) end[i] += std::max(length[i], issue);
  forEachWarp(warps, [&](unsigned i) { clock_[i] = end[i]; });
}

inline void Scoreboard::delayLoads(const LoadTiming& timing, Warps warps, const EachWarp<double>& latency, bool takesTurns) {
  EachWarp<float> late;
  for (unsigned i = 0; i < warpGroupSize; ++i) late[i] = std::max(0.0F, static_cast<float>(latency[i]) - timing.assumed);
  if (takesTurns) {
    for (unsigned i = 0; i < warpGroupSize; ++i) late[i] += conflicts_[timing.level][i];
    EachWarp<float>& conflicts = conflicts_[timing.level];
    forEachWarp(warps, [&](unsigned i) { conflicts[i] = late[i]; });
  }
  EachWarp<float>& delay = delay_[timing.level];
  forEachWarp(warps, [&](unsigned i) { delay[i] = std::max(delay[i], late[i] - timing.slack); });
  if (timing.tracked < 0) return;
  EachWarp<double> earlier{};
  for (unsigned level = 0; level < timing.level; ++level)
    for (unsigned i = 0; i < warpGroupSize; ++i) earlier[i] += delay_[level][i];
  EachWarp<double>& ready = ready_[static_cast<std::size_t>(timing.tracked)];
  forEachWarp(warps, [&](unsigned i) { ready[i] = start_[i] + timing.ready + earlier[i] + late[i]; });
}

} // namespace gevo::sim
