#pragma once

/// What tuning knows: every configuration that a run has evaluated, by the edits of the code that it was evaluated with.

#include "core/parameters/tuning.h"
#include "core/values/individual.h"

#include <map>

namespace gevo {

class TuningHistory {
public:
  void add(const Individual& individual);
  /// With the same edits of the code, in id order.
  const std::vector<TriedConfiguration>& of(const EditList& edits) const;
  /// Generations up to `generation` in which none of them was better than all before.
  std::uint32_t idleGenerations(const EditList& edits, std::uint32_t generation) const;

private:
  struct Tried {
    std::vector<TriedConfiguration> configurations;
    std::uint32_t improved = 0; ///< the last generation with a better one
    double best = 0;
  };
  std::map<EditList, Tried> tried_; ///< by edits of the code
};

} // namespace gevo
