#include "core/store/front_progress.h"

#include "core/search/hypervolume.h"

#include <cmath>

namespace gevo {

namespace {

std::vector<Objective> objectivesOf(const EvaluationSettings& settings) {
  std::vector<Objective> objectives = measuredObjectives(settings);
  if (settings.tolerance <= 0) std::erase(objectives, Objective::Error);
  return objectives;
}

} // namespace

FrontProgress::FrontProgress(const RunInfo& run)
    : objectives_(objectivesOf(run.settings.evaluation)), original_{run.originalRuntime, 0, run.originalEnergy},
      tolerance_(run.settings.evaluation.tolerance), leastEnergy_(run.originalEnergy) {}

void FrontProgress::add(const VariantRow& row) {
  leastEnergy_ = std::fmin(leastEnergy_, row.passedAll ? row.energy : unknown);
  const Fitness fitness{row.runtime, row.error, row.energy};
  if (!row.passedAll || !(row.runtime < original_.runtime) || !objectives_.isKnown(fitness)) return;
  archive_.add(objectives_.of(
      {fitness.runtime / original_.runtime, tolerance_ > 0 ? fitness.error / tolerance_ : 0, fitness.energy / original_.energy}, 0));
}

double FrontProgress::hypervolume() const {
  return gevo::hypervolume(archive_.points(), ObjectiveVector(objectives_.objectives().size(), 1));
}

} // namespace gevo
