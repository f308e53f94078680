#pragma once

/// Runs warps one by one: basic block after basic block, diverged lanes one after the other.

#include "core/kernel/simulator/execute/control/barriers.h"
#include "core/kernel/simulator/execute/control/calls.h"
#include "core/kernel/simulator/execute/control/edges.h"
#include "core/kernel/simulator/execute/operations/operations.h"
#include "core/kernel/simulator/execute/profiler.h"
#include "core/kernel/simulator/execute/turn_order.h"

namespace gevo::sim {

/// Warp instructions after which other warps get their turn if memory was polled and not changed: a warp that spins may be waiting for one
/// of them.
inline constexpr std::uint64_t turnInstructions = 512;

class WarpRunner {
public:
  WarpRunner(const LaunchContext& context, MemoryView& memory, Operations& operations, Barriers& barriers, Calls& calls, Profiler& profiler,
             PlaceCounters& counters, Demand& demand, LaunchReporter& reporter, RandomTurns* turns)
      : context_(context), memory_(memory), operations_(operations), barriers_(barriers), calls_(calls), profiler_(profiler),
        counters_(counters), demand_(demand), reporter_(reporter), statistics_(reporter.statistics()), turns_(turns) {}

  // False: a fault.

  /// Runs the warps that don't wait, one after the other: each to a barrier, to its end, until its turn is over while it spins, or, where
  /// turns are random, until it is interrupted.
  bool run(std::span<Warp> warps);
  /// Executes the terminator of a basic block for the lanes of the mask.
  bool endBlock(Warp& warp, const Block& block, Mask mask);
  /// Reports that the launch exceeds its budget of warp instructions: always false.
  bool failBudget(const Warp& warp, const Block& block, Mask mask);

private:
  enum class Stop : std::uint8_t {
    StackChanged, ///< others are on top of the warp's stack now, or its function is another
    TurnOver,
    Waits,       ///< at a barrier
    Interrupted, ///< within a basic block, by others
    Fault
  };
  bool run(Warp& warp);
  template <bool counts> Stop runTop(Warp& warp, std::uint64_t turnEnds);
  bool runOperations(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask);
  Stop runUpToSharing(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask);
  bool runOperation(Warp& warp, const CodeFunction& function, const WarpFrame& frame, const Op& op, Mask mask, std::uint32_t location);
  bool countOperations(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask);
  bool runMasked(Warp& warp, const CodeFunction& function, const Block& block, const WarpFrame& frame, Mask mask);
  void takeEdge(const Warp& warp, const Edge& edge, Mask mask);
  void takePaths(Warp& warp, const Block& block, std::span<const Path> paths);
  void diverge(Warp& warp, const Block& block, std::span<const Path> paths);

  const LaunchContext& context_;
  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  Operations& operations_;
  Barriers& barriers_;
  Calls& calls_;
  Profiler& profiler_;
  PlaceCounters& counters_;
  Demand& demand_;
  LaunchReporter& reporter_;
  LaunchStatistics& statistics_;
  RandomTurns* turns_; ///< null: warps are not interleaved
};

} // namespace gevo::sim
