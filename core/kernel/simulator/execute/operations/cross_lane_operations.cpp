#include "core/kernel/simulator/execute/operations/cross_lane_operations.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

namespace {

/// Where a lane of a shuffle reads, as the PTX ISA defines shfl.sync; nothing: out of its segment.
std::optional<unsigned> sourceLane(ShuffleKind kind, unsigned lane, std::uint32_t amount, std::uint32_t clamp) {
  amount &= 31;
  const unsigned segment = clamp >> 8 & 31;
  const unsigned highest = (lane & segment) | (clamp & 31 & ~segment);
  switch (kind) {
  case ShuffleKind::Up: {
    const unsigned source = lane - amount;
    return static_cast<int>(source) >= static_cast<int>(highest) ? std::optional(source) : std::nullopt;
  }
  case ShuffleKind::Down:
    return lane + amount <= highest ? std::optional(lane + amount) : std::nullopt;
  case ShuffleKind::Butterfly:
    return (lane ^ amount) <= highest ? std::optional(lane ^ amount) : std::nullopt;
  case ShuffleKind::Index: {
    const unsigned source = (lane & segment) | (amount & ~segment);
    return source <= highest ? std::optional(source) : std::nullopt;
  }
  }
  return std::nullopt;
}

std::uint32_t reduced(ReduceKind kind, std::uint32_t a, std::uint32_t b) {
  const auto isLess = [&] { return static_cast<std::int32_t>(a) < static_cast<std::int32_t>(b); };
  switch (kind) {
  case ReduceKind::Add:
    return a + b;
  case ReduceKind::Min:
    return isLess() ? a : b;
  case ReduceKind::Max:
    return isLess() ? b : a;
  case ReduceKind::UMin:
    return std::min(a, b);
  case ReduceKind::UMax:
    return std::max(a, b);
  case ReduceKind::And:
    return a & b;
  case ReduceKind::Or:
    return a | b;
  case ReduceKind::Xor:
    return a ^ b;
  }
  return a;
}

} // namespace

bool CrossLaneOperations::checkMembers(const Warp& warp, Slot memberSlot, Mask mask, std::uint32_t location) {
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, memberSlot);
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (const Mask absent = members[lane] & warp.live & ~mask; absent != 0)
      return reporter_.fault(FaultKind::BarrierDivergence, location, warp, absent & -absent,
                             fmt::format("a warp-wide operation names lanes {:#010x}, but only {:#010x} are there", members[lane], mask));
    if (!(members[lane] >> lane & 1))
      return reporter_.fault(FaultKind::Trap, location, warp, 1U << lane,
                             "a lane takes part in a warp-wide operation whose member mask leaves it out");
  }
  return true;
}

bool CrossLaneOperations::synchronise(Warp& warp, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkMembers(warp, op.a, mask, location)) return false;
  ++warp.sync;
  return true;
}

bool CrossLaneOperations::shuffle(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkMembers(warp, cross.members, mask, location)) return false;
  alignas(64) std::uint32_t values[laneCount]; // the result may lie where they do
  std::memcpy(values, laneCells<std::uint32_t>(warp, cross.value), sizeof values);
  const std::uint32_t* lanes = laneCells<std::uint32_t>(warp, cross.lane);
  const std::uint32_t* clamps = laneCells<std::uint32_t>(warp, cross.clamp);
  std::uint32_t* results = laneCells<std::uint32_t>(warp, op.result);
  Mask inRange = 0;
  const Mask undefinedValues = cross.undefined ? maskCell(warp, cross.undefined->first) : 0;
  Mask undefinedResults = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    const std::optional<unsigned> found = sourceLane(cross.shuffle, lane, lanes[lane], clamps[lane]);
    inRange |= found ? 1U << lane : 0;
    const unsigned source = found.value_or(lane) & 31;
    // What a lane that is not there would give is unknown; this one's own value stands for it.
    const bool present = mask >> source & 1;
    results[lane] = present ? values[source] : values[lane];
    if (cross.undefined && (!present || (undefinedValues >> source & 1) != 0)) undefinedResults |= 1U << lane;
  }
  if (cross.undefined) blendMask(warp, cross.undefined->second, undefinedResults, mask);
  if (cross.hasPredicate) blendMask(warp, cross.predicate, inRange, mask);
  return true;
}

bool CrossLaneOperations::vote(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkMembers(warp, cross.members, mask, location)) return false;
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
  if (cross.vote != VoteKind::Ballot) blendMask(warp, op.result, yes, mask);
  return true;
}

bool CrossLaneOperations::match(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkMembers(warp, cross.members, mask, location)) return false;
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
  if (cross.hasPredicate) blendMask(warp, cross.predicate, all, mask);
  return true;
}

bool CrossLaneOperations::reduce(const Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t location) {
  if (!checkMembers(warp, cross.members, mask, location)) return false;
  alignas(64) std::uint32_t values[laneCount];
  std::memcpy(values, laneCells<std::uint32_t>(warp, cross.value), sizeof values);
  const std::uint32_t* members = laneCells<std::uint32_t>(warp, cross.members);
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    Mask others = members[lane] & mask;
    std::uint32_t result = values[firstLane(others)];
    for (others &= others - 1; others; others &= others - 1) result = reduced(cross.reduce, result, values[firstLane(others)]);
    laneCells<std::uint32_t>(warp, op.result)[lane] = result;
  }
  return true;
}

} // namespace gevo::sim
