#pragma once

/// The state of one warp: its frames, the stack of diverged groups of lanes, its clock; and of a gang of warps.

#include "core/kernel/simulator/lanes/lanes.h"

#include <array>

namespace gevo::sim {

struct Region;

struct alignas(64) FrameUnit {
  std::byte bytes[64];
};

/// A group of lanes that goes on at `block` and waits at `reconverge` for the group below it.
struct LaneGroup {
  std::uint32_t block = 0;
  std::uint32_t reconverge = noBlock;
  Mask mask = 0;
};

/// A warp's part of the register frames of several.
struct WarpFrame {
  Frames all;
  unsigned warp = 0;

  std::byte* cell(Slot slot, CellKind kind) const { return all.cells + std::size_t{slot} * all.warps + warp * cellBytes(kind); }
  Warps self() const { return Warps{1} << warp; }
};

inline constexpr unsigned gangSize = 8;
template <class T> using EachWarp = std::array<T, gangSize>;
using Masks = EachWarp<Mask>; ///< of the warps of a gang
inline constexpr Warps everyWarp = (1U << gangSize) - 1;

/// When the warps of a gang get where, side by side, so that what is the same for all is added to all at once.
struct Times {
  EachWarp<double> clock{};
  EachWarp<double> start{};               ///< of the block being run, after waiting for late inputs
  std::array<EachWarp<float>, 8> delay{}; ///< by level of loads: how much later than at the shortest latency
  std::vector<EachWarp<double>> ready;    ///< when tracked results are there
};

struct CallFrame {
  const CodeFunction* function = nullptr;
  std::size_t base = 0;    ///< first FrameUnit in Warp::units; of the kernel's own frame none
  std::size_t groups = 0;  ///< number of lane groups below this frame
  std::size_t tracked = 0; ///< first entry in Times::ready
  std::uint32_t localBase = 0;
  const CallSite* site = nullptr; ///< in the caller
};

enum class WarpState : std::uint8_t { Running, Waiting, Done };

/// What local memory holds until somebody writes it. Not zero: a variant without an initialisation must not be right by luck.
inline constexpr std::uint8_t unwrittenLocal = 0xA5;

struct Warp {
  WarpFrame frame; ///< of the current function
  WarpFrame kernelFrame;
  std::vector<FrameUnit> units; ///< frames of called functions
  std::vector<CallFrame> frames;
  std::vector<LaneGroup> groups;
  std::vector<std::uint8_t> local;        ///< local memory, lane after lane
  std::vector<std::uint8_t> localWritten; ///< of each of its bytes: 1 once the thread wrote it
  std::uint32_t localBytes = 0;           ///< of one lane
  unsigned number = 0;                    ///< in the block
  Mask existing = 0;                      ///< lanes that have a thread
  Mask live = 0;                          ///< lanes that have not returned from the kernel
  WarpState state = WarpState::Running;
  const Block* barrier = nullptr; ///< where it waits
  std::uint32_t barrierNumber = 0;
  std::uint32_t sync = 0; ///< counts what orders its lanes among themselves
  bool polls = false;     ///< it looked this turn at what others may change: atomics, volatile loads
  bool changes = false;   ///< it changed memory this turn
  Times* times = nullptr; ///< of its gang

  double& clock() const { return times->clock[kernelFrame.warp]; }
  /// The frame `depth` calls below the kernel's.
  WarpFrame frameAt(std::size_t depth) {
    return depth == 0 ? kernelFrame : WarpFrame{{reinterpret_cast<std::byte*>(units.data() + frames[depth].base), 1}, 0};
  }
};

/// How many they are. On the processor's baseline std::popcount is a call.
constexpr unsigned countOf(Warps warps) {
  static_assert(gangSize <= 8);
  warps -= warps >> 1 & 0x55U;
  warps = (warps & 0x33U) + (warps >> 2 & 0x33U);
  return (warps + (warps >> 4)) & 0xfU;
}

struct GangGroup {
  std::uint32_t block = 0;
  std::uint32_t reconverge = noBlock;
  Warps warps = 0; ///< that have lanes here
  Masks masks{};
};

/// What was found out of an address that is watched (see Access::watch), of the warps of a gang: where it is in rows.
struct KnownRows {
  Region* region = nullptr; ///< null: nothing is known
  bool meets = false;       ///< in shared memory, a bank has to serve two words
  bool written = false;     ///< all that the lanes reach, since the block began
  Masks masks{};            ///< of the lanes of which it is known
  std::array<CoalescedWords, gangSize> rows;
};

/// Some warps of a block, one after the other, that run as if they were one as long as they go the same way: what an operation costs
/// beside its arithmetic is paid once for all.
struct Gang {
  unsigned first = 0;
  unsigned count = 0;
  bool inStep = false;            ///< else each warp has groups of its own
  Frames frames;                  ///< the kernel's
  Masks existing{};               ///< lanes that have a thread
  Warps changed = 0;              ///< those that changed memory this turn, in step
  const Block* barrier = nullptr; ///< where all of it waits, whatever its warps' own states say
  std::vector<GangGroup> groups;
  std::vector<KnownRows> known; ///< by watch
  Times times;
};

} // namespace gevo::sim
