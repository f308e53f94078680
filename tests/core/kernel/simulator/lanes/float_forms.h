#pragma once

/// The four floating formats, for references: bits to numbers and back.

#include "tests/core/kernel/simulator/lanes/reference.h"
#include "tests/core/kernel/simulator/lanes/small_float.h"

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>

namespace gevo::sim::testing {

inline constexpr Form floatForms[] = {Form::Single, Form::Double, Form::Half, Form::Brain};

inline unsigned widthOf(Form form) {
  switch (form) {
  case Form::Mask:
    return 1;
  case Form::Half:
  case Form::Brain:
    return 16;
  case Form::Word:
  case Form::Single:
    return 32;
  default:
    return 64;
  }
}
inline const SmallFloat& smallOf(Form form) { return form == Form::Half ? halfFormat : brainFormat; }
inline bool isSmall(Form form) { return form == Form::Half || form == Form::Brain; }
inline std::uint64_t signBit(Form form) { return std::uint64_t{1} << (widthOf(form) - 1); }
inline unsigned fractionBits(Form form) {
  return form == Form::Single ? 23 : form == Form::Double ? 52 : static_cast<unsigned>(smallOf(form).fraction);
}
inline std::uint64_t infinityBits(Form form) {
  const std::uint64_t size = signBit(form) - 1;
  return size - ((std::uint64_t{1} << fractionBits(form)) - 1);
}
inline bool isNanBits(Form form, std::uint64_t bits) { return (bits & (signBit(form) - 1)) > infinityBits(form); }
/// What an NVIDIA GPU gives.
inline std::uint64_t nanBits(Form form) {
  return form == Form::Double ? 0xfff8000000000000ULL : form == Form::Single ? 0x7fffffffU : 0x7fffU;
}

inline double numberOf(Form form, std::uint64_t bits) {
  if (form == Form::Double) return std::bit_cast<double>(bits);
  if (form == Form::Single) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (isNanBits(form, bits)) return std::numeric_limits<double>::quiet_NaN();
  if ((bits & 0x7fff) == infinityBits(form)) return (bits & 0x8000) != 0 ? -HUGE_VAL : HUGE_VAL;
  return smallOf(form).value(bits);
}
/// The nearest number of the format.
inline std::uint64_t bitsOf(Form form, double value) {
  if (std::isnan(value)) return nanBits(form);
  if (form == Form::Double) return std::bit_cast<std::uint64_t>(value);
  if (form == Form::Single) return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  return smallOf(form).nearest(value);
}

/// With the machine's rounding for the time of one operation.
template <class Operation> auto withRounding(int mode, Operation&& operation) {
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile auto result = operation();
  std::fesetround(before);
  return static_cast<std::remove_cv_t<decltype(result)>>(result);
}

} // namespace gevo::sim::testing
