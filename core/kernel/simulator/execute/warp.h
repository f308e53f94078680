#pragma once

/// The state of one warp: its register frames, its reconvergence stack, where it waits.

#include "core/kernel/simulator/execute/control/reconvergence_stack.h"
#include "core/kernel/simulator/execute/memory/local_memory.h"
#include "core/kernel/simulator/execute/memory/pending_copies.h"
#include "core/kernel/simulator/execute/timing/scoreboard.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <cstring>

namespace gevo::sim {

struct alignas(64) FrameUnit {
  std::byte bytes[64];
};

/// One warp's part of the register frames of several.
struct WarpFrame {
  Frames all;
  unsigned warp = 0;

  std::byte* cell(Slot slot, CellKind kind) const { return all.cells + std::size_t{slot} * all.warps + warp * cellBytes(kind); }
  Warps self() const { return Warps{1} << warp; }
  void run(const Op& op) const { op.function(all, self(), op); }
};

struct CallFrame {
  const CodeFunction* function = nullptr;
  std::size_t base = 0;       ///< first FrameUnit in Warp::units; of the kernel's own frame none
  std::size_t stackDepth = 0; ///< of the reconvergence stack below this frame
  std::size_t tracked = 0;    ///< first of its values in the scoreboard
  std::uint32_t localBase = 0;
  const CallSite* site = nullptr; ///< in the caller
};

enum class WarpState : std::uint8_t { Running, Waiting, Done };

struct Warp {
  WarpFrame frame; ///< of the current function
  WarpFrame kernelFrame;
  std::vector<FrameUnit> units; ///< frames of called functions
  std::vector<CallFrame> calls; ///< the kernel first
  ReconvergenceStack stack;
  LocalMemory local;
  PendingCopies pending;
  unsigned number = 0; ///< in the block
  Mask existing = 0;   ///< lanes that have a thread
  Mask live = 0;       ///< lanes that have not returned from the kernel
  WarpState state = WarpState::Running;
  const Block* barrier = nullptr; ///< where it waits
  std::uint32_t barrierNumber = 0;
  std::uint32_t sync = 0;           ///< counts what orders its lanes among themselves
  std::size_t resumeAt = 0;         ///< operation of its basic block; 0: the block's beginning
  std::uint64_t turnLeft = 0;       ///< warp instructions of a turn that others have interrupted
  bool polls = false;               ///< it looked this turn at what others may change: atomics, volatile loads
  bool changes = false;             ///< it changed memory this turn
  double gridArrival = 0;           ///< cycle at which it last came to a grid-wide barrier
  double gridOpening = 0;           ///< cycle at which it last came there as the last, of all blocks
  bool waitsAtGrid = false;         ///< there, for other blocks: its other lanes wait with it
  Scoreboard* scoreboard = nullptr; ///< of its group

  void startThreadBlock();
  /// Its number in its group.
  unsigned self() const { return kernelFrame.warp; }
  double& clock() const { return scoreboard->clock(self()); }
  const CodeFunction& function() const { return *calls.back().function; }
  /// The lanes of `mask`, and those without a thread where these are all that have one: they hold nothing.
  Mask orAll(Mask mask) const { return mask == existing ? ~0U : mask; }
  void delayLoad(const LoadTiming& timing, double latency, bool takesTurns = false) const {
    scoreboard->delayLoad(timing, self(), calls.back().tracked, latency, takesTurns);
  }
  /// The frame `depth` calls below the kernel's.
  WarpFrame frameAt(std::size_t depth) {
    return depth == 0 ? kernelFrame : WarpFrame{{reinterpret_cast<std::byte*>(units.data() + calls[depth].base), 1}, 0};
  }
};

template <class T> T* laneCells(const Warp& warp, Slot slot) {
  return reinterpret_cast<T*>(warp.frame.cell(slot, sizeof(T) == 8 ? CellKind::Double : CellKind::Word));
}
inline Mask& maskCell(const Warp& warp, Slot slot) { return *reinterpret_cast<Mask*>(warp.frame.cell(slot, CellKind::Mask)); }
/// Gives the lanes of `mask` the bits of `values`.
inline void blendMask(const Warp& warp, Slot slot, Mask values, Mask mask) {
  Mask& cell = maskCell(warp, slot);
  cell = (cell & ~mask) | (values & mask);
}
/// What a load records besides its values: that the warp polled, and which values are defined.
inline void finishLoad(Warp& warp, const Access& access, Mask mask) {
  warp.polls |= access.kind.isStrong();
  for (const Slot unwritten : access.undefined) maskCell(warp, unwritten) &= ~mask;
}
/// Sets all lanes of a cell.
void fillCell(const Warp& warp, Slot slot, CellKind cell, std::uint64_t value);
/// Copies the lanes of `mask` of a cell, perhaps from another frame.
inline void copyCell(const MemoryFunctions& vectors, const WarpFrame& target, Slot toSlot, const WarpFrame& source, Slot fromSlot,
                     CellKind cell, Mask mask) {
  std::byte* const to = target.cell(toSlot, cell);
  const std::byte* const from = source.cell(fromSlot, cell);
  if (cell == CellKind::Mask) {
    Mask old = 0;
    Mask fresh = 0;
    std::memcpy(&old, to, sizeof old);
    std::memcpy(&fresh, from, sizeof fresh);
    old = (old & ~mask) | (fresh & mask);
    std::memcpy(to, &old, sizeof old);
  } else if (cell == CellKind::Word) {
    // With vectors as wide as the arithmetic's, for full masks too: a load that is wider than the stores before it would stall.
    vectors.blendWords(reinterpret_cast<std::uint32_t*>(to), reinterpret_cast<const std::uint32_t*>(from), mask);
  } else {
    vectors.blendDoubles(reinterpret_cast<std::uint64_t*>(to), reinterpret_cast<const std::uint64_t*>(from), mask);
  }
}

} // namespace gevo::sim
