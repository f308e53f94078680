#include "core/evolution/operator_weights.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

/// Weights are whole numbers that add up to about this.
constexpr std::uint64_t whole = 1U << 16;

} // namespace

std::vector<std::uint32_t> operatorWeights(const Population& population, const SearchSettings& settings) {
  if (!settings.adaptOperators || settings.operators == gevoOperators() || population.members.empty()) return {};
  std::vector<std::uint64_t> made(operatorCount, 0);
  const auto isDrawn = [&](Operator op) { return std::ranges::find(settings.operators, op) != settings.operators.end(); };
  std::uint64_t all = 0;
  std::set<std::uint64_t> seen;
  for (const Member& member : elitesOf(population, settings))
    for (const Edit& edit : activeEdits(*member))
      if (isDrawn(edit.op) && seen.insert(edit.uid).second) {
        ++made[std::size_t(edit.op)];
        ++all;
      }
  std::vector<std::uint32_t> weights(operatorCount, 0);
  const std::uint64_t count = settings.operators.size();
  for (const Operator op : settings.operators) {
    const std::uint64_t earned = all > 0 ? whole / 2 * made[std::size_t(op)] / all : whole / 2 / count;
    weights[std::size_t(op)] = static_cast<std::uint32_t>(whole / 2 / count + earned);
  }
  return weights;
}

} // namespace gevo
