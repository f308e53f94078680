#include "core/evolution/front_watch.h"

#include <algorithm>

namespace gevo {

FrontWatch::FrontWatch(Aims aims, const Fitness& original) : aims_(std::move(aims)), bestRuntime_(original.runtime) { add(0, original); }

void FrontWatch::add(std::uint32_t generation, const Fitness& fitness) {
  bestRuntime_ = std::min(bestRuntime_, fitness.runtime);
  if (aims_.isKnown(fitness) && front_.add(aims_.of(fitness))) lastImproved_ = generation;
}

} // namespace gevo
