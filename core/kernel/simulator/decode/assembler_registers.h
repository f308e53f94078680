#pragma once

/// How many values of a basic block ptxas keeps at once, and what waits for one of them to be read. Found by experiment with ptxas 13.0 at
/// -O3 for sm_90.

#include <llvm/IR/Function.h>

#include <cstddef>
#include <vector>

namespace gevo::sim {

/// Registers for what a basic block computes and reads itself; 0: as many as it takes. ptxas keeps a kernel to the 32 registers a thread
/// with which a multiprocessor is full, unless its blocks are so small that it can't be. So of 64 loads that are used one after the other,
/// 20 to 24 start before the first is waited for, and rounds of an unrolled loop overlap only in part. Fitted to a loop with a division and
/// a load, of which an H200 takes 392, 247, 157, 116 and 105 cycles a round when 1, 2, 4, 8 and 16 are unrolled.
std::size_t blockRegisters(const llvm::Function& function);

/// When registers of a basic block become free.
class FreedRegisters {
public:
  struct Freed {
    float time;     ///< cycles from the start of the block
    std::size_t by; ///< the operation that reads the register last
  };
  /// Of `all` registers, so that no more than the latest so many count.
  explicit FreedRegisters(std::size_t all) : all_(all) {}
  void add(const Freed& freed);
  /// What an operation waits for that leaves room for so many others; null: it need not wait. Valid until the next add().
  const Freed* waitedFor(std::size_t others) const { return others < latest_.size() ? &latest_[others] : nullptr; }

private:
  std::size_t all_;
  std::vector<Freed> latest_; ///< the latest first
};

} // namespace gevo::sim
