#pragma once

/// Places the nodes of a graph with given layers so that few edges cross (Sugiyama et al. 1981).

#include "core/base/result.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace gevo {

struct LayeredGraph {
  std::vector<std::size_t> layers; ///< of each node; from the top
  /// Each joins nodes of different layers.
  std::vector<std::pair<std::size_t, std::size_t>> edges;
};

struct PlacedPoint {
  double x = 0;
  double y = 0;
};

struct LayeredPlaces {
  std::vector<PlacedPoint> nodes; ///< from (0, 0), nodes of a layer at least one apart, layers one apart
  /// Of each edge, from its first node to its second, with the points where it passes the layers between.
  std::vector<std::vector<PlacedPoint>> edges;
  double width = 0;
  double height = 0;
};

/// An error where the library fails, which only happens for want of memory.
Result<LayeredPlaces> placeLayered(const LayeredGraph& graph);

} // namespace gevo
