#include "core/run/individual.h"

namespace gevo {

const char* originName(Origin origin) {
  switch (origin) {
  case Origin::Original:
    return "original";
  case Origin::InitialMutation:
    return "initial mutation";
  case Origin::Crossover:
    return "crossover";
  case Origin::Mutation:
    return "mutation";
  case Origin::Seeded:
    return "seeded";
  case Origin::Verified:
    return "verified";
  }
  return "unknown";
}

EditList activeEdits(const Individual& individual) {
  EditList edits;
  for (std::size_t i = 0; i < individual.edits.size(); ++i) {
    if (i >= individual.active.size() || individual.active[i]) edits.push_back(individual.edits[i]);
  }
  return edits;
}

std::size_t activeEditCount(const Individual& individual) {
  std::size_t count = individual.edits.size();
  for (const bool active : individual.active) count -= active ? 0 : 1;
  return count;
}

} // namespace gevo
