#pragma once

/// Builds the timing of a block: the longest dependence chain against the number of instructions issued. Instructions are taken
/// as ideally scheduled inside their block, because ptxas orders them.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <initializer_list>
#include <span>

namespace gevo::sim {

class BlockTimer {
public:
  /// One operation: what it reads and writes. Returns its number in the block.
  std::size_t add(Cost cost, std::span<const Slot> reads, std::span<const Slot> writes);
  /// The operation just added is a load whose latency is only known when it runs.
  void markLoad(std::size_t number, std::uint32_t access);
  /// Latencies of all that was ever added.
  double latencySum() const { return latencySum_; }
  std::size_t last() const { return nodes_.size() - 1; }
  /// Ends the block. Results that are late get a number, so that the blocks that use them can wait.
  void finish(BlockTiming& timing, std::vector<Access>& accesses, std::uint32_t& trackedValues);
  /// Gives a phi a number of its own before any block reads it.
  void track(Slot slot, std::int32_t number) { tracked_[slot] = number; }
  /// The slot is about to hold something else.
  void forget(Slot slot) { tracked_.erase(slot); }
  std::int32_t tracked(Slot slot) const;

private:
  struct Node {
    Cost cost;
    llvm::SmallVector<std::size_t, 4> after;
    llvm::SmallVector<Slot, 2> writes;
    llvm::SmallVector<std::int32_t, 2> inputs;
    float start = 0;
    float tail = 0; ///< from its start to the end of the block
    std::uint16_t level = 0;
    bool consumed = false;
    std::int64_t access = -1;
  };
  float schedule();
  std::vector<Node> nodes_;
  double latencySum_ = 0;
  llvm::DenseMap<Slot, std::size_t> producer_;
  llvm::DenseMap<Slot, std::int32_t> tracked_;
};

/// After all blocks of a function: when a load is there that no block waits for need not be known.
void dropUnawaited(CodeFunction& code);

} // namespace gevo::sim
