#include "tests/core/kernel/simulator/lanes/small_float.h"

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <numeric>

namespace gevo::sim::testing {

namespace {

/// The sign of the exact sum of doubles between 2^-600 and 2^600: as an integer of 1280 bits in units of 2^-660.
int signOfSum(std::span<const double> terms) {
  std::array<std::int64_t, 44> limbs{};
  for (const double term : terms) {
    int exponent = 0;
    const double mantissa = std::frexp(term, &exponent);
    auto rest = static_cast<std::int64_t>(std::ldexp(std::fabs(mantissa), 53));
    const int position = exponent - 53 + 660;
    const std::int64_t sign = std::signbit(term) ? -1 : 1;
    for (auto limb = static_cast<std::size_t>(position / 32), shift = static_cast<std::size_t>(position % 32); rest != 0; ++limb) {
      const std::int64_t room = std::int64_t{1} << (32 - shift);
      limbs[limb] += sign * ((rest % room) << shift);
      rest /= room;
      shift = 0;
    }
  }
  bool any = false;
  for (std::size_t i = 0; i + 1 < limbs.size(); ++i) {
    limbs[i + 1] += limbs[i] >> 32; // towards minus infinity
    any |= (limbs[i] & 0xffffffff) != 0;
  }
  return limbs.back() < 0 ? -1 : any ? 1 : 0;
}

} // namespace

double SmallFloat::value(std::uint64_t bits) const {
  const auto exponent = static_cast<int>((bits & 0x7fff) >> fraction);
  const auto size = static_cast<double>(bits & ((1U << fraction) - 1));
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 0) return sign * std::ldexp(size, 1 - bias - fraction);
  return sign * std::ldexp(size + (1 << fraction), exponent - bias - fraction);
}

std::uint64_t SmallFloat::roundedSum(std::span<const double> terms, int mode) const {
  const double about = std::accumulate(terms.begin() + 1, terms.end(), terms[0]);
  if (std::isnan(about)) return 0x7fff;
  const std::uint64_t sign = std::signbit(about) ? 0x8000 : 0;
  if (std::isinf(about)) return infinity() | sign;
  const auto isBelow = [&](double limit) { // is the sum's size
    std::array<double, 4> all{};
    for (std::size_t i = 0; i < terms.size(); ++i) all[i] = sign != 0 ? -terms[i] : terms[i];
    all[terms.size()] = -limit;
    return signOfSum(std::span(all.data(), terms.size() + 1));
  };
  std::uint64_t low = 0;
  for (std::uint64_t step = 0x4000; step != 0; step /= 2) // the largest number that is not above it
    if (low + step < infinity() && isBelow(value(low + step)) >= 0) low += step;
  if (isBelow(value(low)) == 0) return low | sign;
  const int side = isBelow((value(low) + value(low + 1)) / 2);
  const bool up = mode == FE_TONEAREST ? side > 0 || (side == 0 && low % 2 == 1) : mode == (sign != 0 ? FE_DOWNWARD : FE_UPWARD);
  return (low + (up ? 1 : 0)) | sign;
}

std::uint64_t SmallFloat::rounded(double value, int mode) const {
  double size = std::fabs(value);
  if (std::isfinite(value) && value != 0) size = std::min(std::max(size, 0x1p-200), 0x1p200); // nothing changes beyond
  value = std::copysign(size, value);
  return roundedSum(std::span(&value, 1), mode);
}
std::uint64_t SmallFloat::nearest(double value) const { return rounded(value, FE_TONEAREST); }

} // namespace gevo::sim::testing
