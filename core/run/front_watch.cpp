#include "core/run/front_watch.h"

#include <iterator>

namespace gevo {

FrontWatch::FrontWatch(Mode mode, const Fitness& original) : mode_(mode) { add(0, original); }

void FrontWatch::add(std::uint32_t generation, const Fitness& fitness) {
  const double error = mode_ == Mode::Exact ? 0 : fitness.error;
  auto after = points_.upper_bound(fitness.runtime);
  if (after != points_.begin() && std::prev(after)->second <= error) return;
  if (after != points_.begin() && std::prev(after)->first == fitness.runtime) --after;
  while (after != points_.end() && after->second >= error) after = points_.erase(after);
  points_.emplace(fitness.runtime, error);
  lastImproved_ = generation;
}

} // namespace gevo
