#pragma once

/// Where a variant's time goes beside the original's, line by line and kernel by kernel: the file's tests on the simulated GPU. All figures
/// are simulated, and sums over the tests.

#include "core/values/coverage.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gevo {

enum class HeatMetric : std::uint8_t { Cycles, Executions, Sectors, Conflicts, Barriers, Divergence };
inline constexpr std::array allHeatMetrics{HeatMetric::Cycles,    HeatMetric::Executions, HeatMetric::Sectors,
                                           HeatMetric::Conflicts, HeatMetric::Barriers,   HeatMetric::Divergence};
/// "cycles", "executions", "sectors", "conflicts", "barriers" or "divergence".
const char* heatMetricName(HeatMetric metric);
std::optional<HeatMetric> heatMetricNamed(std::string_view name);

/// Of a line.
struct HeatCounts {
  double cycles = 0;             ///< of the launches', those that the line accounts for
  std::uint64_t executions = 0;  ///< of its instructions, by warps
  std::uint64_t loadSectors = 0; ///< of 32 bytes of global memory, counted for each access of a warp
  std::uint64_t storeSectors = 0;
  std::uint64_t conflicts = 0; ///< of banks of shared memory: turns that an access needs more than one
  std::uint64_t barriers = 0;  ///< that blocks pass
  double barrierCycles = 0;    ///< that warps wait there, all together
  double warpCycles = 0;       ///< that warps spend in it, all together: of other lines' work it has no share
  std::uint64_t divergentBranches = 0;

  std::uint64_t sectors() const { return loadSectors + storeSectors; }
  void add(const HeatCounts& other);
  bool operator==(const HeatCounts&) const = default;
};
/// Of barriers: the cycles that warps wait.
double heatOf(const HeatCounts& counts, HeatMetric metric);

struct HeatLine {
  CodeLine at; ///< without a file: code that is of no line of the sources
  HeatCounts original;
  HeatCounts variant;
};

/// What the launches of a kernel would take if they were for one part of the machine alone, in cycles.
struct KernelBounds {
  double latency = 0;
  double issue = 0;
  double shared = 0;
  double levelOne = 0;
  double levelTwo = 0;
  double memory = 0;
  double textures = 0;
  double atomics = 0;
  double dispatch = 0;
  double launch = 0;
};
inline constexpr std::size_t kernelBoundCount = 10;
/// In the order of the fields, and what they are called: "latency", "issue", "shared memory", "L1", "L2", "HBM", "textures", "atomics",
/// "dispatch", "launch".
std::array<double, kernelBoundCount> boundsOf(const KernelBounds& bounds);
const std::array<const char*, kernelBoundCount>& boundNames();
/// Index of the largest.
std::size_t largestBound(const KernelBounds& bounds);

inline constexpr std::size_t instructionKinds = 10;
/// "integer", "float", "conversion", "memory", "atomic", "texture", "matrix", "cross-lane", "barrier", "control".
const std::array<const char*, instructionKinds>& instructionKindNames();

/// A kernel of one of the two, over all its launches.
struct KernelProfile {
  std::uint64_t launches = 0;
  double cycles = 0;
  double microseconds = 0;
  HeatCounts counts; ///< as the simulator counts them for whole launches; without cycles
  KernelBounds bounds;
  std::array<std::uint64_t, instructionKinds> mix{}; ///< instructions of warps, by kind
};

struct KernelHeat {
  std::string kernel; ///< as in the module (mangled)
  KernelProfile original;
  KernelProfile variant;
  std::vector<HeatLine> lines; ///< in order
};

struct Heat {
  std::string device;             ///< "simulated H200"
  std::vector<std::string> tests; ///< their arguments
  std::vector<KernelHeat> kernels;
};

/// Whether all figures are numbers, and none is negative: a worker may have lost its mind.
bool isSound(const Heat& heat);

/// Of all kernels, in order.
std::vector<HeatLine> linesOf(const Heat& heat);
/// The hottest first, by the larger of original and variant.
std::vector<HeatLine> hottestLines(const Heat& heat, HeatMetric metric);
HeatCounts sumOf(const std::vector<HeatLine>& lines, HeatCounts HeatLine::*side);

/// What launches cost, whatever they run; of all kernels.
struct LaunchCost {
  double cycles = 0;
  std::uint64_t launches = 0;
};
LaunchCost launchCost(const Heat& heat, KernelProfile KernelHeat::*side);

template <class Archive> void fields(Archive& a, HeatCounts& m) {
  a(m.cycles, m.executions, m.loadSectors, m.storeSectors, m.conflicts, m.barriers, m.barrierCycles, m.warpCycles, m.divergentBranches);
}
template <class Archive> void fields(Archive& a, HeatLine& m) { a(m.at, m.original, m.variant); }
template <class Archive> void fields(Archive& a, KernelBounds& m) {
  a(m.latency, m.issue, m.shared, m.levelOne, m.levelTwo, m.memory, m.textures, m.atomics, m.dispatch, m.launch);
}
template <class Archive> void fields(Archive& a, KernelProfile& m) { a(m.launches, m.cycles, m.microseconds, m.counts, m.bounds, m.mix); }
template <class Archive> void fields(Archive& a, KernelHeat& m) { a(m.kernel, m.original, m.variant, m.lines); }
template <class Archive> void fields(Archive& a, Heat& m) { a(m.device, m.tests, m.kernels); }

} // namespace gevo
