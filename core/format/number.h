#pragma once

/// Formats numbers for people. UTF-8, independent of the locale.

#include <cstdint>
#include <string>
#include <string_view>

namespace gevo {

/// Shown in place of an unknown figure.
inline constexpr const char* unknownFigure = "–";

/// "23,184".
std::string formatCount(std::uint64_t count);
/// "1 test", "23,184 tests"; `many`: the plural, if it is not `one` with an s.
std::string formatCounted(std::uint64_t count, std::string_view one, std::string_view many = {});
/// For non-negative approximate numbers: one decimal below ten, none above. "2.6", "12", "1,234".
std::string formatRounded(double value);
/// "88.1 %" for 0.881.
std::string formatPercent(double share);
/// "± 0.78 %" for 0.0078. `half`: half the width of an interval, as a share of its middle.
std::string formatInterval(double half);

} // namespace gevo
