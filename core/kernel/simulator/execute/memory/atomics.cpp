#include "core/kernel/simulator/execute/executor.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstring>

namespace gevo::sim {
#include "core/kernel/simulator/lanes/half_functions.h"

namespace {

std::uint64_t lowBits(std::uint64_t value, unsigned bits) { return bits >= 64 ? value : value & ((1ULL << bits) - 1); }

std::int64_t signedBits(std::uint64_t value, unsigned bits) {
  const unsigned spare = 64 - bits;
  return static_cast<std::int64_t>(value << spare) >> spare;
}

/// As the GPU does it: of two operands the one that is a number, -0 below +0.
template <class T> T floatResult(AtomicKind kind, T a, T b) {
  switch (kind) {
  case AtomicKind::FAdd:
    return a + b;
  case AtomicKind::FSub:
    return a - b;
  default:
    break;
  }
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) ? b : a;
  const bool aIsLess = a < b || (a == b && std::signbit(a));
  return aIsLess == (kind == AtomicKind::FMin) ? a : b;
}

template <class T> std::uint64_t smallResult(AtomicKind kind, std::uint64_t old, std::uint64_t operand) {
  const float a = widened<T>(static_cast<std::uint32_t>(old & 0xffff));
  const float b = widened<T>(static_cast<std::uint32_t>(operand & 0xffff));
  return narrowed<T>(floatResult(kind, a, b));
}

/// A float in global memory is added to without subnormals: the PTX ISA says so of atom.add.f32, and an H100 does it.
float flushed(float value) { return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0F, value) : value; }

std::uint64_t floatResult(const Access& access, RegionKind memory, std::uint64_t old, std::uint64_t operand) {
  const AtomicKind kind = access.atomic;
  switch (access.number) {
  case AtomicFloat::Half:
    return smallResult<Half>(kind, old, operand);
  case AtomicFloat::Brain:
    return smallResult<Brain>(kind, old, operand);
  case AtomicFloat::HalfPair:
    return smallResult<Half>(kind, old, operand) | smallResult<Half>(kind, old >> 16, operand >> 16) << 16;
  case AtomicFloat::BrainPair:
    return smallResult<Brain>(kind, old, operand) | smallResult<Brain>(kind, old >> 16, operand >> 16) << 16;
  case AtomicFloat::Double: {
    const double sum = floatResult(kind, std::bit_cast<double>(old), std::bit_cast<double>(operand));
    return std::isnan(sum) ? 0xfff8000000000000ULL : std::bit_cast<std::uint64_t>(sum);
  }
  default: {
    const auto bits = [](std::uint64_t value) { return std::bit_cast<float>(static_cast<std::uint32_t>(value)); };
    const bool flushes = kind == AtomicKind::FAdd && memory == RegionKind::Global;
    const float sum =
        flushes ? flushed(floatResult(kind, flushed(bits(old)), flushed(bits(operand)))) : floatResult(kind, bits(old), bits(operand));
    return std::isnan(sum) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(sum);
  }
  }
}

std::uint64_t result(const Access& access, RegionKind memory, std::uint64_t old, std::uint64_t operand) {
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
    return floatResult(access, memory, old, operand);
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
      const std::uint64_t fresh =
          lowBits(result(access, group.region->kind, old, cellValue(warp, part.slot, part.cell, lane)), access.bits);
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
