#pragma once

/// The individuals that a generation hands to the next, ranked by NSGA-II.

#include "core/evolution/evolution.h"
#include "core/evolution/slot_chain.h"
#include "core/search/nsga2.h"
#include "core/search/objectives.h"
#include "core/values/settings.h"

namespace gevo {

struct Population {
  std::vector<Member> members;    ///< best first, ids distinct
  Ranking ranking;                ///< of the members among themselves
  Ranking measured;               ///< the same by what is measured alone, without the number of edits
  std::vector<std::size_t> sizes; ///< active edits of each

  /// Where few edits are an objective, a choice alternates between the two: what is fast comes from what is fast and may need many edits
  /// on the way, which would be crowded out by what has few.
  const Ranking& rankingOf(std::size_t choice) const { return choice % 2 == 0 ? measured : ranking; }
};

ObjectiveVector pointOf(const Individual& individual, const Objectives& objectives);

Population rankPopulation(std::vector<Member> members, const Objectives& objectives);

EditLengths editLengths(const Population& population);

/// The best by both rankings in turn.
std::vector<Member> bestOf(const Population& population, std::size_t count);

/// The best of the population, as many as the settings say by count or share, at least one.
std::vector<Member> elitesOf(const Population& population, const SearchSettings& settings);

/// The best `count` of the candidates, likewise. The same individual counts once; of those with equal code the one with the fewest
/// edits, then the lowest id, is selected, the others only where there are not enough.
Population selectPopulation(const std::vector<Member>& candidates, std::size_t count, const Objectives& objectives);

} // namespace gevo
