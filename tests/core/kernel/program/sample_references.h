#pragma once

/// The samples' computations in plain C++, written from their definition and not from the kernels.

#include <vector>

namespace gevo::reference {

/// `steps` explicit steps of the heat equation with the sample's constants.
std::vector<float> hotspot(std::vector<float> temperature, const std::vector<float>& power, int rows, int cols, int steps);

/// Cheapest sums to each cell of the last row.
std::vector<int> pathfinder(const std::vector<int>& firstRow, const std::vector<int>& wall, int cols);

/// Score matrix; `score` holds the border already.
std::vector<int> needlemanWunsch(const std::vector<int>& reference, std::vector<int> score, int cols, int penalty);

/// A node's edges in the list of all edges.
struct Node {
  int first = 0;
  int edges = 0;
};
/// Edges from node 0 to each node; -1 where there is no way.
std::vector<int> breadthFirst(const std::vector<Node>& nodes, const std::vector<int>& edges);

} // namespace gevo::reference
