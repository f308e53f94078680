#pragma once

/// The heat equation of the hotspot sample in plain C++, written from its definition and not from the kernel.

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gevo::reference {

/// `steps` explicit steps with the sample's constants.
inline std::vector<float> hotspot(std::vector<float> temperature, const std::vector<float>& power, int rows, int cols, int steps) {
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
        double executionProfile = power[index(row, col)] + (ambient - here) / toSink;
        for (const std::size_t neighbour : {index(row - 1, col), index(row + 1, col), index(row, col - 1), index(row, col + 1)})
          executionProfile += (temperature[neighbour] - here) / lateral;
        next[index(row, col)] = static_cast<float>(here + step / capacity * executionProfile);
      }
    }
    temperature = std::move(next);
  }
  return temperature;
}

} // namespace gevo::reference
