#include "core/store/front.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace gevo {

namespace {

/// In the order of `Objective`; what is no objective is 0.
using Point = std::array<double, 3>;

bool has(const std::vector<Objective>& objectives, Objective objective) {
  return std::ranges::find(objectives, objective) != objectives.end();
}

} // namespace

std::vector<VariantRow> paretoFront(std::vector<VariantRow> rows, const std::vector<Objective>& objectives) {
  const bool errorCounts = has(objectives, Objective::Error);
  const bool energyCounts = has(objectives, Objective::Energy);
  if (energyCounts) std::erase_if(rows, [](const VariantRow& row) { return std::isnan(row.energy); });
  const auto point = [&](const VariantRow& row) { return Point{row.runtime, errorCounts ? row.error : 0, energyCounts ? row.energy : 0}; };
  const auto key = [&](const VariantRow& row) { return std::tuple(point(row), row.error, row.edits - row.inactive, row.id); };
  std::ranges::sort(rows, {}, key);
  // What comes later dominates nothing before it. Of two objectives the last of the front has the least of the second.
  std::vector<VariantRow> front;
  const auto isBeaten = [&](const VariantRow& row) {
    const Point own = point(row);
    const auto beats = [&](const VariantRow& other) { return std::ranges::equal(point(other), own, std::ranges::less_equal()); };
    if (!errorCounts || !energyCounts) return !front.empty() && beats(front.back());
    return std::ranges::any_of(front, beats);
  };
  for (const VariantRow& row : rows)
    if (!isBeaten(row)) front.push_back(row);
  return front;
}

} // namespace gevo
