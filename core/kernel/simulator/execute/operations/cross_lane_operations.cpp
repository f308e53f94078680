#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace gevo::sim {

/// A *.sync operation needs every named lane that still runs; one that went another way would never arrive.
bool Executor::membersPresent(Warp& warp, Slot memberSlot, Mask mask, std::uint32_t place) {
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, memberSlot);
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const Mask absent = members[lane] & warp.live & ~mask;
    if (absent)
      return fault(FaultKind::BarrierDivergence, place, &warp, absent & -absent,
                   fmt::format("a warp-wide operation names lanes {:#010x}, but only {:#010x} are there", members[lane], mask));
    if (!(members[lane] >> lane & 1))
      return fault(FaultKind::Trap, place, &warp, 1U << lane, "a lane takes part in a warp-wide operation whose member mask leaves it out");
  }
  return true;
}

bool Executor::shuffle(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place) {
  if (!membersPresent(warp, cross.members, mask, place)) return false;
  alignas(64) std::uint32_t values[laneCount];
  std::memcpy(values, laneCells<std::uint32_t>(warp, cross.value), sizeof values);
  const std::uint32_t* lanes = laneCells<std::uint32_t>(warp, cross.lane);
  const std::uint32_t* clamps = laneCells<std::uint32_t>(warp, cross.clamp);
  std::uint32_t* results = laneCells<std::uint32_t>(warp, op.result);
  Mask inRange = 0;
  const Mask undefinedValues = cross.undefined ? maskCell(warp, cross.undefined->first) : 0;
  Mask undefinedResults = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const unsigned amount = lanes[lane] & 31;
    const unsigned segment = clamps[lane] >> 8 & 31; // as PTX's shfl.sync has it
    const unsigned clamp = clamps[lane] & 31;
    const unsigned highest = (lane & segment) | (clamp & ~segment);
    const unsigned lowest = lane & segment;
    unsigned source = lane;
    bool valid = false;
    switch (cross.shuffle) {
    case ShuffleKind::Up:
      source = lane - amount;
      valid = static_cast<int>(source) >= static_cast<int>(highest);
      break;
    case ShuffleKind::Down:
      source = lane + amount;
      valid = source <= highest;
      break;
    case ShuffleKind::Butterfly:
      source = lane ^ amount;
      valid = source <= highest;
      break;
    case ShuffleKind::Index:
      source = lowest | (amount & ~segment);
      valid = source <= highest;
      break;
    }
    if (!valid) source = lane;
    inRange |= valid ? 1U << lane : 0;
    // What a lane that is not there would give is unknown; this one's own value stands for it.
    const bool present = mask >> (source & 31) & 1;
    results[lane] = present ? values[source & 31] : values[lane];
    if (cross.undefined && (!present || (undefinedValues >> (source & 31) & 1) != 0)) undefinedResults |= 1U << lane;
  }
  if (cross.undefined) maskCell(warp, cross.undefined->second) = (maskCell(warp, cross.undefined->second) & ~mask) | undefinedResults;
  if (cross.hasPredicate) maskCell(warp, cross.predicate) = (maskCell(warp, cross.predicate) & ~mask) | inRange;
  return true;
}

bool Executor::vote(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place) {
  if (!membersPresent(warp, cross.members, mask, place)) return false;
  const Mask predicate = maskCell(warp, cross.value) & mask;
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, cross.members);
  Mask yes = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const Mask there = members[lane] & mask;
    const Mask set = predicate & there;
    if (cross.vote == VoteKind::Ballot)
      laneCells<std::uint32_t>(warp, op.result)[lane] = set;
    else if (cross.vote == VoteKind::All ? set == there : cross.vote == VoteKind::Any ? set != 0 : (set == 0 || set == there))
      yes |= 1U << lane;
  }
  if (cross.vote != VoteKind::Ballot) maskCell(warp, op.result) = (maskCell(warp, op.result) & ~mask) | yes;
  return true;
}

bool Executor::match(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place) {
  if (!membersPresent(warp, cross.members, mask, place)) return false;
  alignas(64) std::uint64_t values[laneCount];
  for (unsigned lane = 0; lane < laneCount; ++lane)
    values[lane] = cross.cell == CellKind::Double ? laneCells<std::uint64_t>(warp, cross.value)[lane]
                                                  : laneCells<std::uint32_t>(warp, cross.value)[lane];
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, cross.members);
  Mask all = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const Mask there = members[lane] & mask;
    Mask equal = 0;
    for (Mask others = there; others; others &= others - 1)
      if (values[firstLane(others)] == values[lane]) equal |= others & -others;
    const bool every = equal == there;
    all |= every ? 1U << lane : 0;
    laneCells<std::uint32_t>(warp, op.result)[lane] = cross.matchAll ? (every ? there : 0) : equal;
  }
  if (cross.hasPredicate) maskCell(warp, cross.predicate) = (maskCell(warp, cross.predicate) & ~mask) | all;
  return true;
}

bool Executor::reduce(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place) {
  if (!membersPresent(warp, cross.members, mask, place)) return false;
  alignas(64) std::uint32_t values[laneCount];
  std::memcpy(values, laneCells<std::uint32_t>(warp, cross.value), sizeof values);
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, cross.members);
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    Mask others = members[lane] & mask;
    std::uint32_t joined = values[firstLane(others)];
    for (others &= others - 1; others; others &= others - 1) {
      const std::uint32_t value = values[firstLane(others)];
      const auto a = static_cast<std::int32_t>(joined);
      const auto b = static_cast<std::int32_t>(value);
      switch (cross.reduce) {
      case ReduceKind::Add:
        joined += value;
        break;
      case ReduceKind::Min:
        joined = a < b ? joined : value;
        break;
      case ReduceKind::Max:
        joined = a > b ? joined : value;
        break;
      case ReduceKind::UMin:
        joined = std::min(joined, value);
        break;
      case ReduceKind::UMax:
        joined = std::max(joined, value);
        break;
      case ReduceKind::And:
        joined &= value;
        break;
      case ReduceKind::Or:
        joined |= value;
        break;
      case ReduceKind::Xor:
        joined ^= value;
        break;
      }
    }
    laneCells<std::uint32_t>(warp, op.result)[lane] = joined;
  }
  return true;
}

} // namespace gevo::sim
