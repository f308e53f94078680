#include "core/search/objectives.h"

#include <cmath>

namespace gevo {

ObjectiveVector Objectives::of(const Fitness& fitness, std::size_t edits) const {
  ObjectiveVector point;
  for (const Objective objective : objectives_) {
    switch (objective) {
    case Objective::Time:
      point.push_back(fitness.runtime);
      break;
    case Objective::Error:
      point.push_back(fitness.error);
      break;
    case Objective::Energy:
      point.push_back(fitness.hasEnergy() ? fitness.energy : std::isfinite(leastPower_) ? fitness.runtime * leastPower_ : 0);
      break;
    case Objective::Edits:
      point.push_back(double(edits));
      break;
    }
  }
  return point;
}

void Objectives::learn(const Fitness& measured) {
  if (measured.hasEnergy() && measured.runtime > 0) leastPower_ = std::min(leastPower_, measured.energy / measured.runtime);
}

} // namespace gevo
