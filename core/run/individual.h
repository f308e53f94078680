#pragma once

/// One try: an edit list that was applied and judged. What the search makes and the store keeps.

#include "core/edit/edit.h"
#include "core/run/outcome.h"

namespace gevo {

/// How a try came to be. Its order is part of the file format.
/// Seeded: taken from the front of another run. Verified: a member that was tested on one test, tried again on all.
enum class Origin : std::uint8_t { Original, InitialMutation, Crossover, Mutation, Seeded, Verified };
inline constexpr Origin lastOrigin = Origin::Verified;
const char* originName(Origin origin);

struct Individual {
  std::int64_t id = 0; ///< in order of (generation, slot, step); 0 is the original
  std::uint32_t generation = 0;
  std::uint32_t slot = 0; ///< place in the generation's population
  std::uint32_t step = 0; ///< nth try for this slot in this generation
  Origin origin = Origin::Original;
  std::int64_t parent = -1;  ///< id, -1 for none
  std::int64_t parent2 = -1; ///< second parent of a crossover
  EditList edits;
  std::vector<bool> active; ///< per edit
  Outcome outcome;
};

EditList activeEdits(const Individual& individual);
std::size_t activeEditCount(const Individual& individual);

} // namespace gevo
