#include "core/evolution/operator_weights.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

/// Weights are whole numbers that add up to about this.
constexpr std::uint64_t whole = 1U << 16;
/// Of all draws, those that go by what paid. With half, a loop that unrolls well takes the draws that later finds need.
constexpr std::uint64_t earnedPercent = 20;

/// Of the others, those to the paper's six. Code can be changed in thousands of ways, while loops, barriers and parameters are few, however
/// many operators know something to do with them.
constexpr std::uint64_t ofTheSixPercent = 67;

/// Of those of directives, where there are programs for functions: many of these for each call, which somebody asked for by name.
constexpr std::uint64_t synthesisPercent = 33;

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
  const auto directives = static_cast<std::uint64_t>(std::ranges::count_if(settings.operators, isDirective));
  const bool synthesises = directives > 1 && std::ranges::find(settings.operators, Operator::Synthesise) != settings.operators.end();
  const std::uint64_t others = settings.operators.size() - directives;
  const std::uint64_t toOthers = directives == 0 ? 100 : others == 0 ? 0 : ofTheSixPercent;
  std::vector<std::uint32_t> weights(operatorCount, 0);
  for (const Operator op : settings.operators) {
    std::uint64_t byKind = isDirective(op) ? (100 - toOthers) * 1000 / directives : toOthers * 1000 / others;
    if (synthesises && op == Operator::Synthesise)
      byKind = (100 - toOthers) * 10 * synthesisPercent;
    else if (synthesises && isDirective(op))
      byKind = (100 - toOthers) * 10 * (100 - synthesisPercent) / (directives - 1);
    const std::uint64_t earned = made.all > 0 ? toEarn * made.by[std::size_t(op)] / made.all : 0;
    weights[std::size_t(op)] = static_cast<std::uint32_t>((whole - toEarn) * byKind / 100'000 + earned);
  }
  return weights;
}

} // namespace gevo
