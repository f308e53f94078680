#pragma once

/// A launch on the simulated GPU: what it takes, and what it reports.

#include "core/kernel/simulator/machine/texture.h"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace gevo::sim {

using Dim3 = std::array<std::uint32_t, 3>;

struct Launch {
  std::string kernel; ///< name in the module
  Dim3 grid{1, 1, 1};
  Dim3 block{1, 1, 1};
  std::uint32_t dynamicShared = 0;    ///< bytes
  ByteView parameters;                ///< laid out as PTX's .param space: each parameter at the next multiple of its alignment
  const Textures* textures = nullptr; ///< that the program has made; null: none
};

struct Limits {
  /// Warp instructions per launch; a launch that needs more ends with Budget.
  std::uint64_t warpInstructions = 1'000'000'000;
  bool checkRaces = true;
  /// Lanes of one warp count as running in lockstep (RacePolicy::Warp).
  bool lanesInLockstep = false;
  /// Warps of a block run in lockstep where they can. Without it one runs after the other: slower, for comparisons.
  bool warpsInLockstep = true;
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

/// Where code is: file and line of the innermost inlined function.
struct SourceLocation {
  std::string file;
  std::uint32_t line = 0;
};

struct Fault {
  FaultKind kind = FaultKind::Trap;
  std::string kernel;
  SourceLocation location;
  Dim3 block{};
  Dim3 thread{};
  std::string cause; ///< "4-byte load at 0x2000000040 is 12 bytes past the end of a 4096-byte allocation"
  /// A sentence with kernel, line, block and thread.
  std::string message() const;
};

/// A race between two source lines on shared or global memory, once per pair of lines.
struct Race {
  std::string kernel;
  SourceLocation first;
  SourceLocation second;
  bool sameWarp = false;
  bool shared = true; ///< shared memory; else global
  auto key() const { return std::tie(kernel, first.file, first.line, second.file, second.line, shared); }
  std::string message() const;
};

/// How an undefined value would show: a result, a branch or an address that the next compiler or the next run may choose otherwise.
enum class UndefinedUse : std::uint8_t { Store, Address, Branch, Barrier, CrossLane, Division, Assumption, Call };

/// The use of an undefined value, once per line and kind of use.
struct UndefinedValue {
  std::string kernel;
  SourceLocation location;
  UndefinedUse use = UndefinedUse::Store;
  auto key() const { return std::tie(kernel, location.file, location.line, use); }
  std::string message() const;
};

/// Counts of one launch, summed in block order (so they never depend on how the interpreter is written).
struct LaunchStatistics {
  double cycles = 0; ///< of the whole launch on the modelled machine
  std::uint64_t warpInstructions = 0;
  std::uint64_t globalSectors = 0;
  std::uint64_t sharedConflicts = 0;
  std::uint64_t barriers = 0;
  std::uint64_t divergentBranches = 0;
};

struct LaunchReport {
  std::optional<Fault> fault;
  std::vector<Race> races;
  std::vector<UndefinedValue> undefined;
  std::string printed; ///< by printf, thread after thread; at most 1 MiB
  LaunchStatistics statistics;
};

/// Where the time of a module's kernels goes, summed over launches.
struct Profile {
  /// By function, for each instruction (all of the function's in order of its blocks, counted from 0): cycles, which are executions by
  /// warps times the instruction's latency with every access in the nearest cache, at least one each. 0: no warp came there.
  std::map<std::string, std::vector<double>> cycles;
};

/// Registers of a thread by kernel.
using KernelRegisters = std::map<std::string, std::uint32_t>;

/// What a Simulator keeps beside what launching needs. Promises: values that break what their instructions promise count as undefined
/// (nsw, nuw, exact, inbounds and the like; shifts, divisions and conversions out of range).
enum class Detail : std::uint8_t { None, Profile, PoisonFlags };

} // namespace gevo::sim
