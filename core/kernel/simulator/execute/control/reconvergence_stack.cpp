#include "core/kernel/simulator/execute/control/reconvergence_stack.h"

namespace gevo::sim {

bool ReconvergenceStack::resumeWaiting(std::size_t base) {
  Mask busy = 0;
  for (std::size_t i = entries_.size(); i-- > base;) {
    StackEntry& entry = entries_[i];
    const Mask waiting = entry.mask & ~busy;
    if (busy != 0 && waiting != 0) {
      const StackEntry first{entry.block, entry.reconverge, waiting};
      entry.mask &= busy;
      if (entry.mask == 0) entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
      entries_.push_back(first);
      return true;
    }
    busy |= entry.mask;
  }
  return false;
}

void LockstepStack::remove(unsigned warp, Mask lanes) {
  for (LockstepEntry& entry : entries_) {
    entry.masks[warp] &= ~lanes;
    if (entry.masks[warp] == 0) entry.warps &= ~(1U << warp);
  }
}

} // namespace gevo::sim
