#include "core/kernel/simulator/execute/operations/address_queries.h"

#include "core/kernel/simulator/lanes/lanes.h"

#include <array>

namespace gevo::sim {

namespace {

/// PTX's number of the address space; 0: the address is nowhere.
unsigned spaceOf(const Region* region) {
  if (!region) return 0;
  switch (region->kind) {
  case RegionKind::Global:
    return 1;
  case RegionKind::Shared:
    return 3;
  case RegionKind::Local:
    return 5;
  case RegionKind::Parameter:
    return 101;
  }
  return 0;
}

using LaneAddresses = std::array<std::uint64_t, laneCount>;

/// Those of a cell; only shared memory has other addresses of its own.
const std::uint64_t* genericAddresses(const Warp& warp, Slot slot, unsigned space, LaneAddresses& generic) {
  constexpr unsigned sharedSpace = 3;
  const auto* const given = laneCells<std::uint64_t>(warp, slot);
  if (space != sharedSpace) return given;
  for (unsigned lane = 0; lane < laneCount; ++lane) generic[lane] = genericAddress(given[lane], space);
  return generic.data();
}

} // namespace

Mask lanesInSpace(MemoryView& memory, const Warp& warp, const Op& op, Mask mask) {
  Mask inside = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const Region* region = memory.find(laneCells<std::uint64_t>(warp, op.a)[firstLane(rest)], 0);
    inside |= spaceOf(region) == op.extra ? rest & -rest : 0;
  }
  return inside;
}

Mask lanesOutsideObject(MemoryView& memory, const Warp& warp, const Op& op, Mask mask) {
  const MemoryFunctions& vectors = memoryFunctions();
  std::array<LaneAddresses, 2> generic;
  const std::uint64_t* const bases = genericAddresses(warp, op.a, op.extra, generic[0]);
  const std::uint64_t* const addresses = genericAddresses(warp, op.b, op.extra, generic[1]);
  Mask outside = 0;
  Mask together = 0; // the lanes that point into one object, which is looked up once
  for (Mask rest = mask; rest; rest &= ~together) {
    const unsigned lane = firstLane(rest);
    together = Mask{1} << lane;
    const Region* region = memory.find(bases[lane], op.extra);
    if (!region && bases[lane] != 0) region = memory.find(bases[lane] - 1, op.extra);
    if (!region) {
      outside |= bases[lane] == addresses[lane] ? 0 : together;
      continue;
    }
    LaneAddresses offset;
    std::uint64_t any = 0;
    std::uint64_t all = 0;
    together |= vectors.offsets(bases, region->base, region->size - 1, 0, rest, offset.data(), &any, &all);
    outside |= together & ~vectors.offsets(addresses, region->base, region->size, 0, together, offset.data(), &any, &all);
  }
  return outside;
}

} // namespace gevo::sim
