#include "core/kernel/simulator/execute/timing/division_time.h"

#include <algorithm>
#include <bit>

namespace gevo::sim {

namespace {

constexpr std::uint32_t bias = 127;
constexpr std::uint32_t largest = 254; ///< exponent of a finite number; 0: it is zero or denormal
constexpr std::uint32_t leastOfNumerator = bias - 101;

std::uint32_t exponentOf(float number) { return std::bit_cast<std::uint32_t>(number) >> 23 & 0xff; }
bool isZero(float number) { return std::bit_cast<std::uint32_t>(number) << 1 == 0; }

/// Of the quotient, with its bias; it may be one less.
std::uint32_t exponentOfQuotient(float a, float b) { return exponentOf(a) - exponentOf(b) + bias; }

bool isUsual(float a, float b) {
  return (exponentOf(a) - leastOfNumerator <= largest - leastOfNumerator) & (exponentOf(b) - 1 <= largest - 1) &
         (exponentOfQuotient(a, b) - 1 <= largest - 1);
}

double delayOf(float a, float b) {
  if (isUsual(a, b)) return 0;
  if (isZero(b) || exponentOf(b) > largest || exponentOf(a) > largest) return 241;
  if (isZero(a)) return 217;
  if (exponentOf(a) == 0) return 471;
  if (exponentOf(b) == 0) return 400;
  const auto quotient = static_cast<std::int32_t>(exponentOfQuotient(a, b));
  if (quotient > static_cast<std::int32_t>(largest)) return 271;
  if (quotient > 0) return 245;
  constexpr std::int32_t mantissaBits = 23;
  return quotient + mantissaBits > 0 ? 342 : 292; // denormal or rounded to 0
}

} // namespace

double divisionDelay(const float* a, const float* b, Mask mask) {
  bool areUsual = true; // in all lanes: the compiler makes vectors of it
  for (unsigned lane = 0; lane < laneCount; ++lane) areUsual &= isUsual(a[lane], b[lane]);
  double delay = 0;
  for (Mask rest = areUsual ? 0 : mask; rest != 0; rest &= rest - 1)
    delay = std::max(delay, delayOf(a[firstLane(rest)], b[firstLane(rest)]));
  return delay;
}

} // namespace gevo::sim
