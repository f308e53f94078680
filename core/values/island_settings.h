#pragma once

/// What an island of a run does otherwise than the run's settings say. As text: "operators=delete,copy crossover=0.5 mutation=0.8
/// uniform-operators", any of these in any order, named after the options of `gevo run`; empty for nothing.

#include "core/base/result.h"
#include "core/edit/operators.h"

#include <optional>
#include <string>
#include <string_view>

namespace gevo {

struct IslandSettings {
  Operators operators; ///< of those of the run; empty: all of them
  std::optional<double> crossoverRate;
  std::optional<double> mutationRate;
  bool uniformOperators = false; ///< draws them equally often, also where the run draws those more often that paid
  bool operator==(const IslandSettings&) const = default;
};

std::string printIslandSettings(const IslandSettings& settings);
/// An error names the word that it does not understand, or a rate that is not between 0 and 1.
Result<IslandSettings> parseIslandSettings(std::string_view text);

} // namespace gevo
