#pragma once

/// What a real GPU's own counters say of a variant's kernels beside the original's.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

enum class GpuCounter : std::uint8_t {
  Time,
  Instructions,
  Lanes,
  GlobalLoads,
  GlobalStores,
  LocalLoads,
  LocalStores,
  BankConflicts,
  DivergentBranches,
  LevelTwo,
  MemoryRead,
  MemoryWritten,
  LevelOneHits,
  LevelTwoHits,
  Occupancy,
  Issue,
  MemoryThroughput,
  StalledOnMemory,
  StalledOnShared,
  StalledOnMemoryQueue,
  StalledOnSharedQueue,
  StalledOnBarrier,
  StalledOnFence,
  StalledOnArithmetic,
  StalledOnLatency,
  StalledOnFetch,
  StalledOnOthers
};
inline constexpr std::size_t gpuCounterCount = 27;

enum class CounterUnit : std::uint8_t {
  Microseconds, ///< sums over launches
  Count,
  Bytes,
  Percent, ///< means over launches, by their time; of hits by accesses
  Ratio
};

struct GpuCounterInfo {
  const char* title;  ///< "sectors loaded from global memory"
  const char* key;    ///< in JSON and CSV: "global_load_sectors"
  const char* metric; ///< of NVIDIA's profilers: "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
  CounterUnit unit;
  double scale = 1; ///< from the metric's unit to this one
};
/// In the order of GpuCounter.
const std::array<GpuCounterInfo, gpuCounterCount>& gpuCounters();
bool isSum(CounterUnit unit);

/// By GpuCounter; not a number: this GPU does not count it.
using CounterValues = std::array<double, gpuCounterCount>;
inline double valueOf(const CounterValues& values, GpuCounter counter) { return values[static_cast<std::size_t>(counter)]; }

/// A kernel of one of the two, over its launches in the file's tests.
struct KernelCounters {
  std::string kernel; ///< as in the module (mangled)
  std::uint64_t launches = 0;
  std::uint64_t counted = 0; ///< of the launches
  std::uint32_t registers = 0;
  std::uint32_t sharedBytes = 0; ///< static, of a block
  std::uint32_t localBytes = 0;  ///< of a thread: spilled registers and arrays
  CounterValues values{};
};

/// Adds launches that were counted elsewhere. Both are of the same kernel.
void addCounters(KernelCounters& to, const KernelCounters& more);
/// By kernel, in order of their first launch.
void addCounters(std::vector<KernelCounters>& to, const std::vector<KernelCounters>& more);

struct CodeCounters {
  std::vector<KernelCounters> kernels;
};

struct GpuCounters {
  std::string device;             ///< "NVIDIA H200"
  std::vector<std::string> tests; ///< their arguments
  CodeCounters original;
  CodeCounters variant;
};

/// Whether each figure is a number, or not known, and none is negative: a worker may have lost its mind.
bool isSound(const GpuCounters& counters);

template <class Archive> void fields(Archive& a, KernelCounters& m) {
  a(m.kernel, m.launches, m.counted, m.registers, m.sharedBytes, m.localBytes, m.values);
}
template <class Archive> void fields(Archive& a, CodeCounters& m) { a(m.kernels); }
template <class Archive> void fields(Archive& a, GpuCounters& m) { a(m.device, m.tests, m.original, m.variant); }

} // namespace gevo
