#pragma once

/// Builds the timing of a block: the longer of its longest dependence chain and its issue slots. Instructions count as ideally scheduled
/// within their block, because ptxas reorders them, but for accesses to memory.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/machine/model.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <initializer_list>
#include <span>

namespace gevo::sim {

class BlockTimer {
public:
  explicit BlockTimer(const Model& model) : model_(model) {}
  /// One operation: what it reads and writes. Returns its number in the block.
  std::size_t add(Cost cost, std::span<const Slot> reads, std::span<const Slot> writes);
  /// The operation is a load whose latency is known only when it runs; `access` is its entry in CodeFunction::accesses.
  void markLoad(std::size_t number, std::uint32_t access);
  /// The operation is a store; what stays behind it waits for its bank conflicts too.
  void markStore(std::size_t number, std::uint32_t access);
  /// The operation is a division, which takes longer for some numbers.
  void markDivision(std::size_t number, std::uint32_t access);
  /// ptxas has so many registers for what a block computes for itself; 0: any number.
  void limitRegisters(std::size_t registers) { registers_ = registers; }
  /// The operation is issued after an earlier one, though it needs no result of it.
  void keepBehind(std::size_t number, std::size_t earlier);
  /// The operation is a load or store of shared memory. Across blocks no load passes a store there; `trackedValues` as in finish().
  void markShared(std::size_t number, std::uint32_t& trackedValues);
  /// Sum of the latencies of all operations so far, in all blocks.
  double latencySum() const { return latencySum_; }
  /// Likewise of the issue slots.
  double issueSum() const { return issueSum_; }
  std::size_t last() const { return nodes_.size() - 1; }
  /// Before the end of a block that is a loop: what its rounds take over from each other, by the slots of phis and of their next values.
  /// Where that goes through a load, one round waits for the other.
  void findRecurrence(BlockTiming& timing, std::span<const TrackedMove> carried) const;
  /// Ends the block. Results that may come after its end get a number, by which the blocks that use them wait.
  void finish(BlockTiming& timing, std::vector<Access>& accesses, std::uint32_t& trackedValues);
  /// Gives the slot of a phi a number before any block reads it.
  void track(Slot slot, std::int32_t number) { tracked_[slot] = number; }
  /// The slot is about to hold another value.
  void forget(Slot slot) { tracked_.erase(slot); }
  std::int32_t tracked(Slot slot) const;

private:
  struct Node {
    Cost cost;
    llvm::SmallVector<std::size_t, 4> after;
    llvm::SmallVector<Slot, 2> writes;
    llvm::SmallVector<Slot, 2> takesOver; ///< what it reads from before the block
    llvm::SmallVector<std::int32_t, 2> inputs;
    float start = 0;
    float tail = 0; ///< from its start to the end of the block
    std::uint16_t level = 0;
    bool consumed = false;
    std::int64_t access = -1;
    bool isStore = false;
    bool isDivision = false;
    bool isShared = false;
    bool isAwaited = false;    ///< a store that something stays behind
    std::int64_t behind = -1;  ///< see keepBehind(); -1: none
    std::int64_t lastUse = -1; ///< the last operation of the block that reads it; -1: none
    std::int64_t room = -1;    ///< the operation that is the last to read what was in its register; -1: registers are free
    std::size_t pressure = 0;  ///< registers of results of operations before it that are read by operations behind it
    std::size_t registers() const { return lastUse >= 0 && cost.issue > 0 ? writes.size() : 0; }
  };
  void findPressure();
  float schedule();
  static bool delays(const Node& earlier, const Node& later);
  float orderLatency(const Node& earlier, const Node& later) const;
  void trackSharedStores(BlockTiming& timing) const;
  const Model& model_;
  std::size_t registers_ = 0;      ///< of the block; see limitRegisters()
  std::int32_t sharedStores_ = -1; ///< number of what loads of shared memory in later blocks wait for
  std::vector<Node> nodes_;
  double latencySum_ = 0;
  double issueSum_ = 0;
  llvm::DenseMap<Slot, std::size_t> producer_;
  llvm::DenseMap<Slot, std::int32_t> tracked_;
};

/// After all blocks of a function: loads that no block waits for lose their number.
void dropUnawaited(CodeFunction& code);

} // namespace gevo::sim
