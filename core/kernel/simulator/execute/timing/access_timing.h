#pragma once

/// What accesses to memory cost: each is charged to the parts of the multiprocessor that it takes, and has a latency in cycles.

#include "core/kernel/simulator/execute/timing/bank_conflicts.h"
#include "core/kernel/simulator/execute/timing/demand.h"
#include "core/kernel/simulator/execute/timing/sector_cache.h"
#include "core/kernel/simulator/execute/timing/unit_queue.h"
#include "core/kernel/simulator/execute/warps.h"

namespace gevo::sim {

class AccessTiming {
public:
  /// Counts in `statistics` and charges `demand`.
  AccessTiming(const Model& model, const MemoryView& memory, LaunchStatistics& statistics, Demand& demand)
      : model_(model), memory_(memory), statistics_(statistics), demand_(demand), sectors_(memory) {}

  /// The memory is open. `warps`: of a block.
  void startLaunch(unsigned warps);
  void startBlock() {
    sectors_.startBlock();
    startPhase();
  }
  /// No warp goes on before those that came to a barrier.
  void startPhase() {
    for (UnitQueue& queue : textureQueues_) queue.clear();
  }

  // Each returns the latency.

  double charge(const RegionAccess& part, std::uint32_t bytes, bool isLoad);
  double chargeUniformLoad(Region& region, std::uint64_t offset, std::uint32_t bytes, Mask mask);
  /// Elements of a texture, of `bytes` each, that lanes fetch together. What a filter adds up for them are further elements.
  double chargeElements(const RegionAccess& part, std::uint32_t bytes);
  /// The fetch that these elements are for, by a warp of the block at a cycle of it. Returns how long it waits for fetches of other warps.
  double chargeFetch(unsigned warp, double cycle, std::uint32_t bytes, bool filters);
  /// Lanes at one address go one after the other.
  double chargeAtomic(const RegionAccess& part);
  /// As charge(), of words in shared or global memory.
  double chargeCoalesced(Region& region, const CoalescedWords& words, Mask mask, bool isLoad) {
    if (region.isShared()) return chargeShared(words, mask, region);
    const TouchedSectors touched = sectors_.touch(region, words, mask);
    chargeSectors(touched, isLoad);
    return latencyOf(touched);
  }
  /// Likewise of several warps, each of which gets a latency. `conflictFree`: it is known that in no warp a bank has to serve two words.
  /// Returns whether all latencies are the shortest of shared memory.
  bool chargeCoalesced(Region& region, const CoalescedWords* words, const Masks& masks, Warps warps, bool conflictFree, bool isLoad,
                       EachWarp<double>& latency);
  /// One lane copies or sets so many bytes.
  void chargeCopy(std::uint64_t bytes);

  /// Bytes of global memory that the launch has touched so far.
  double distinctBytes() const { return distinctBytes_; }
  double sharedLatency() const { return model_.sharedLatency; }
  double textureLatency() const { return model_.textureLatency; }

private:
  double chargeShared(BankUse use) {
    demand_.shared += use.wavefronts;
    statistics_.sharedConflicts += use.worst - 1;
    const unsigned extra = use.wavefronts > use.turns ? use.wavefronts - use.turns : 0;
    return model_.sharedLatency + model_.sharedConflict * extra + model_.sharedConflict * (use.turns - 1);
  }
  double chargeShared(const CoalescedWords& words, Mask mask, Region& region) {
    if (haveBankConflict(words, mask)) return chargeShared(bankUse(vectors_, laneByLane(region, words, mask), 4));
    ++demand_.shared;
    return model_.sharedLatency;
  }
  void chargeSectors(const TouchedSectors& touched, bool isLoad) {
    statistics_.globalSectors += touched.count;
    demand_.cacheSectors += touched.count;
    distinctBytes_ += static_cast<double>(touched.fresh << sectorShift);
    demand_.levelTwoSectors += isLoad ? touched.missed : touched.count;
  }
  double latencyOf(const TouchedSectors& touched) const { return touched.missed > 0 ? missLatency_ : model_.cacheLatency; }

  const MemoryFunctions& vectors_ = memoryFunctions();
  const Model& model_;
  const MemoryView& memory_;
  LaunchStatistics& statistics_;
  Demand& demand_;
  SectorCache sectors_;
  /// Of each warp group, which has the share of the unit that its warps have of the block's: groups run one after the other, and a later
  /// one would find what an earlier one has left.
  std::vector<UnitQueue> textureQueues_;
  unsigned warps_ = 1;
  double missLatency_ = 0; ///< of a load that misses the L1 cache
  double distinctBytes_ = 0;
};

inline bool AccessTiming::chargeCoalesced(Region& region, const CoalescedWords* words, const Masks& masks, Warps warps, bool conflictFree,
                                          bool isLoad, EachWarp<double>& latency) {
  if (region.isShared()) {
    latency.fill(model_.sharedLatency);
    Warps free = warps; // of conflicts
    if (!conflictFree)
      forEachWarp(warps, [&](unsigned i) {
        if (!haveBankConflict(words[i], masks[i])) return;
        free &= ~(1U << i);
        latency[i] = chargeShared(bankUse(vectors_, laneByLane(region, words[i], masks[i]), 4));
      });
    demand_.shared += countOf(free);
    return free == warps;
  }
  latency = {};
  TouchedSectors all;
  for (Warps rest = warps; rest != 0; rest &= rest - 1) {
    const unsigned i = firstWarp(rest);
    const TouchedSectors touched = sectors_.touch(region, words[i], masks[i]);
    all.add(touched);
    latency[i] = latencyOf(touched);
  }
  chargeSectors(all, isLoad);
  return false;
}

} // namespace gevo::sim
