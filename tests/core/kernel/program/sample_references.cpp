#include "sample_references.h"

#include <algorithm>
#include <cstddef>

namespace gevo::reference {

std::vector<float> hotspot(std::vector<float> temperature, const std::vector<float>& power, int rows, int cols, int steps) {
  // In double: the kernel's rounding is what the comparison tolerates.
  const double capacity = 1.75e6 * 5e-4 * 1e-3 * 1e-3;
  const double lateral = 1.0 / (100.0 * 5e-4);
  const double toSink = 2e-4 / (1.0 * 1e-3 * 1e-3);
  const double step = 0.4 * capacity / (4.0 / lateral + 1.0 / toSink);
  const double ambient = 45.0;
  const auto index = [&](int row, int col) {
    return static_cast<std::size_t>(std::clamp(row, 0, rows - 1)) * cols + std::clamp(col, 0, cols - 1);
  };
  for (int i = 0; i < steps; ++i) {
    std::vector<float> next(temperature.size());
    for (int row = 0; row < rows; ++row) {
      for (int col = 0; col < cols; ++col) {
        const double here = temperature[index(row, col)];
        double heat = power[index(row, col)] + (ambient - here) / toSink;
        for (const std::size_t neighbour : {index(row - 1, col), index(row + 1, col), index(row, col - 1), index(row, col + 1)})
          heat += (temperature[neighbour] - here) / lateral;
        next[index(row, col)] = static_cast<float>(here + step / capacity * heat);
      }
    }
    temperature = std::move(next);
  }
  return temperature;
}

std::vector<int> pathfinder(const std::vector<int>& firstRow, const std::vector<int>& wall, int cols) {
  std::vector<int> sums = firstRow;
  for (std::size_t row = 0; row < wall.size() / cols; ++row) {
    std::vector<int> next(sums.size());
    for (int col = 0; col < cols; ++col) {
      const int left = std::max(col - 1, 0);
      const int right = std::min(col + 1, cols - 1);
      next[col] = *std::min_element(sums.begin() + left, sums.begin() + right + 1) + wall[row * cols + col];
    }
    sums = std::move(next);
  }
  return sums;
}

std::vector<int> needlemanWunsch(const std::vector<int>& reference, std::vector<int> score, int cols, int penalty) {
  for (int row = 1; row < cols; ++row) {
    for (int col = 1; col < cols; ++col) {
      const std::size_t here = static_cast<std::size_t>(row) * cols + col;
      score[here] = std::max({score[here - cols - 1] + reference[here], score[here - 1] - penalty, score[here - cols] - penalty});
    }
  }
  return score;
}

std::vector<int> breadthFirst(const std::vector<Node>& nodes, const std::vector<int>& edges) {
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
