#pragma once

/// Runs a launch: blocks of threads in order; in each block the warp groups take turns until all wait at a barrier or have ended.

#include "core/kernel/simulator/execute/control/lockstep_runner.h"
#include "core/kernel/simulator/execute/hoisted_values.h"

namespace gevo::sim {

/// What outlives a launch: buffers and shadows.
struct ExecutorState {
  MemoryView memory;
  RaceChecker races;
  std::vector<Warp> warps;
  std::vector<FrameUnit> frames; ///< the kernel's own, of all warps
  Profile profile;
  Counters counters;
};

class Executor {
public:
  Executor(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch, const Limits& limits,
           GlobalMemory& global, ExecutorState& state, RandomTurns* turns = nullptr, ExecutorState* common = nullptr);
  /// The whole launch, block after block.
  LaunchReport run();

  /// For one of several that share a launch: all of them begin, and one after the other gives one of its warps a turn. False: the launch
  /// can't begin.
  bool begin();
  void startBlock(std::uint32_t number);
  enum class Progress : std::uint8_t { Continues, BlockEnded, Fault };
  Progress advance(RandomTurns& turns);
  LaunchReport end();
  /// A report of a launch that can't begin.
  LaunchReport refuse(std::string reason);

  /// For one block of several that share `common`, and go on in turns until they wait for each other: the first opens the memory.
  void beginAmong(bool isFirst);
  /// Continues: what runs waits for other blocks.
  Progress runUntilStuck();
  /// The cycle at which it last came to a grid-wide barrier; it goes on at another.
  double arrival() const;
  double opening() const; ///< the cycle at which it last came there as the last
  void continueAt(double cycle);
  std::uint64_t instructions() { return reporter_.statistics().warpInstructions; }
  /// Takes over what another block took and found.
  void join(Executor& other);

private:
  void startLaunch(bool opensMemory);
  void makeGroups();
  void prepareWarp(Warp& warp, unsigned number);
  void passParameters(const Warp& warp) const;
  bool runBlock();
  void runSample(const BlockSample& sample);
  bool runPhase(bool& isWaiting);
  Progress runPhasesUntilStuck();
  bool runTurns();
  Progress endPhase(bool isWaiting);
  bool isAny(WarpState state) const { return count(state) != 0; }
  std::size_t count(WarpState state) const;
  double latestClock() const;
  void joinGroups();

  LaunchContext context_;
  ExecutorState& state_;
  GlobalMemory& global_;
  MemoryView& memory_;
  RaceChecker& races_;
  ThreadBlock block_;
  MemoryView::SharedMemory shared_;      ///< of one block of several, while another runs
  RaceChecker::Resident known_;          ///< likewise
  double weight_ = 1;                    ///< of the block that runs
  double distinctBytes_ = 0;             ///< of global memory, touched by blocks that joined
  std::vector<std::uint32_t> warpOrder_; ///< whose turn is first; empty: the groups', one after the other
  LaunchReporter reporter_;
  PhaseTimer timer_;
  AccessTiming accessTiming_;
  Profiler profiler_;
  PlaceCounters counters_;
  Operations operations_;
  LockstepAccess lockstepAccess_;
  SpecialRegisters specials_;
  HoistedValues hoisted_;
  Calls calls_;
  Barriers barriers_;
  WarpRunner warpRunner_;
  LockstepRunner lockstepRunner_;
};

} // namespace gevo::sim
