#pragma once

/// Counts by place in the source what a launch does, if counters are requested.
///
/// A basic block counts its instructions, and its warps the cycles from its beginning to its end. What an access delays the block by is of
/// that access's place; the rest is shared out among the block's instructions by their latencies. What a barrier keeps warps waiting is of
/// the barrier. At the end of the launch its cycles are shared out: the part that is latency by these cycles of warps, the part that is
/// the busiest unit's throughput by what each place asks of that unit.

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/timing/access_timing.h"
#include "core/kernel/simulator/execute/timing/demand.h"

namespace gevo::sim {

class PlaceCounters {
public:
  /// `total`: null if none are requested. What others count and charge is looked up before and after.
  PlaceCounters(const LaunchContext& context, Counters* total, const LaunchStatistics& statistics, const Demand& demand,
                const AccessTiming& accesses);

  /// Without it nothing else is called.
  bool isOn() const { return total_ != nullptr; }

  // A basic block, and one after the other its operations that are not of lanes alone. `length`: Scoreboard::lengthOfBasicBlock.

  void beginOperation(double length);
  void endOperation(const CodeFunction& function, const Op& op, std::uint32_t location, double length);
  /// `warps` have executed it and spent `cycles`, all of them together.
  void endBlock(const CodeFunction& function, const Block& block, unsigned warps, double cycles, double length);

  // Its terminator, where it is more than a step to the next block. `clocks`: Scoreboard::sumOfClocks of the warps.

  void beginTerminator(double clocks);
  void endTerminator(std::uint32_t location, double clocks);

  // A barrier.

  void open(std::uint32_t location) { ++places_[location].counts.barriers; }
  /// A warp has waited.
  void wait(std::uint32_t location, double cycles);

  /// Takes over what was counted of other blocks of the launch.
  void add(const PlaceCounters& other);
  /// Adds the launch to the counters, unless it has ended with a fault.
  void finish(const LaunchReport& report, const LaunchBounds& bounds);

private:
  struct Place {
    PlaceCounts counts;
    Demand demand;
    double memory = 0; ///< bytes of global memory that it is the first to touch
    void add(const Place& other);
  };
  struct Delay {
    std::uint32_t location = 0;
    double cycles = 0;
  };
  struct Executed {
    std::uint64_t warps = 0;
    double cycles = 0; ///< without those of single accesses
  };
  std::size_t numberOf(const CodeFunction& function) const {
    return static_cast<std::size_t>(&function - context_.kernel.functions.data());
  }
  void shareOutBlocks(std::array<std::uint64_t, instructionClasses>& mix);
  void shareOutLaunch(const LaunchBounds& bounds, double cycles);

  const LaunchContext& context_;
  Counters* total_;
  const LaunchStatistics& statistics_;
  const Demand& demand_;
  const AccessTiming& accesses_;
  std::vector<Place> places_;                   ///< by location
  std::vector<std::vector<Executed>> executed_; ///< by function and block
  std::vector<Delay> delays_;                   ///< of the basic block that runs
  std::uint64_t copies_ = 0;                    ///< warp instructions of operations that take several

  // Before an operation or a terminator.
  LaunchStatistics statisticsBefore_;
  Demand demandBefore_;
  double memoryBefore_ = 0;
  double lengthBefore_ = 0;
  double clocksBefore_ = 0;
};

} // namespace gevo::sim
