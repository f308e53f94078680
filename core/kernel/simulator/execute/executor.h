#pragma once

/// Runs a launch: blocks in order, in each block gang after gang of warps until a barrier or the end, each gang or warp in groups of lanes
/// that go the same way.

#include "core/kernel/simulator/execute/memory/memory_view.h"
#include "core/kernel/simulator/execute/timing/launch_timing.h"
#include "core/kernel/simulator/execute/warp.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <algorithm>
#include <span>

namespace gevo::sim {

/// What outlives a launch: buffers and shadows.
struct ExecutorState {
  MemoryView memory;
  RaceChecker races;
  std::vector<Warp> warps;
  std::vector<FrameUnit> frames; ///< the kernel's own, of all warps
  Profile profile;
};

/// Warp instructions after which others come to their turn where memory was polled and not changed: who spins may wait for one of them.
inline constexpr std::uint64_t turnInstructions = 512;

class Executor {
public:
  Executor(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch, const Limits& limits,
           ExecutorState& state);
  LaunchReport run(GlobalMemory& memory);

private:
  // executor.cpp: blocks and warps
  bool acceptable();
  void prepareWarps();
  void startBlock(Dim3 block);
  void computeAhead();
  void computeSeldom(Gang& gang);
  bool runBlock();
  bool runWarps(const Gang& gang);
  void fillSpecials(Warp& warp, const CallFrame& frame, bool perBlockOnly);
  std::uint32_t specialValue(SpecialRegister which, const Warp& warp, unsigned lane) const;
  void enterFunction(Warp& warp, const CodeFunction& function, Mask mask);

  // barriers.cpp
  const Block* commonBarrier() const;
  void releaseTogether();
  bool releaseBarrier();
  void orderAtBarrier(const std::vector<Warp*>& released);
  void reduceAtBarrier(const std::vector<Warp*>& waiting);

  // control.cpp: a warp's way through its blocks
  struct Way {
    const Edge* edge = nullptr;
    Mask mask = 0;
  };
  enum class GroupEnd : std::uint8_t {
    Changed, ///< the warp's groups or frames are others now
    Turn,    ///< it has had its turn
    Stops,   ///< at a barrier
    Fault
  };
  bool runWarp(Warp& warp);
  GroupEnd runGroup(Warp& warp, std::uint64_t turnEnds);
  GroupEnd overBudget(const Warp& warp, const Block& block, Mask mask);
  GroupEnd endBlock(Warp& warp, const Block& block, Mask mask);
  static std::uint32_t edgeOf(Warp& warp, const Block& block, unsigned lane);
  void chooseWays(Warp& warp, const Block& block, Mask mask);
  bool runOps(Warp& warp, const CodeFunction& function, const Block& block, WarpFrame frame, Mask mask);
  bool runOp(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place);
  bool runOtherOp(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place);
  void takeEdge(Warp& warp, const Edge& edge, Mask mask);
  void followEdge(const Warp& warp, WarpFrame frame, EachWarp<double>* ready, const Edge& edge, Mask mask);
  void diverge(Warp& warp, const Block& block, std::span<const Way> ways);
  bool leaveFunction(Warp& warp, Mask mask);
  static void leaveKernel(Warp& warp, Mask mask);
  bool letOthersOn(Warp& warp);
  bool callFunction(Warp& warp, const Block& block, const CodeFunction& callee, Mask mask);
  bool callPointer(Warp& warp, const Block& block, Mask mask);
  bool atBarrier(Warp& warp, const Block& block, Mask mask);
  bool arrive(Warp& warp, const Block& block, Mask mask);
  static void startTiming(Warp& warp, const BlockTiming& timing, EachWarp<double>* ready) {
    const unsigned self = warp.kernelFrame.warp;
    double start = warp.clock();
    for (const BlockTiming::Input& input : timing.inputs) start = std::max(start, ready[input.tracked][self] + input.tail - timing.length);
    warp.times->start[self] = start;
    for (std::uint32_t level = 0; level < timing.levels; ++level) warp.times->delay[level][self] = 0;
    for (const BlockTiming::Output& output : timing.outputs) ready[output.tracked][self] = start + output.ready;
  }
  static double endOf(const Warp& warp, const BlockTiming& timing) {
    const unsigned self = warp.kernelFrame.warp;
    double length = timing.length;
    for (std::uint32_t level = 0; level < timing.levels; ++level) length += warp.times->delay[level][self];
    return warp.times->start[self] + std::max(length, static_cast<double>(timing.issue));
  }

