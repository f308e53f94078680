#pragma once

/// The knee of a front of two objectives (Das 1999): where giving up a little of one no longer gains much of the other.

#include <array>
#include <optional>
#include <span>

namespace gevo {

/// Index of the point that lies farthest on the better side of the line between the ends, both objectives scaled to the front's range.
/// `front`: minimised, by the first objective, none dominates another. Nothing where there are fewer than three, or all lie on the line
/// or behind it.
std::optional<std::size_t> kneeOf(std::span<const std::array<double, 2>> front);

} // namespace gevo
