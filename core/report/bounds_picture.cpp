#include "core/report/bounds_picture.h"

#include "core/format/heat_text.h"
#include "core/report/html.h"

#include <algorithm>
#include <fmt/format.h>

namespace gevo::report {

namespace {

constexpr double leastShare = 0.01; ///< of the longest bar
constexpr double left = 130;        ///< of the bars
constexpr double room = 700;        ///< of the longest
constexpr double barHeight = 11;
constexpr double rowHeight = 34;

struct Side {
  std::array<double, kernelBoundCount> cycles;
  std::size_t largest;
  std::string_view color;
};

std::string bar(const Side& side, std::size_t part, double longest, double y) {
  const bool bounds = part == side.largest;
  const double cycles = side.cycles[part];
  return fmt::format("<rect x=\"{}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{}\" rx=\"2\" fill=\"{}\" fill-opacity=\"{}\"/>\n", left, y,
                     std::max(cycles / longest * room, 1.0), barHeight, side.color, bounds ? "1" : "0.45") +
         fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\" font-size=\"11\"{}>{}</text>\n", left + cycles / longest * room + 6,
                     y + barHeight - 1.5, bounds ? "$ink" : "$muted", bounds ? " font-weight=\"600\"" : "", formatCycles(cycles));
}

} // namespace

std::string boundsPicture(const KernelHeat& kernel, std::string_view description) {
  const Side original{boundsOf(kernel.original.bounds), largestBound(kernel.original.bounds), "$scatter"};
  const Side variant{boundsOf(kernel.variant.bounds), largestBound(kernel.variant.bounds), "$accent"};
  const double longest = std::max(original.cycles[original.largest], variant.cycles[variant.largest]);
  if (!(longest > 0)) return {};
  std::string rows;
  double y = 6;
  for (std::size_t part = 0; part < kernelBoundCount; ++part) {
    if (std::max(original.cycles[part], variant.cycles[part]) < leastShare * longest) continue;
    const bool counts = part == original.largest || part == variant.largest;
    rows += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\" fill=\"{}\" font-size=\"13\"{}>{}</text>\n", left - 10,
                        y + barHeight + 5, counts ? "$ink" : "$muted", counts ? " font-weight=\"600\"" : "", escaped(boundNames()[part]));
    rows += bar(original, part, longest, y) + bar(variant, part, longest, y + barHeight + 2);
    y += rowHeight;
  }
  return fmt::format("<svg viewBox=\"0 0 960 {0:.0f}\" width=\"960\" height=\"{0:.0f}\" role=\"img\">\n<title>{1}</title>\n{2}</svg>\n", y,
                     escaped(description), rows);
}

} // namespace gevo::report
