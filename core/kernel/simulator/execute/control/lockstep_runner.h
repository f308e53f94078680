#pragma once

/// Runs the warps of a group in lockstep: control flow treats them as one warp of many lanes and keeps a mask for each warp. Counts and
/// clocks of each warp are what they would be if it ran alone. Only the order of operations of different warps differs, and a program that
/// relies on that order has a race. What the group can't do together its warps do one by one; they join again at the next barrier where
/// all of them are.

#include "core/kernel/simulator/execute/control/warp_runner.h"
#include "core/kernel/simulator/execute/memory/lockstep_access.h"

namespace gevo::sim {

class LockstepRunner {
public:
  LockstepRunner(const LaunchContext& context, MemoryView& memory, LockstepAccess& accesses, Operations& operations, Barriers& barriers,
                 WarpRunner& warpRunner, Profiler& profiler, PlaceCounters& counters, Demand& demand, LaunchStatistics& statistics)
      : context_(context), memory_(memory), accesses_(accesses), operations_(operations), barriers_(barriers), warpRunner_(warpRunner),
        profiler_(profiler), counters_(counters), demand_(demand), statistics_(statistics) {}

  /// A group that is in lockstep: to a barrier or to the end; if it separates, as WarpRunner::run() does. False: a fault.
  bool run(WarpGroup& group);

private:
  enum class Stop : std::uint8_t {
    StackChanged, ///< others are on top of the group's stack now
    TurnOver,
    Waits,     ///< at a barrier
    Separated, ///< its warps go on one by one
    Fault
  };
  /// Lanes of the group that take one of a block's edges.
  struct GroupPath {
    const Edge* edge = nullptr;
    Masks masks{};
  };
  /// The lanes that run, for as long as all of them take the same path.
  struct Running {
    Masks masks{};
    Warps warps = 0;
    bool isFull = false; ///< all threads of these warps
  };

  template <bool counts> Stop runTop(WarpGroup& group, std::uint64_t turnEnds);
  bool startBlock(WarpGroup& group, const Block& block, std::uint32_t number, const Running& running);
  bool runOperations(WarpGroup& group, const Block& block, const Running& running);
  bool countOperations(WarpGroup& group, const Block& block, const Running& running);
  bool runOperation(WarpGroup& group, const Block& block, std::size_t number, const Running& running);
  void runLaneOperation(WarpGroup& group, const Op& op, const Running& running);
  bool runOneByOne(WarpGroup& group, const Block& block, std::size_t number, const Masks& masks, Warps warps);
  static const Edge* commonEdge(const WarpGroup& group, const Block& block, const Running& running);
  void followEdge(WarpGroup& group, const Edge& edge, const Masks& masks, Warps warps);
  bool goesOnTogether(WarpGroup& group);

  // The end of a basic block.
  Stop endBlock(WarpGroup& group, const Block& block, const Running& running);
  Stop endSeparately(WarpGroup& group, const Block& block, const Running& running);
  void takePaths(WarpGroup& group, const Block& block, std::span<GroupPath> paths);
  void diverge(WarpGroup& group, const Block& block, std::span<GroupPath> paths);
  Warps countDivergence(WarpGroup& group, std::span<const GroupPath> paths);
  static std::vector<GroupPath> switchPaths(const WarpGroup& group, const Block& block, const Running& running);

  const LaunchContext& context_;
  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  LockstepAccess& accesses_;
  Operations& operations_;
  Barriers& barriers_;
  WarpRunner& warpRunner_;
  Profiler& profiler_;
  PlaceCounters& counters_;
  Demand& demand_;
  LaunchStatistics& statistics_;
};

} // namespace gevo::sim
