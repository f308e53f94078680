#pragma once

/// Values that were hoisted out of the kernel's threads: computed before they run, once a launch or once a block.

#include "core/kernel/simulator/execute/launch_context.h"
#include "core/kernel/simulator/execute/special_registers.h"
#include "core/kernel/simulator/execute/thread_block.h"

namespace gevo::sim {

class HoistedValues {
public:
  HoistedValues(const CodeFunction& kernel, ThreadBlock& block, const SpecialRegisters& specials)
      : kernel_(kernel), block_(block), specials_(specials) {}

  /// Computes one warp's values that are the same in every block.
  void startLaunch(const Warp& warp) const;
  /// Computes the values that all threads of the block share, and those made of them and of the thread's position.
  void startBlock();

private:
  bool computePerBlock();
  void computeSeldom();

  const CodeFunction& kernel_;
  const MemoryFunctions& vectors_ = memoryFunctions();
  ThreadBlock& block_;
  const SpecialRegisters& specials_;
  std::vector<std::uint64_t> results_; ///< of the previous block, see CodeFunction::perBlockResults
};

} // namespace gevo::sim
