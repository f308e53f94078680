#include "core/kernel/simulator/execute/memory/atomic_arithmetic.h"

#include <algorithm>
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

std::uint64_t integerOrFloatResult(const Access& access, RegionKind memory, std::uint64_t old, std::uint64_t operand) {
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

std::uint64_t atomicResult(const Access& access, RegionKind memory, std::uint64_t old, std::uint64_t operand) {
  return lowBits(integerOrFloatResult(access, memory, old, operand), access.bits);
}

} // namespace gevo::sim
