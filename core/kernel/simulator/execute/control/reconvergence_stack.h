#pragma once

/// Diverged lanes: the entry on top runs, those below wait. Each goes on at `block` until it comes to `reconverge`, where the entry below
/// waits for it. (Fung et al., "Dynamic Warp Formation and Scheduling for Efficient GPU Control Flow", MICRO 2007.)

#include "core/kernel/simulator/execute/warps.h"

#include <vector>

namespace gevo::sim {

/// Lanes of one warp.
struct StackEntry {
  std::uint32_t block = 0;
  std::uint32_t reconverge = noBlock;
  Mask mask = 0;
};

/// Lanes of the warps of a group that run in lockstep.
struct LockstepEntry {
  std::uint32_t block = 0;
  std::uint32_t reconverge = noBlock;
  Warps warps = 0; ///< that have lanes here
  Masks masks{};
};

template <class Entry> class EntryStack {
public:
  std::size_t depth() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  Entry& top() { return entries_.back(); }
  const Entry& top() const { return entries_.back(); }
  const std::vector<Entry>& entries() const { return entries_; }
  void push(const Entry& entry) { entries_.push_back(entry); }
  void pop() { entries_.pop_back(); }
  void clear() { entries_.clear(); }
  void start(const Entry& entry) { entries_.assign(1, entry); }

  /// The top entry diverges into paths that meet at `reconverge` or, if that is noBlock, where the entry itself was to reconverge. Replaces
  /// it by an entry that waits there, and returns that block; the caller pushes the paths.
  std::uint32_t split(std::uint32_t reconverge) {
    Entry entry = top();
    pop();
    // Where the top was to meet others at the same block anyway, the entry below holds its lanes too.
    if (reconverge != entry.reconverge && reconverge != noBlock) {
      entry.block = reconverge;
      push(entry);
    }
    return reconverge == noBlock ? entry.reconverge : reconverge;
  }

protected:
  std::vector<Entry> entries_;
};

class ReconvergenceStack : public EntryStack<StackEntry> {
public:
  /// Lanes that have nothing left to do.
  void remove(Mask lanes) {
    for (StackEntry& entry : entries_) entry.mask &= ~lanes;
  }
  /// As with the independent thread scheduling of Volta and later, lanes that wait to reconverge can't be kept waiting for ever by lanes
  /// that spin (on a lock that one of them holds, say): the nearest that wait go on first. False: none do above `base`.
  bool resumeWaiting(std::size_t base);
};

class LockstepStack : public EntryStack<LockstepEntry> {
public:
  void remove(unsigned warp, Mask lanes);
};

} // namespace gevo::sim
