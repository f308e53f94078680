#include "core/format/number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace gevo {

std::string formatCount(std::uint64_t count) {
  std::string digits = std::to_string(count);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3) digits.insert(static_cast<std::size_t>(i), 1, ',');
  return digits;
}

std::string formatCounted(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", formatCount(count), one) : fmt::format("{} {}", formatCount(count), many);
}

std::string formatRounded(double value) {
  if (!std::isfinite(value)) return unknownFigure;
  std::string precise = fmt::format("{:.1f}", value);
  if (precise.size() <= 3) return precise; // "9.9", and no longer "10.0"
  return formatCount(static_cast<std::uint64_t>(std::llround(std::max(value, 0.0))));
}

std::string formatPercent(double share) {
  if (!std::isfinite(share)) return unknownFigure;
  const std::string digits = fmt::format("{:.1f}", share * 100);
  return (digits == "-0.0" ? "0.0" : digits) + " %";
}

std::string formatInterval(double half) {
  if (!std::isfinite(half)) return fmt::format("± {}", unknownFigure);
  const double percent = half * 100;
  return percent < 99.5 ? fmt::format("± {:.2g} %", percent) : fmt::format("± {:.0f} %", percent);
}

} // namespace gevo
