#include "core/evolution/tuning_history.h"

namespace gevo {

void TuningHistory::add(const Individual& individual) {
  const EvaluationResult& result = individual.result;
  const auto [entry, isNew] = tried_.try_emplace(codeEdits(individual.edits));
  Tried& tried = entry->second;
  tried.configurations.push_back({configurationOf(individual.edits), result.valid(), result.fitness.runtime});
  const bool isBetter = result.valid() && (tried.best == 0 || result.fitness.runtime < tried.best);
  if (isBetter) tried.best = result.fitness.runtime;
  if (isBetter || isNew) tried.improved = individual.generation;
}

const std::vector<TriedConfiguration>& TuningHistory::of(const EditList& edits) const {
  static const std::vector<TriedConfiguration> none;
  const auto entry = tried_.find(codeEdits(edits));
  return entry == tried_.end() ? none : entry->second.configurations;
}

std::uint32_t TuningHistory::idleGenerations(const EditList& edits, std::uint32_t generation) const {
  const auto entry = tried_.find(codeEdits(edits));
  if (entry == tried_.end() || generation < entry->second.improved) return 0;
  return generation - entry->second.improved;
}

} // namespace gevo
