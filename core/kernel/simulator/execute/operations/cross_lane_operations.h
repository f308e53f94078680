#pragma once

/// Warp-wide operations: lanes of one warp exchange values. Each needs every named lane that still runs; one that went another way would
/// never arrive.

#include "core/kernel/simulator/execute/launch_reporter.h"

namespace gevo::sim {

class CrossLaneOperations {
public:
  explicit CrossLaneOperations(LaunchReporter& reporter) : reporter_(reporter) {}

  // False: a fault.

  bool shuffle(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location);
  bool vote(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location);
  bool match(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location);
  bool reduce(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location);
  bool synchronise(Warp& warp, const Op& op, Mask mask, std::uint32_t location);

private:
  bool checkMembers(const Warp& warp, Slot memberSlot, Mask mask, std::uint32_t location);

  LaunchReporter& reporter_;
};

} // namespace gevo::sim
