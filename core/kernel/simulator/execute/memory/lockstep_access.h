#pragma once

/// As CoalescedAccess, for the warps of a group at once: all of them reach coalesced words, in the same region.

#include "core/kernel/simulator/execute/memory/coalesced_access.h"
#include "core/kernel/simulator/execute/warp_group.h"

namespace gevo::sim {

/// After an access was scattered several times in a row, it is not tried as a coalesced one for a while.
class CoalescingPredictor {
public:
  void startLaunch(std::size_t accesses) { known_.assign(accesses, {}); }
  bool mayBeCoalesced(std::uint32_t access) {
    std::uint8_t& pause = known_[access].pause;
    if (pause == 0) return true;
    --pause;
    return false;
  }
  void record(std::uint32_t access, bool wasCoalesced) {
    Known& known = known_[access];
    known.failures = wasCoalesced ? 0 : known.failures + 1;
    if (known.failures < enough) return;
    known.failures = 0;
    known.pause = longest;
  }

private:
  static constexpr std::uint8_t enough = 4;
  static constexpr std::uint8_t longest = 60;
  struct Known {
    std::uint8_t failures = 0; ///< in a row
    std::uint8_t pause = 0;    ///< times to come
  };
  std::vector<Known> known_; ///< by access of the kernel
};

class LockstepAccess {
public:
  LockstepAccess(MemoryView& memory, RaceChecker& races, AccessTiming& timing) : memory_(memory), races_(races), timing_(timing) {}

  void startLaunch(const CodeFunction& kernel) { predictor_.startLaunch(kernel.accesses.size()); }
  /// A load or store of the kernel by the warps `active`. Returns those that it is still to be done for.
  Warps run(WarpGroup& group, const CodeFunction& function, const Op& op, const Masks& masks, Warps active, std::uint32_t location) {
    const Access& access = function.accesses[op.extra];
    if (!mayCoalesce(access) || !predictor_.mayBeCoalesced(op.extra)) return active;
    const Warps rest =
        op.kind == OpKind::Load ? load(group, access, op, masks, active, location) : store(group, access, op, masks, active, location);
    predictor_.record(op.extra, rest != active);
    return rest;
  }

private:
  Warps load(WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t location);
  Warps store(WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t location);
  Region* find(const WarpGroup& group, const Access& access, const Op& op, const Masks& masks, Warps active, Warps& good);
  Warps defer(WarpGroup& group, const Region& region, const CoalescedWords* words, const Masks& masks, Warps warps, bool isWrite,
              std::uint32_t location);

  const MemoryFunctions& vectors_ = memoryFunctions();
  MemoryView& memory_;
  RaceRecorder races_;
  AccessTiming& timing_;
  CoalescingPredictor predictor_;
  EachWarp<CoalescedWords> found_; ///< of the access under way
};

} // namespace gevo::sim
