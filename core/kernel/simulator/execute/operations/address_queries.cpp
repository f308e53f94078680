#include "core/kernel/simulator/execute/operations/address_queries.h"

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
  const auto* bases = laneCells<std::uint64_t>(warp, op.a);
  const auto* addresses = laneCells<std::uint64_t>(warp, op.b);
  Mask outside = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (bases[lane] == addresses[lane]) continue;
    const std::uint64_t base = genericAddress(bases[lane], op.extra);
    const std::uint64_t address = genericAddress(addresses[lane], op.extra);
    const Region* region = memory.find(base, op.extra);
    if (!region && base != 0) region = memory.find(base - 1, op.extra);
    if (!region || address - region->base > region->size) outside |= rest & -rest;
  }
  return outside;
}

} // namespace gevo::sim
