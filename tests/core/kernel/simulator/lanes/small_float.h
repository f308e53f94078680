#pragma once

/// Floats of 16 bits by their definition: numbers as double, which holds them all, and the nearest one by looking at its neighbours.

#include <cstdint>
#include <span>

namespace gevo::sim::testing {

struct SmallFloat {
  int fraction = 0; ///< bits of it
  int bias = 0;

  std::uint64_t infinity() const { return static_cast<std::uint64_t>(2 * bias + 1) << fraction; }
  /// Of infinity's bits: the number that would follow the largest.
  double value(std::uint64_t bits) const;
  bool isNan(std::uint64_t bits) const { return (bits & 0x7fff) > infinity(); }
  /// The exact sum of the terms, rounded once (mode: the host's rounding mode). NaN is 0x7fff.
  std::uint64_t roundedSum(std::span<const double> terms, int mode) const;
  std::uint64_t nearest(double value) const;
  std::uint64_t rounded(double value, int mode) const;
};

inline constexpr SmallFloat halfFormat{10, 15};
inline constexpr SmallFloat brainFormat{7, 127};

} // namespace gevo::sim::testing
