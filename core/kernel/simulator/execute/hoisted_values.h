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

  /// What is the same in every block, of one warp.
  void startLaunch(const Warp& warp) const;
  /// What is the same in all threads of the block, and what is made of that and of the thread's position.
  void startBlock();

private:
  bool computePerBlock();
  void computeSeldom();

  const CodeFunction& kernel_;
  const MemoryFunctions& vectors_ = memoryFunctions();
  ThreadBlock& block_;
  const SpecialRegisters& specials_;
  std::vector<std::uint64_t> results_; ///< of the block before, see CodeFunction::perBlockResults
};

} // namespace gevo::sim
