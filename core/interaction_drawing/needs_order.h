#pragma once

/// How the edits of a cluster stand in its drawing.

#include "core/interactions/interactions.h"

#include <utility>
#include <vector>

namespace gevo {

/// Needs among some edits, which are numbered by their places in the list.
struct NeedsOrder {
  /// Of each edit, from the top: those that need others stand above these. Edits that need each other are on one layer.
  std::vector<std::size_t> layers;
  /// From an edit to one that it needs on a lower layer, without those that follow from others.
  std::vector<std::pair<std::size_t, std::size_t>> arrows;
  /// Edits that need each other, the smaller number first.
  std::vector<std::pair<std::size_t, std::size_t>> mutual;
};

NeedsOrder orderNeeds(const std::vector<std::size_t>& edits, const std::vector<Need>& needs);

} // namespace gevo
