#include "core/evolution/front_watch.h"

#include <algorithm>

namespace gevo {

FrontWatch::FrontWatch(Objectives objectives, const Fitness& original)
    : objectives_(std::move(objectives)), bestRuntime_(original.runtime) {
  add(0, original);
}

void FrontWatch::add(std::uint32_t generation, const Fitness& fitness) {
  bestRuntime_ = std::min(bestRuntime_, fitness.runtime);
  if (objectives_.isKnown(fitness) && archive_.add(objectives_.of(fitness, 0))) lastImproved_ = generation;
}

} // namespace gevo
