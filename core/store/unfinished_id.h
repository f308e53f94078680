#pragma once

/// Ids of the evaluations of a generation that is not complete. They get their own at its end, in order of slots and steps, which is not
/// the order that they end in. Until then they are known by these: below -1, and different in each generation.

#include <cstdint>

namespace gevo {

struct UnfinishedPlace {
  std::uint32_t generation = 0;
  std::uint32_t slot = 0; ///< see Individual
  std::uint32_t step = 0;
};

constexpr bool isUnfinished(std::int64_t id) { return id < -1; }

/// Slots and steps are far below a million.
constexpr std::int64_t unfinishedId(const UnfinishedPlace& place) {
  constexpr std::int64_t most = 1 << 20;
  return -2 - ((place.generation * most + place.slot % most) * most + place.step % most);
}

constexpr UnfinishedPlace unfinishedPlace(std::int64_t id) {
  constexpr std::int64_t most = 1 << 20;
  const std::int64_t number = -2 - id;
  return {std::uint32_t(number / most / most), std::uint32_t(number / most % most), std::uint32_t(number % most)};
}

} // namespace gevo
