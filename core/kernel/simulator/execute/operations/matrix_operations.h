#pragma once

/// Matrices that the lanes of a warp hold together. All 32 lanes take part.

#include "core/kernel/simulator/execute/launch_reporter.h"

namespace gevo::sim {

class MatrixOperations {
public:
  explicit MatrixOperations(LaunchReporter& reporter) : reporter_(reporter) {}

  // False: a fault.

  /// Before a load or store.
  bool check(const Warp& warp, const Op& op, Mask mask, std::uint32_t location);
  /// Sums run over ascending columns of `a`, from `c` on, each rounded to the nearest float or double. Hardware adds several products at
  /// once, with fewer bits, in an order that NVIDIA does not document.
  bool multiply(const Warp& warp, const MatrixProduct& product, Mask mask, std::uint32_t location);

private:
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
