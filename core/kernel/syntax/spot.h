#pragma once

/// Places in the texts of a program's sources.

#include <compare>
#include <cstdint>

namespace gevo::program {

struct Spot {
  std::int32_t file = -1; ///< an index into the sources; negative: in none of them
  std::uint32_t offset = 0;
  auto operator<=>(const Spot&) const = default;
};

/// The bytes from `begin` to before `end`.
struct Extent {
  Spot begin;
  std::uint32_t end = 0;
};

} // namespace gevo::program
