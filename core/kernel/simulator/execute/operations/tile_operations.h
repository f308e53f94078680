#pragma once

/// Tiles of 8 x 8 values of 16 bits, of which each lane of a warp holds two side by side in a word (PTX ISA, "Warp-level matrix load
/// instruction: ldmatrix"). All 32 lanes take part.

#include "core/kernel/simulator/execute/launch_reporter.h"

namespace gevo::sim {

class TileOperations {
public:
  explicit TileOperations(LaunchReporter& reporter) : reporter_(reporter) {}

  /// Each lane's word of a tile, from the addresses of its rows. False: a fault. A row begins at a multiple of 16 bytes, in shared memory;
  /// whether it lies in the block's own is left to the access.
  bool findAddresses(const Warp& warp, const Op& op, Mask mask, std::uint32_t location);
  static void transpose(const Warp& warp, const Op& op);

private:
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