  // gang.cpp: warps that go in step
  enum class Step : std::uint8_t {
    Changed, ///< the gang's groups are others now
    Turn,    ///< it has had its turn
    Stops,   ///< at a barrier
    Apart,   ///< its warps go on one by one
    Fault
  };
  struct GangWay {
    const Edge* edge = nullptr;
    Masks masks{};
  };
  void makeGangs();
  void startGangs();
  void joinGang(Gang& gang);
  void partGang(Gang& gang);
  bool runGang(Gang& gang);
  Step runInStep(Gang& gang, std::uint64_t turnEnds);
  Step endInStep(Gang& gang, const Block& block, const Masks& masks, Warps active);
  Step endApart(Gang& gang, const Block& block, const Masks& masks, Warps active);
  bool stopGang(Gang& gang, const Block& block, const Masks& masks);
  bool standApart(Gang& gang, const Masks& masks);
  static void startTimingInStep(Times& times, const BlockTiming& timing, Warps active);
  static void endTimingInStep(Times& times, const BlockTiming& timing, Warps active);
  bool runOpsInStep(Gang& gang, const CodeFunction& function, const Block& block, const Masks& masks, Warps active, bool isFull);
  bool runApart(Gang& gang, const CodeFunction& function, const Block& block, std::size_t op, const Masks& masks, Warps warps);
  void followInStep(Gang& gang, const Edge& edge, const Masks& masks, Warps active);
  void chooseInStep(Gang& gang, const Block& block, const Masks& masks, Warps active);
  void divergeInStep(Gang& gang, const Block& block, std::span<GangWay> ways);
  /// The first warp's cell; the others' follow.
  template <class T> static T* cellsAt(Frames frames, Slot slot) {
    return reinterpret_cast<T*>(frames.cells + std::size_t{slot} * frames.warps);
  }
  static Warps warpsOf(const Masks& masks);
  static void leaveGroups(Gang& gang, unsigned warp, Mask mask);
  bool allHere(const Gang& gang, const Masks& masks) const;
  static bool isFull(const Gang& gang, const Masks& masks);
  template <class Do> static void forEach(Warps warps, Do act) {
    if (warps == everyWarp) { // vectors, where they lie side by side
      for (unsigned i = 0; i < gangSize; ++i) act(i);
      return;
    }
    for (Warps rest = warps; rest != 0; rest &= rest - 1) act(static_cast<unsigned>(__builtin_ctz(rest)));
  }
  /// Accesses whose lanes were scattered again and again are not looked at for rows each time.
  bool mayBeInRows(std::uint32_t access) {
    std::uint8_t& pause = scattered_[access].pause;
    if (pause == 0) return true;
    --pause;
    return false;
  }
  void noteRows(std::uint32_t access, bool inRows) {
    Scattered& known = scattered_[access];
    known.times = inRows ? 0 : known.times + 1;
    if (known.times < Scattered::enough) return;
    known.times = 0;
    known.pause = Scattered::longest;
  }
  // gang_rows.cpp; return the warps that the access is still to be done for
  Warps loadRowsInStep(Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t place);
  Warps storeRowsInStep(Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, std::uint32_t place);
  static KnownRows* knownRows(Gang& gang, const Access& access, const Masks& masks);
  KnownRows* keepRows(Gang& gang, std::int32_t watch, Region& region, const Masks& masks);
  static void prefetchRows(const Region& region, const CoalescedWords* rows, Warps warps);
  void forgetRows();
  Region* findRows(const Gang& gang, const Access& access, const Op& op, const Masks& masks, Warps active, Warps& good);
  Warps holdRowsInStep(Gang& gang, Region& region, const CoalescedWords* rows, const Masks& masks, Warps warps, bool isWrite,
                       std::uint32_t place);
  static void delayInStep(Times& times, const LoadTiming& timing, const EachWarp<double>& latency, Warps warps);
  void countRowsInStep(Gang& gang, Region& region, const CoalescedWords* rows, const Masks& masks, Warps warps, const LoadTiming* timing,
                       bool apart);

