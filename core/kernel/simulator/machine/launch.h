#pragma once

/// A launch on the simulated GPU: what it takes, and what it reports.

#include "core/kernel/simulator/machine/texture.h"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace gevo::sim {

using Dim3 = std::array<std::uint32_t, 3>;

/// Some blocks of a launch, whose time is made of theirs: each stands for so many blocks.
struct BlockSample {
  std::vector<std::uint32_t> blocks; ///< numbers, ascending
  std::vector<double> weights;       ///< by block; together as many as the launch has
  /// What the launch touches of global memory, as a multiple of what these blocks touch.
  double touched = 1;
};

struct Launch {
  std::string kernel; ///< name in the module
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t dynamicShared = 0;     ///< bytes
  ByteView parameters;                 ///< laid out as PTX's .param space: each parameter at the next multiple of its alignment
  const Textures* textures = nullptr;  ///< and surfaces that the program has made; null: none
  bool isCooperative = false;          ///< all blocks are resident, and may wait for each other
  const BlockSample* sample = nullptr; ///< only these blocks run; never of a cooperative or interleaved one
};

/// The order in which blocks, the warps of a block and the lanes of an atomic operation take their turns. A GPU may choose any, so no
/// result may depend on it.
struct Schedule {
  /// Interleaved: some blocks are resident at once, and whose warp goes on is drawn anew after every access that others may wait for or
  /// answer (atomic or volatile). Such a launch looks for no races. In the others one block runs after the other.
  enum class Order : std::uint8_t { Ascending, Descending, Shuffled, Interleaved };
  Order order = Order::Ascending;
  std::uint64_t seed = 0; ///< of Shuffled and Interleaved
  bool operator==(const Schedule&) const = default;
};

/// How far beside memory a load is tolerated, in bytes, in programs that tolerate undefined loads.
inline constexpr std::uint64_t undefinedReach = 256;

struct Limits {
  /// Warp instructions per launch; a launch that needs more ends with Budget.
  std::uint64_t warpInstructions = 1'000'000'000;
  bool checkRaces = true;
  /// Accesses that atomic operations, flags and fences order don't race. Takes time, and changes nothing in a kernel whose threads meet at
  /// barriers only. Without it such accesses count as races.
  bool followsSynchronisation = false;
  /// Lanes of one warp count as running in lockstep (RacePolicy::Warp).
  bool lanesInLockstep = false;
  /// A launch in which a race was found ends with the phase that has it: which others there are doesn't matter.
  bool endsAtRace = false;
  /// Warps of a block run in lockstep where they can. Without it one runs after the other: slower, for comparisons.
  bool warpsInLockstep = true;
  /// In others than the ascending one, warps don't run in lockstep.
  Schedule schedule;
  /// What each undefined byte of an UndefinedRead is; nothing: such a load ends the launch.
  std::optional<std::uint8_t> undefinedByte;
  /// With it, how far beside an allocation of global memory a load may be.
  std::uint64_t reach = undefinedReach;
  /// With it, stores as far beside memory don't end the launch either: they are reported, and lost.
  bool losesStoresOutside = false;
};

enum class FaultKind : std::uint8_t {
  OutOfBounds,
  Misaligned,
  Uninitialised,
  BarrierDivergence,
  Budget,
  NoProgress,
  Trap,
  StackOverflow,
  BadLaunch,
  Unsupported
};

/// Where code is: in the innermost inlined function of the user's own source.
struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;   ///< 0: not known
  std::uint64_t callSite = 0; ///< hash of the other places along the chain of inlined functions; 0: there are none
  auto operator<=>(const SourceLocation&) const = default;
};

struct Fault {
  FaultKind kind = FaultKind::Trap;
  std::string kernel;
  SourceLocation location;
  Dim3 block{};
  Dim3 thread{};
  std::string cause;            ///< "4-byte load at 0x2000000040 is 12 bytes past the end of a 4096-byte allocation"
  bool isUndefinedRead = false; ///< goes on where Limits::undefinedByte is set
  /// A sentence with kernel, line, block and thread.
  std::string message() const;
};

enum class RaceAccess : std::uint8_t { Load, Store, Atomic };

/// What two racing accesses lack. Acquire: an atomic operation or a flag says that the first came before, but the reader has no fence after
/// it; Release: nor has the writer before it; All: nothing orders them.
enum class MissingOrder : std::uint8_t { Acquire, Release, All };

/// A race between two accesses in the source on shared or global memory, once per pair.
struct Race {
  struct Access {
    SourceLocation location;
    RaceAccess kind = RaceAccess::Load;
    auto operator<=>(const Access&) const = default;
  };
  std::string kernel;
  Access first;
  Access second;
  bool sameWarp = false;
  bool shared = true; ///< shared memory; else global
  MissingOrder missing = MissingOrder::All;
  bool isExchange = false; ///< both are volatile or atomic, as where one polls a flag that another sets
  auto key() const { return std::tie(kernel, first, second, shared); }
  /// The other is of the same two accesses, and nothing that orders its accesses is missing here.
  bool isExcusedBy(const Race& other) const { return key() == other.key() && missing <= other.missing; }
  std::string message() const;
};

