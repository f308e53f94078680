#pragma once

/// Edits that were found to interact, as disjoint sets.

#include "core/interactions/edit_set.h"

#include <numeric>

namespace gevo {

class Components {
public:
  explicit Components(std::size_t edits) : parent_(edits) { std::iota(parent_.begin(), parent_.end(), std::size_t(0)); }

  std::size_t rootOf(std::size_t edit) const { return parent_[edit] == edit ? edit : rootOf(parent_[edit]); }
  void join(std::size_t a, std::size_t b) { parent_[rootOf(b)] = rootOf(a); }
  /// All of its set.
  EditSet with(std::size_t edit) const {
    EditSet set(parent_.size(), false);
    for (std::size_t other = 0; other < parent_.size(); ++other) set[other] = rootOf(other) == rootOf(edit);
    return set;
  }

private:
  std::vector<std::size_t> parent_;
};

} // namespace gevo