  // memory_access.cpp, atomics.cpp
  struct Group {
    Region* region = nullptr;
    Mask mask = 0;
    bool wordAligned = false;   ///< every offset is a multiple of 4
    bool inRows = false;        ///< one word a lane, in rows
    bool oneSectorEach = false; ///< of global memory, what a lane reaches
    bool inOneSector = false;   ///< and all lanes the same
    bool isOneWrite = false;    ///< the mask's two lanes stand for all between them, which write the same to the same place
    bool changes = true;        ///< with isOneWrite: what was there was something else
    CoalescedWords rows;
    std::uint64_t offset[laneCount]; ///< of each lane's first byte in the region's bytes
  };
  bool nextGroup(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, const char* what, std::uint32_t place,
                 Group& group);
  bool load(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place);
  bool store(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place);
  bool atomic(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place);
  bool compareExchange(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place);
  bool beginAtomic(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask remaining, std::uint32_t place, Group& group);
  // row_access.cpp: words in rows, the common way
  Region* regionOfRows(const Access& access, const std::uint64_t* addresses, Mask mask, CoalescedWords& rows);
  bool holdRows(Warp& warp, Region& region, const CoalescedWords& rows, Mask mask, bool isWrite, std::uint32_t place);
  bool loadRows(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place);
  bool storeRows(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place);
  bool loadOnce(Warp& warp, const Access& access, const std::uint64_t* addresses, Mask mask, std::uint32_t place);
  static Group lanesOf(Region& region, const CoalescedWords& rows, Mask mask);
  double countRows(Region& region, const CoalescedWords& rows, Mask mask, bool isLoad);

  void joinEqualWrites(Warp& warp, const Access& access, Group& group) const;
  bool moveMemory(Warp& warp, const Access& access, const Op& op, Mask mask, std::uint32_t place);
  void markWritten(const Group& group, std::uint32_t bytes);
  bool checkWritten(Warp& warp, const Group& group, std::uint32_t bytes, std::uint32_t place);
  Mask checkRaces(Warp& warp, const Group& group, std::uint32_t bytes, AccessMode mode, std::uint32_t place);
  void storeInOrder(Warp& warp, const Access& access, const Group& group, Mask closer, std::uint32_t place);
  bool locate(Warp& warp, std::uint64_t address, std::uint64_t bytes, unsigned lane, const char* what, std::uint32_t place,
              std::uint8_t*& data, Region*& region);

  // access_timing.cpp
  double countAtomic(const Group& group);
  double countAccess(const Group& group, std::uint32_t bytes, bool isLoad);
  double countShared(const Group& group, std::uint32_t bytes);
  double chargeShared(unsigned wavefronts, unsigned worst, unsigned turns);
  double countGlobal(const Group& group, std::uint32_t bytes, bool isLoad);
  /// Sectors that an access reaches: of these, what the block touches for the first time, and the launch.
  struct Touched {
    unsigned count = 0;
    unsigned missed = 0;
    unsigned fresh = 0;
    void add(const Touched& other) {
      count += other.count;
      missed += other.missed;
      fresh += other.fresh;
    }
  };
  Touched touch(const Group& group, std::uint32_t bytes);
  Touched touchRange(Region& region, std::uint64_t begin, std::uint64_t end) const;
  Touched touchRows(Region& region, const CoalescedWords& rows, Mask mask);
  void chargeSectors(const Touched& touched, bool isLoad);
  double latencyOf(const Touched& touched) const { return touched.missed > 0 ? missLatency_ : model_.cacheLatency; }
  void delayLoad(Warp& warp, const LoadTiming& timing, double latency);

  // textures.cpp
  bool fetchTexture(Warp& warp, const CodeFunction& function, const Op& op, Mask mask, std::uint32_t place);
  bool fetchFrom(Warp& warp, const Texture& texture, const TextureFetch& fetch, const Access& access, const Op& op, Mask mask,
                 std::uint32_t place, double& latency);

  // cross_lane.cpp
  bool membersPresent(Warp& warp, Slot memberSlot, Mask mask, std::uint32_t place);
  bool shuffle(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place);
  bool vote(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place);
  bool match(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place);
  bool reduce(Warp& warp, const CrossLane& cross, const Op& op, Mask mask, std::uint32_t place);

  // undefined.cpp
  void noteUndefined(UndefinedUse use, std::uint32_t place);
  void findUnwritten(Warp& warp, const Access& access, const Group& group);
  void findOutside(Warp& warp, const Op& op, Mask mask);

  // print.cpp, heap.cpp: what the device runtime has beside code of its own
  std::optional<std::string> textAt(std::uint64_t address, unsigned lane);
  bool print(Warp& warp, const Op& op, Mask mask, std::uint32_t place);
  bool assertFailed(Warp& warp, const Op& op, Mask mask, std::uint32_t place);
  bool allocate(Warp& warp, const Op& op, Mask mask);
  bool release(Warp& warp, const Op& op, Mask mask, std::uint32_t place);