/// How an undefined value would show: a result, a branch or an address that the next compiler or the next run may choose otherwise.
enum class UndefinedUse : std::uint8_t { Store, Address, Branch, Barrier, CrossLane, Division, Assumption, Call };

/// The use of an undefined value, once per place in the source and kind of use.
struct UndefinedValue {
  std::string kernel;
  SourceLocation location;
  UndefinedUse use = UndefinedUse::Store;
  auto key() const { return std::tie(kernel, location, use); }
  bool isExcusedBy(const UndefinedValue& other) const { return key() == other.key(); }
  std::string message() const;
};

/// Where a load finds bytes that nobody has defined. Outside: before or past memory, by less than Limits::reach. StoreOutside: no load
/// but a store there, see Limits::losesStoresOutside.
enum class UndefinedSource : std::uint8_t { UnwrittenShared, UnwrittenGlobal, Outside, StoreOutside };

/// How far outside of memory accesses were, and of which.
struct OutsideBytes {
  std::uint64_t before = 0;     ///< bytes from the farthest before it to its beginning
  std::uint64_t past = 0;       ///< bytes from its end to behind the farthest
  std::uint64_t allocation = 0; ///< bytes of the memory; of several the smallest
  std::uint32_t access = 0;     ///< bytes of one access, of several the largest
  bool isShared = false;
  void add(const OutsideBytes& other);
};

/// Loads of undefined bytes, once per place in the source and kind of memory.
struct UndefinedRead {
  std::string kernel;
  SourceLocation location;
  UndefinedSource source = UndefinedSource::UnwrittenShared;
  std::uint64_t loads = 0;   ///< by all threads
  OutsideBytes outside = {}; ///< of Outside and StoreOutside
  auto key() const { return std::tie(kernel, location, source); }
  std::string place() const; ///< "kernel.cu:12"
  /// The other is of the same load, and done as often.
  bool isExcusedBy(const UndefinedRead& other) const { return key() == other.key() && loads <= other.loads; }
  std::string message() const;
};

/// Adds what is not known yet, and of what is, the weakest order.
void collect(std::vector<Race>& known, const std::vector<Race>& found);
void collect(std::vector<UndefinedValue>& known, const std::vector<UndefinedValue>& found);
/// Adds up the loads.
void collect(std::vector<UndefinedRead>& known, const std::vector<UndefinedRead>& found);
/// The same accesses race, for want of the same.
bool areSame(const std::vector<Race>& a, const std::vector<Race>& b);

/// Counts of one launch, summed in block order (so they never depend on how the interpreter is written).
struct LaunchStatistics {
  double cycles = 0; ///< of the whole launch on the modelled machine
  std::uint64_t warpInstructions = 0;
  std::uint64_t globalSectors = 0;
  std::uint64_t sharedConflicts = 0;
  std::uint64_t barriers = 0;
  std::uint64_t divergentBranches = 0;
  double touchedBytes = 0; ///< of global memory, once each

  void add(const LaunchStatistics& other);
};

struct LaunchReport {
  std::optional<Fault> fault;
  std::vector<Race> races;
  std::vector<UndefinedValue> undefined;
  std::vector<UndefinedRead> undefinedReads; ///< with Limits::undefinedByte only
  std::string printed;                       ///< by printf, thread after thread; at most 1 MiB
  /// It does the same in every Schedule: barriers of whole blocks order each write and the accesses of other threads there, and nothing
  /// else depends on whose turn it is. False where that was not found out.
  bool isSameInAllSchedules = false;
  LaunchStatistics statistics;
};

/// Where the time of a module's kernels goes, and which ways threads take, summed over launches.
struct Profile {
  /// By function, for each instruction (all of the function's in order of its blocks, counted from 0): cycles, which are executions by
  /// warps times the instruction's latency with every access in the nearest cache, at least one each. 0: no warp came there.
  std::map<std::string, std::vector<double>> cycles;
  /// By function, for each edge that a thread took out of a conditional branch or a switch: the instruction's index as above, and the
  /// edge's among the different successors, in their order.
  std::map<std::string, std::set<std::pair<std::uint32_t, std::uint32_t>>> edges;
};

/// Registers of a thread by kernel.
using KernelRegisters = std::map<std::string, std::uint32_t>;

/// What a Simulator keeps beside what launching needs. Promises: values that break what their instructions promise count as undefined
/// (nsw, nuw, exact, inbounds and the like; shifts, divisions and conversions out of range). Counters: see counters.h.
enum class Detail : std::uint8_t { None, Profile, PoisonFlags, Counters };

} // namespace gevo::sim
