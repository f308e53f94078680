#include "core/format/quantity.h"

#include "core/format/number.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace gevo {

std::string formatRuntime(double microseconds) {
  if (!std::isfinite(microseconds)) return unknownFigure;
  if (microseconds < 999.995) return fmt::format("{:.2f} µs", microseconds); // else it would be "1000.00 µs"
  if (microseconds < 999999.5) return fmt::format("{:.3f} ms", microseconds / 1e3);
  return fmt::format("{:.3f} s", microseconds / 1e6);
}

std::string formatEnergy(double millijoules) {
  if (!std::isfinite(millijoules)) return unknownFigure;
  return millijoules < 1000 ? fmt::format("{:.4g} mJ", millijoules) : fmt::format("{:.4g} J", millijoules / 1000);
}

std::string formatSpeedup(double speedup) { return std::isfinite(speedup) ? fmt::format("{:.3f}×", speedup) : unknownFigure; }

bool showsFaster(double speedup) { return speedup > 1 && formatSpeedup(speedup) != formatSpeedup(1); }

std::string formatFaster(double speedup) {
  return fmt::format("{} {}", formatSpeedup(speedup), showsFaster(speedup) ? "faster" : "as fast");
}

std::string formatDuration(double seconds) {
  if (!std::isfinite(seconds)) return unknownFigure;
  const long whole = std::lround(std::max(seconds, 0.0));
  if (whole >= 3600) return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string formatSeconds(double seconds) { return std::isfinite(seconds) ? fmt::format("{:.2f} s", seconds) : unknownFigure; }

std::string formatRate(double perSecond) { return std::isfinite(perSecond) ? formatRounded(perSecond) + "/s" : unknownFigure; }

std::string formatBytes(std::uint64_t bytes) {
  if (bytes < 1024) return formatCounted(bytes, "byte");
  constexpr std::array units{"KiB", "MiB", "GiB", "TiB"};
  auto value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; value >= 1023.95 && unit + 1 < units.size(); ++unit) value /= 1024; // 1024.0 of a unit is 1.0 of the next
  return fmt::format("{:.1f} {}", value, units[unit]);
}

} // namespace gevo
