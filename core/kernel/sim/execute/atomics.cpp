#include "core/kernel/sim/execute/executor.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace gevo::sim {

namespace {

std::uint64_t lowBits(std::uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((1ULL << bits) - 1); }

std::int64_t signedBits(std::uint64_t value, unsigned bits) {
  const unsigned spare = 64 - bits;
  return static_cast<std::int64_t>(value << spare) >> spare;
}

template <class T, class Bits> std::uint64_t floatResult(AtomicKind kind, std::uint64_t old, std::uint64_t operand) {
  const T a = std::bit_cast<T>(static_cast<Bits>(old));
  const T b = std::bit_cast<T>(static_cast<Bits>(operand));
  T result = a;
  switch (kind) {
  case AtomicKind::FAdd:
    result = a + b;
    break;
  case AtomicKind::FSub:
    result = a - b;
    break;
  case AtomicKind::FMax:
    result = std::isnan(a) ? b : std::isnan(b) ? a : std::max(a, b);
    break;
  default:
    result = std::isnan(a) ? b : std::isnan(b) ? a : std::min(a, b);
    break;
  }
  return std::bit_cast<Bits>(result);
}

std::uint64_t result(const Access& access, std::uint64_t old, std::uint64_t operand) {
  const unsigned bits = access.bits;
  switch (access.atomic) {
  case AtomicKind::Exchange:
    return operand;
  case AtomicKind::Add:
    return old + operand;
  case AtomicKind::Sub:
    return old - operand;
  case AtomicKind::And:
    return old & operand;
  case AtomicKind::Or:
    return old | operand;
  case AtomicKind::Xor:
    return old ^ operand;
  case AtomicKind::Nand:
    return ~(old & operand);
  case AtomicKind::Max:
    return signedBits(old, bits) > signedBits(operand, bits) ? old : operand;
  case AtomicKind::Min:
    return signedBits(old, bits) < signedBits(operand, bits) ? old : operand;
  case AtomicKind::UMax:
    return std::max(old, operand);
  case AtomicKind::UMin:
    return std::min(old, operand);
  case AtomicKind::UInc:
    return old >= operand ? 0 : old + 1;
  case AtomicKind::UDec:
    return old == 0 || old > operand ? operand : old - 1;
  default:
    return access.isDouble ? floatResult<double, std::uint64_t>(access.atomic, old, operand)
                           : floatResult<float, std::uint32_t>(access.atomic, old, operand);
  }
}

} // namespace

namespace {

std::uint64_t cellValue(Warp& warp, Slot slot, CellKind cell, unsigned lane) {
  return cell == CellKind::Double ? laneCells<std::uint64_t>(warp, slot)[lane] : laneCells<std::uint32_t>(warp, slot)[lane];
}

void setCell(Warp& warp, Slot slot, CellKind cell, unsigned lane, std::uint64_t value) {
  if (cell == CellKind::Double)
    laneCells<std::uint64_t>(warp, slot)[lane] = value;
  else
    laneCells<std::uint32_t>(warp, slot)[lane] = static_cast<std::uint32_t>(value);
}

} // namespace

bool Executor::beginAtomic(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, std::uint32_t place,
                           Group& group) {
  warp.polls = true;
  if (!nextGroup(warp, access, addresses, remaining, "atomic operation", place, group)) return false;
  if (group.region->kind == RegionKind::Parameter)
    return fault(FaultKind::OutOfBounds, place, &warp, group.mask, "an atomic operation on the kernel's parameters, which are read-only");
  if (!checkWritten(warp, group, access.bytes, place)) return false;
  checkRaces(warp, group, access.bytes, AccessMode::Atomic, place);
  delayLoad(warp, access.timing, countAtomic(group));
  return true;
}

/// Lanes at one address go one after the other.
double Executor::countAtomic(const Group& group) {
  std::uint64_t seen[laneCount];
  unsigned times[laneCount] = {};
  unsigned distinct = 0;
  unsigned worst = 0;
  for (Mask rest = group.mask; rest; rest &= rest - 1) {
    const std::uint64_t offset = group.offset[firstLane(rest)];
    unsigned i = 0;
    while (i < distinct && seen[i] != offset) ++i;
    if (i == distinct) seen[distinct++] = offset;
    worst = std::max(worst, ++times[i]);
  }
  if (group.region->kind == RegionKind::Shared) {
    phase_.shared += 2.0 * worst;
    return model_.sharedAtomicLatency + model_.sharedConflict * (worst - 1);
  }
  countGlobal(group, 4, false);
  phase_.atomics += worst;
  return model_.atomicLatency;
}

bool Executor::atomic(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place) {
  alignas(64) std::uint64_t addresses[laneCount];
  std::memcpy(addresses, laneCells<std::uint64_t>(warp, op.a), sizeof addresses);
  const AccessPart& part = access.parts[0];
  Group group;
  for (Mask remaining = mask; remaining; remaining &= ~group.mask) {
    if (!beginAtomic(warp, access, addresses, remaining, place, group)) return false;
    for (Mask rest = group.mask; rest; rest &= rest - 1) {
      const unsigned lane = firstLane(rest);
      std::uint8_t* at = group.region->bytes + group.offset[lane];
      std::uint64_t old = 0;
      std::memcpy(&old, at, access.bytes);
      const std::uint64_t fresh = lowBits(result(access, old, cellValue(warp, part.slot, part.cell, lane)), access.bits);
      std::memcpy(at, &fresh, access.bytes);
      warp.changes |= fresh != old;
      setCell(warp, op.result, part.cell, lane, old);
    }
  }
  return true;
}

bool Executor::compareExchange(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place) {
  alignas(64) std::uint64_t addresses[laneCount];
  std::memcpy(addresses, laneCells<std::uint64_t>(warp, op.a), sizeof addresses);
  const AccessPart& part = access.parts[0];
  Mask success = 0;
  Group group;
  for (Mask remaining = mask; remaining; remaining &= ~group.mask) {
    if (!beginAtomic(warp, access, addresses, remaining, place, group)) return false;
    for (Mask rest = group.mask; rest; rest &= rest - 1) {
      const unsigned lane = firstLane(rest);
      std::uint8_t* at = group.region->bytes + group.offset[lane];
      std::uint64_t old = 0;
      std::memcpy(&old, at, access.bytes);
      if (old == cellValue(warp, op.b, part.cell, lane)) {
        const std::uint64_t fresh = cellValue(warp, op.c, part.cell, lane);
        std::memcpy(at, &fresh, access.bytes);
        success |= 1U << lane;
        warp.changes |= fresh != old;
      }
      setCell(warp, op.result, part.cell, lane, old);
    }
  }
  Mask& flags = maskCell(warp, access.success);
  flags = (flags & ~mask) | success;
  return true;
}

} // namespace gevo::sim
