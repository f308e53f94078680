#include "core/kernel/simulator/execute/memory/atomics.h"

#include "core/kernel/simulator/execute/memory/atomic_arithmetic.h"
#include "core/kernel/simulator/execute/turn_order.h"

#include <cstring>
#include <optional>

namespace gevo::sim {

namespace {

std::uint64_t cellValue(const Warp& warp, Slot slot, CellKind cell, unsigned lane) {
  return cell == CellKind::Double ? laneCells<std::uint64_t>(warp, slot)[lane] : laneCells<std::uint32_t>(warp, slot)[lane];
}

void setCell(const Warp& warp, Slot slot, CellKind cell, unsigned lane, std::uint64_t value) {
  if (cell == CellKind::Double)
    laneCells<std::uint64_t>(warp, slot)[lane] = value;
  else
    laneCells<std::uint32_t>(warp, slot)[lane] = static_cast<std::uint32_t>(value);
}

} // namespace

bool Atomics::begin(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, std::uint32_t location,
                    RegionAccess& part) {
  warp.polls = true;
  if (!checker_.nextRegion(warp, access, addresses, remaining, "atomic operation", location, part)) return false;
  if (!checker_.checkWritable(warp, *part.region, part.mask, location, "an atomic operation on")) return false;
  if (!checker_.checkShareable(warp, *part.region, part.mask, location)) return false;
  if (!checker_.checkWritten(warp, part, access.bytes, location)) return false;
  if (part.undefined != 0) checker_.fillUndefined(part, access.bytes);
  races_.record(warp, part, access.bytes, access.kind, location);
  warp.delayLoad(access.timing, timing_.chargeAtomic(part));
  return true;
}

/// Cooperative groups' grid-wide barrier: the last block to arrive changes the word's highest bit.
void Atomics::arriveAtGrid(Warp& warp, unsigned lane, std::uint64_t old, std::uint64_t fresh) {
  warp.gridArrival = warp.clock();
  const bool isLast = ((old ^ fresh) >> 31 & 1) != 0;
  warp.waitsAtGrid = !isLast;
  if (isLast) warp.gridOpening = warp.gridArrival;
  races_.arriveAtGrid(warp.number * laneCount + lane, isLast);
}

/// `replace(region, lane, old)` is what a lane writes; nothing: it does not.
template <class Replace>
bool Atomics::forEachLane(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location, Replace replace) {
  alignas(64) std::uint64_t addresses[laneCount]; // the result may lie where they do
  std::memcpy(addresses, laneCells<std::uint64_t>(warp, op.a), sizeof addresses);
  RegionAccess part;
  for (Mask remaining = mask; remaining; remaining &= ~part.mask) {
    if (!begin(warp, access, addresses, remaining, location, part)) return false;
    for (Mask rest = part.mask; rest;) {
      const unsigned lane = nextLane(rest, fromHighest_);
      rest &= ~(1U << lane);
      std::uint8_t* at = part.region->bytes + part.offset[lane];
      std::uint64_t old = 0;
      std::memcpy(&old, at, access.bytes);
      const std::optional<std::uint64_t> fresh = replace(*part.region, lane, old);
      if (fresh) {
        std::memcpy(at, &*fresh, access.bytes);
        if (part.undefined >> lane & 1) std::memset(part.region->written + part.offset[lane], 1, access.bytes);
        warp.changes |= *fresh != old;
      }
      races_.synchronise(warp, part, lane, access.kind, fresh.has_value());
      if (part.region->base == gridWorkspace && fresh) arriveAtGrid(warp, lane, old, *fresh);
      setCell(warp, op.result, access.parts[0].cell, lane, old);
    }
  }
  return true;
}

bool Atomics::update(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location) {
  const AccessPart& operand = access.parts[0];
  return forEachLane(warp, access, op, mask, location, [&](const Region& region, unsigned lane, std::uint64_t old) {
    return std::optional(atomicResult(access, region.kind, old, cellValue(warp, operand.slot, operand.cell, lane)));
  });
}

bool Atomics::compareExchange(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t location) {
  const CellKind cell = access.parts[0].cell;
  Mask success = 0;
  const bool good =
      forEachLane(warp, access, op, mask, location, [&](const Region&, unsigned lane, std::uint64_t old) -> std::optional<std::uint64_t> {
        if (old != cellValue(warp, op.b, cell, lane)) return std::nullopt;
        success |= 1U << lane;
        return cellValue(warp, op.c, cell, lane);
      });
  if (good) blendMask(warp, access.success, success, mask);
  return good;
}

} // namespace gevo::sim
