#pragma once

#include "core/kernel/simulator/execute/launch_reporter.h"

namespace gevo::sim {

/// What lanes do with matrices, all 32 of a warp do together. False: some of them are not there, a fault.
inline bool checkWholeWarp(LaunchReporter& reporter, const Warp& warp, Mask mask, std::uint32_t location) {
  if (mask == ~0U) return true;
  return reporter.fault(FaultKind::BarrierDivergence, location, warp, mask & -mask,
                        fmt::format("a matrix operation needs all 32 lanes of a warp, but only {:#010x} are there", mask));
}

} // namespace gevo::sim
