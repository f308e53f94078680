// No include guard on purpose, see lane_functions.h. 16-bit floats: from the bits of a cell to wider floats, and back with one rounding.
//
// Computing in float and then rounding equals rounding the exact result, for + - * / and the square root: float has more than twice the
// precision plus two bits, and where bfloat's results are subnormal, float's error is too small to create ties.

namespace {

/// Tags of the two formats.
struct Half {
  static constexpr unsigned fractionBits = 10;
};
struct Brain {
  static constexpr unsigned fractionBits = 7;
};

constexpr std::uint32_t halfNan = 0x7fff; // what an NVIDIA GPU produces for both
constexpr std::uint32_t halfSign = 0x8000;

inline std::uint32_t floatBits(float value) { return __builtin_bit_cast(std::uint32_t, value); }
inline float floatOfBits(std::uint32_t bits) { return __builtin_bit_cast(float, bits); }

/// Exact.
template <class T> [[gnu::always_inline]] inline float widened(std::uint32_t bits) {
  const std::uint32_t sign = (bits & halfSign) << 16;
  const std::uint32_t size = bits & (halfSign - 1);
  if constexpr (T::fractionBits == 7) {
    const std::uint32_t shifted = size << 16;
    return floatOfBits(shifted > 0x7f800000U ? 0x7fffffffU : shifted | sign);
  } else {
    const std::uint32_t small = floatBits(static_cast<float>(static_cast<std::int32_t>(size)) * 0x1p-24F);
    const std::uint32_t normal = (size << 13) + (112U << 23);
    const std::uint32_t finite = size < 0x400 ? small : normal;
    const std::uint32_t any = size < 0x7c00 ? finite : 0x7f800000U;
    return floatOfBits(size > 0x7c00 ? 0x7fffffffU : any | sign);
  }
}

/// To the nearest, ties to even.
template <class T> [[gnu::always_inline]] inline std::uint32_t narrowed(float value) {
  const std::uint32_t all = floatBits(value);
  const std::uint32_t sign = all >> 16 & halfSign;
  const std::uint32_t size = all & 0x7fffffffU;
  if constexpr (T::fractionBits == 7) {
    const std::uint32_t rounded = (size + 0x7fff + (size >> 16 & 1)) >> 16;
    return size > 0x7f800000U ? halfNan : rounded | sign;
  } else {
    // The unit of 0.5's last place is half precision's smallest number: the addition rounds.
    const std::uint32_t small = floatBits(floatOfBits(size) + 0.5F) - 0x3f000000U;
    const std::uint32_t normal = (size - (112U << 23) + 0xfff + (size >> 13 & 1)) >> 13;
    const std::uint32_t finite = size < (113U << 23) ? small : normal;
    const std::uint32_t any = size < (143U << 23) ? finite : 0x7c00U;
    return size > 0x7f800000U ? halfNan : any | sign;
  }
}

/// Rounds to odd: the next float towards zero, with its last bit set where the value is inexact. Rounding that again equals rounding once.
[[gnu::always_inline]] inline float roundedToOdd(double value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest;
  const std::uint32_t beyond = __builtin_fabs(back) > __builtin_fabs(value) ? 1 : 0;
  const std::uint32_t inexact = ((back < value) | (back > value)) ? 1 : 0;
  return floatOfBits((floatBits(nearest) - beyond) | inexact);
}
template <class T> [[gnu::always_inline]] inline std::uint32_t narrowed(double value) { return narrowed<T>(roundedToOdd(value)); }

/// a + b rounded to odd: the error of the sum decides its last bit.
[[gnu::always_inline]] inline double oddSum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double lost = (a - (sum - part)) + (b - part);
  const auto bits = __builtin_bit_cast(std::uint64_t, sum);
  const bool inexact = (lost < 0) | (lost > 0); // false where the sum is infinite or NaN
  const std::uint64_t step = (lost > 0) == (sum > 0) ? 1 : ~std::uint64_t{0};
  return __builtin_bit_cast(double, (inexact & ((bits & 1) == 0)) ? bits + step : bits);
}

/// a * b + c, rounded once: the product of two 16-bit floats is exact in double.
template <class T> [[gnu::always_inline]] inline std::uint32_t fusedHalf(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  const double product = static_cast<double>(widened<T>(a)) * static_cast<double>(widened<T>(b));
  return narrowed<T>(oddSum(product, static_cast<double>(widened<T>(c))));
}

/// With one of the host's rounding modes.
template <class T> inline std::uint32_t narrowed(float value, int mode) {
  if (mode == FE_TONEAREST || value != value) return narrowed<T>(value);
  const std::uint32_t all = floatBits(value);
  const std::uint32_t sign = all >> 16 & halfSign;
  const std::uint32_t size = all & 0x7fffffffU;
  constexpr std::uint32_t infinity = halfSign - (1U << T::fractionBits);
  if (size == 0x7f800000U) return infinity | sign;
  constexpr unsigned rebias = T::fractionBits == 7 ? 0 : 112;
  constexpr unsigned spare = 23 - T::fractionBits;
  std::uint32_t kept = (size - (rebias << 23)) >> spare;
  bool inexact = (size & ((1U << spare) - 1)) != 0;
  if (size >= (rebias + 31) << 23 && rebias != 0) {
    kept = infinity - 1;
    inexact = true;
  } else if (size < (rebias + 1) << 23 && rebias != 0) {
    const unsigned shift = spare + rebias + 1 - (size >> 23);
    const std::uint32_t fraction = (size & 0x7fffffU) | 0x800000U;
    kept = shift < 32 && size != 0 ? fraction >> shift : 0;
    inexact = size != 0 && (shift >= 32 || (fraction & ((1U << shift) - 1)) != 0);
  }
  const bool away = sign != 0 ? mode == FE_DOWNWARD : mode == FE_UPWARD;
  return (kept + (inexact && away ? 1 : 0)) | sign;
}

/// An integer of up to 64 bits as a double that rounds to the same half: bits that don't fit a double set its last bit.
inline double doubleOf(std::uint64_t value) {
  constexpr std::uint64_t dropped = 0x7ff;
  const std::uint64_t kept = (value & ~dropped) | ((value & dropped) != 0 ? dropped + 1 : 0);
  return static_cast<double>(value >> 53 != 0 ? kept : value);
}

} // namespace
