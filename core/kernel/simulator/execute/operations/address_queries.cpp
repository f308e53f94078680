#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <cstring>

namespace gevo::sim {

void Executor::noteUndefined(UndefinedUse use, std::uint32_t place) {
  UndefinedValue found{kernel_.name, program_.places[place], use};
  auto& known = report_.undefined;
  if (std::ranges::none_of(known, [&](const UndefinedValue& other) { return other.key() == found.key(); }))
    known.push_back(std::move(found));
}

/// For the parts of a load from the threads' own memory: where is a byte that nobody wrote?
void Executor::findUnwritten(Warp& warp, const Access& access, const Group& group) {
  for (std::size_t i = 0; i < access.undefined.size(); ++i) {
    const AccessPart& part = access.parts[i];
    const std::uint8_t* written = group.region->written + part.offset;
    Mask unwritten = 0;
    for (Mask rest = group.mask; rest; rest &= rest - 1)
      if (std::memchr(written + group.offset[firstLane(rest)], 0, part.bytes)) unwritten |= rest & -rest;
    maskCell(warp, access.undefined[i]) |= unwritten;
  }
}

/// An address at the end of an allocation still points into it.
void Executor::findOutside(Warp& warp, const Op& op, Mask mask) {
  const auto* bases = laneCells<std::uint64_t>(warp, op.a);
  const auto* addresses = laneCells<std::uint64_t>(warp, op.b);
  Mask outside = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const unsigned lane = firstLane(rest);
    if (bases[lane] == addresses[lane]) continue;
    const std::uint64_t base = reached(bases[lane], op.extra);
    const std::uint64_t address = reached(addresses[lane], op.extra);
    const Region* region = memory_.find(base, op.extra);
    if (!region && base != 0) region = memory_.find(base - 1, op.extra);
    if (!region || address - region->base > region->size) outside |= rest & -rest;
  }
  maskCell(warp, op.result) = (maskCell(warp, op.result) & ~mask) | outside;
}

} // namespace gevo::sim
