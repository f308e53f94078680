#pragma once

/// Numbers as people read them. UTF-8, and the same in every locale.

#include <cstdint>
#include <string>
#include <string_view>

namespace gevo {

/// Stands where a figure is not known.
inline constexpr const char* unknownFigure = "–";

/// "23,184".
std::string formatCount(std::uint64_t count);
/// "1 test", "23,184 tests"; with `many` where it is not `one` and an s: "2 tries".
std::string formatCounted(std::uint64_t count, std::string_view one, std::string_view many = {});
/// Of a number that is not negative and known roughly: one digit after the point below ten, none above. "2.6", "12", "1,234".
std::string formatRounded(double value);
/// "88.1 %" of 0.881.
std::string formatPercent(double share);
/// "± 0.78 %" of 0.0078. `half`: half the width of an interval, as a share of the value in its middle.
std::string formatInterval(double half);

} // namespace gevo
