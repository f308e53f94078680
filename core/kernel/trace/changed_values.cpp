#include "core/kernel/trace/changed_values.h"

#include <cstring>

namespace gevo::program {
namespace {

/// Of an IEEE format: bits of the fraction, and 1.
struct Format {
  unsigned fractionBits;
  std::uint64_t one;
};

Format formatOf(ElementType type) {
  switch (type) {
  case ElementType::F16:
    return {10, 0x3c00};
  case ElementType::Bf16:
    return {7, 0x3f80};
  case ElementType::F32:
    return {23, 0x3f800000};
  default:
    return {52, 0x3ff0000000000000};
  }
}

/// `sign`: the bit of the sign.
std::uint64_t changedFloat(std::uint64_t bits, const Format& format, std::uint64_t sign, Change change) {
  constexpr unsigned slightBits = 10; // 2^-10 of the value
  const std::uint64_t magnitude = bits & (sign - 1);
  const std::uint64_t infinity = (sign - 1) >> format.fractionBits << format.fractionBits;
  if (magnitude >= infinity) return bits;
  if (change == Change::Zero) return 0;
  if (change == Change::Opposite) return magnitude == 0 ? format.one : bits ^ sign;
  if (magnitude == 0) return format.one - (std::uint64_t(slightBits) << format.fractionBits); // 2^-10
  const std::uint64_t step = format.fractionBits > slightBits ? std::uint64_t(1) << (format.fractionBits - slightBits) : 1;
  return magnitude + step < infinity ? bits + step : bits - step;
}

std::uint64_t changedInteger(std::uint64_t bits, Change change) {
  if (change == Change::Zero) return 0;
  if (change == Change::Slight) return bits + 1;
  return bits == 0 ? 1 : 0 - bits;
}

} // namespace

void changeValues(std::span<std::uint8_t> bytes, ElementType type, Change change) {
  if (change == Change::None) return;
  if (bytes.size() % elementBytes(type) != 0) type = ElementType::U8;
  const std::size_t size = elementBytes(type);
  const std::uint64_t sign = std::uint64_t(1) << (8 * size - 1);
  for (std::size_t at = 0; at < bytes.size(); at += size) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &bytes[at], size); // little-endian
    bits = isFloating(type) ? changedFloat(bits, formatOf(type), sign, change) : changedInteger(bits, change);
    std::memcpy(&bytes[at], &bits, size);
  }
}

} // namespace gevo::program
