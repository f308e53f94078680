#pragma once

/// Breadth-first search in plain C++, written from its definition and not from the kernels.

#include <cstddef>
#include <vector>

namespace gevo::reference {

/// A node's edges in the list of all edges.
struct Node {
  int first = 0;
  int edges = 0;
};

/// Edges from node 0 to each node; -1 where there is no path.
inline std::vector<int> breadthFirst(const std::vector<Node>& nodes, const std::vector<int>& edges) {
  std::vector<int> distance(nodes.size(), -1);
  std::vector<int> queue{0};
  distance[0] = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Node& node = nodes[queue[next]];
    for (int edge = node.first; edge < node.first + node.edges; ++edge) {
      if (distance[edges[edge]] >= 0) continue;
      distance[edges[edge]] = distance[queue[next]] + 1;
      queue.push_back(edges[edge]);
    }
  }
  return distance;
}

} // namespace gevo::reference