  // profile.cpp: only where one is asked for
  void startProfile();
  void countBlock(const CodeFunction& function, std::uint32_t block, unsigned warps);
  void finishProfile();

  // faults.cpp
  bool fault(FaultKind kind, std::uint32_t place, const Warp* warp, Mask lanes, std::string detail);

  const Program& program_;
  const KernelCode& kernel_;
  const Model& model_;
  const Launch& launch_;
  const Limits& limits_;
  const MemoryFunctions& vectors_;
  MemoryView& memory_;
  GlobalMemory* global_ = nullptr; ///< while a launch runs
  RaceChecker& races_;
  std::vector<Warp>& warps_;
  std::vector<FrameUnit>& frames_;
  Profile* profile_;                                        ///< null: not asked for
  std::vector<std::vector<std::uint64_t>> blockExecutions_; ///< by function and block, for the profile
  LaunchReport report_;
  Dim3 block_{};
  unsigned warpCount_ = 0;
  std::uint32_t accessNumber_ = 0; ///< of the block's scattered accesses
  std::vector<Gang> gangs_;
  std::vector<std::uint64_t> blockResults_;    ///< of the block before, see CodeFunction::perBlockResults
  std::array<CoalescedWords, gangSize> found_; ///< of the access under way: where its warps' rows are
  struct Scattered {
    static constexpr std::uint8_t enough = 4;
    static constexpr std::uint8_t longest = 60;
    std::uint8_t times = 0; ///< in a row
    std::uint8_t pause = 0; ///< times to come
  };
  std::vector<Scattered> scattered_; ///< by access of the kernel
  std::vector<Warp*> released_;      ///< from the barrier; kept for its memory
  LaunchTiming timing_;
  PhaseTimes phaseTimes_;
  Demand phase_; ///< since the last barrier
  Demand blockDemand_;
  double phaseStart_ = 0;
  double missLatency_ = 0;
  double distinctBytes_ = 0;
};

/// An address as a whole: to shared memory there are short ones.
inline std::uint64_t reached(std::uint64_t address, unsigned space) {
  constexpr unsigned sharedSpace = 3;
  return address < windowBytes && space == sharedSpace ? address + sharedWindow : address;
}

/// The lowest lane of a mask that is not empty.
inline unsigned firstLane(Mask mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

template <class T> T* laneCells(Warp& warp, Slot slot) {
  return reinterpret_cast<T*>(warp.frame.cell(slot, sizeof(T) == 8 ? CellKind::Double : CellKind::Word));
}
inline Mask& maskCell(Warp& warp, Slot slot) { return *reinterpret_cast<Mask*>(warp.frame.cell(slot, CellKind::Mask)); }

/// Sectors one after the other: for the first time, those that no access of this block or launch has touched.
inline Executor::Touched Executor::touchRange(Region& region, std::uint64_t begin, std::uint64_t end) const {
  const std::uint64_t block = static_cast<std::uint64_t>(memory_.stamp()) << 32;
  const std::uint64_t launch = static_cast<std::uint64_t>(memory_.launchStamp()) << 32;
  Touched touched{static_cast<unsigned>(end - begin), 0, 0};
  for (std::uint64_t sector = begin; sector < end; ++sector) {
    std::uint64_t& stamp = region.sectors[sector];
    if (stamp >= block) continue;
    touched.fresh += stamp < launch;
    stamp = block;
    ++touched.missed;
  }
  return touched;
}

inline void Executor::chargeSectors(const Touched& touched, bool isLoad) {
  report_.statistics.globalSectors += touched.count;
  phase_.cacheSectors += touched.count;
  distinctBytes_ += static_cast<double>(touched.fresh << sectorShift);
  phase_.levelTwoSectors += isLoad ? touched.missed : touched.count;
}

/// CoalescedWords in shared memory of which a bank has to serve two words. Sixteen words and sixteen others meet in no bank where they are
/// within 32, or 16 further on, counted modulo the 32 banks.
inline bool meetInBanks(const CoalescedWords& rows, Mask mask) {
  const std::int64_t distance = (rows.start[1] - rows.start[0]) / 4;
  return (mask & 0xffffU) != 0 && mask >> 16 != 0 && (distance > 16 || distance < -16) && (distance & 31) != 16;
}

/// Copies a cell, from another frame perhaps, only the lanes of `mask`.
void copyCell(const MemoryFunctions& vectors, WarpFrame target, Slot to, WarpFrame source, Slot from, CellKind cell, Mask mask);

} // namespace gevo::sim
