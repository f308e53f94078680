#pragma once

/// A real .gevo file with a synthetic run.

#include "core/store/store.h"
#include "tests/ui/synthetic_run.h"

namespace gevo::synthetic {

inline Individual stored(std::int64_t id, std::uint32_t generation, double runtime, double error) {
  Individual one;
  one.id = id;
  one.generation = generation;
  one.slot = static_cast<std::uint32_t>(id);
  one.origin = id == 0 ? Origin::Original : Origin::Mutation;
  one.parent = id == 0 ? -1 : 0;
  if (id != 0) one.edits = details(id)->individual.edits;
  for (Edit& edit : one.edits) edit.uid += 100 * static_cast<std::uint64_t>(id);
  one.active.assign(one.edits.size(), true);
  one.result.stage = Stage::Done;
  one.result.reason = Reason::None;
  one.result.fitness = {runtime, error};
  one.result.code = {static_cast<std::uint64_t>(id) + 1, 5};
  return one;
}

/// Eight variants; the fastest exact one is the last.
inline GenerationResult generation(std::uint32_t number) {
  GenerationResult result;
  result.generation = number;
  for (std::int64_t i = 1; i <= 8; ++i) {
    const std::int64_t id = number * 8 + i;
    result.evaluations.push_back(stored(id, number, 18.0 - 0.1 * double(id), i % 2 == 0 ? 0 : 0.002));
    result.population.push_back(id);
    result.rank.push_back(0);
  }
  return result;
}

} // namespace gevo::synthetic
