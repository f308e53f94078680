#pragma once

/// What CUDA's device runtime does for printf() and assert().

#include "core/kernel/simulator/execute/memory/access_checker.h"

namespace gevo::sim {

class DevicePrintf {
public:
  DevicePrintf(MemoryView& memory, LaunchReporter& reporter) : memory_(memory), checker_(memory, reporter), reporter_(reporter) {}

  // False: a fault.

  /// vprintf(): thread after thread.
  bool print(const Warp& warp, const Op& op, Mask mask, std::uint32_t location);
  /// An assertion does not hold.
  bool failAssertion(const Warp& warp, const Op& op, Mask mask, std::uint32_t location);

private:
  std::optional<std::string> textAt(std::uint64_t address, unsigned lane);

  MemoryView& memory_;
  AccessChecker checker_;
  LaunchReporter& reporter_;
};

} // namespace gevo::sim
