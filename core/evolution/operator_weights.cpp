#include "core/evolution/operator_weights.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

/// Weights are whole numbers that add up to about this.
constexpr std::uint64_t whole = 1U << 16;
/// Of all draws, those that go by what paid. With half, a loop that unrolls well takes the draws that later finds need.
constexpr std::uint64_t earnedPercent = 20;

/// Code can be changed in thousands of ways; loops, barriers and parameters are few.
constexpr std::uint64_t shares(Operator op) { return isDirective(op) ? 1 : 3; }

struct EditsOfTheElite {
  std::vector<std::uint64_t> by = std::vector<std::uint64_t>(operatorCount, 0); ///< each operator, of those that are drawn
  std::uint64_t all = 0;

  EditsOfTheElite(const Population& population, const SearchSettings& settings) {
    if (population.members.empty()) return;
    std::set<std::uint64_t> seen;
    for (const Member& member : elitesOf(population, settings))
      for (const Edit& edit : activeEdits(*member)) {
        if (std::ranges::find(settings.operators, edit.op) == settings.operators.end() || !seen.insert(edit.uid).second) continue;
        ++by[std::size_t(edit.op)];
        ++all;
      }
  }
};

} // namespace

std::vector<std::uint32_t> operatorWeights(const Population& population, const SearchSettings& settings) {
  if (!settings.adaptOperators || settings.operators == gevoOperators()) return {};
  const EditsOfTheElite made(population, settings);
  const std::uint64_t toEarn = made.all > 0 ? whole * earnedPercent / 100 : 0;
  std::uint64_t allShares = 0;
  for (const Operator op : settings.operators) allShares += shares(op);
  std::vector<std::uint32_t> weights(operatorCount, 0);
  for (const Operator op : settings.operators) {
    const std::uint64_t earned = made.all > 0 ? toEarn * made.by[std::size_t(op)] / made.all : 0;
    weights[std::size_t(op)] = static_cast<std::uint32_t>((whole - toEarn) * shares(op) / allShares + earned);
  }
  return weights;
}

} // namespace gevo
