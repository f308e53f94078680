#pragma once

/// What launches do, by place in the source: where their time goes. Counted by a Simulator that was created with Detail::Counters.

#include "core/kernel/simulator/machine/launch.h"

namespace gevo::sim {

/// What a warp instruction does. Matrix: products; their loads and stores are of Memory. CrossLane: shuffles, votes, reductions of a warp.
enum class InstructionClass : std::uint8_t { Integer, Float, Conversion, Memory, Atomic, Texture, Matrix, CrossLane, Barrier, Control };
inline constexpr std::size_t instructionClasses = static_cast<std::size_t>(InstructionClass::Control) + 1;

/// Of one place. Each count but the cycles adds up to the launch's own (LaunchStatistics).
struct PlaceCounts {
  /// Of the launch's cycles those that this place accounts for (place_counters.h says how). Together they are the launch's, without those
  /// of an empty kernel.
  double cycles = 0;
  std::uint64_t instructions = 0; ///< of warps
  std::uint64_t loadSectors = 0;  ///< of global memory
  std::uint64_t storeSectors = 0; ///< likewise, of atomic operations too
  std::uint64_t sharedConflicts = 0;
  std::uint64_t barriers = 0;
  double barrierCycles = 0; ///< that warps wait there, all of them together
  double warpCycles = 0;    ///< that warps spend there, all of them together, however many run at once
  std::uint64_t divergentBranches = 0;

  void add(const PlaceCounts& other);
};

/// How long a launch would take if it were for one part of the machine alone, in cycles: see resources/docs/internals/simulator.md.
struct LaunchBounds {
  double launch = 0;  ///< of an empty kernel
  double latency = 0; ///< of the busiest multiprocessor's blocks, as long as nothing else keeps them waiting
  double issue = 0;
  double shared = 0;
  double levelOne = 0;
  double levelTwo = 0;
  double textures = 0;
  double atomics = 0;
  double memory = 0;   ///< HBM
  double dispatch = 0; ///< handing out the blocks
  double own = 0;      ///< of the busiest unit's cycles, those that the latency has already

  double throughput() const;
  void add(const LaunchBounds& other);
};

/// Of a kernel, all its launches together.
struct KernelCounts {
  std::uint64_t launches = 0;
  LaunchStatistics statistics;
  LaunchBounds bounds;
  std::array<std::uint64_t, instructionClasses> mix{}; ///< warp instructions by InstructionClass
  std::map<SourceLocation, PlaceCounts> places;        ///< without a file: of code that has no place in a source
};

/// By kernel. Launches that end with a fault are left out.
using Counters = std::map<std::string, KernelCounts>;

} // namespace gevo::sim
