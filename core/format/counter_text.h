#pragma once

/// A GPU's counters in words.

#include "core/values/gpu_counters.h"

#include <string>
#include <vector>

namespace gevo {

/// "1,234", "12.3 us", "64.0 MiB", "41.2 %"; "-": the GPU does not count it.
std::string counterText(const CounterValues& values, GpuCounter counter);
/// From the original's to the variant's: "-41.0 %", of shares "+3.1 points"; "new": the original has none.
std::string counterChange(const CounterValues& original, const CounterValues& variant, GpuCounter counter);
/// Neither has any of it.
bool isIdle(const CounterValues& original, const CounterValues& variant, GpuCounter counter);
/// What is told of a kernel, in order, without what neither of the two has any of.
struct CounterRow {
  std::string what; ///< "registers of a thread"
  std::string original;
  std::string variant;
  std::string change; ///< empty where launches and registers are the same
};
/// Of a kernel that one of the two does not launch, that one is empty.
struct KernelPair {
  KernelCounters original;
  KernelCounters variant;
  const std::string& kernel() const { return original.kernel.empty() ? variant.kernel : original.kernel; }
};
std::vector<KernelPair> kernelPairs(const GpuCounters& counters);
std::vector<CounterRow> counterRows(const KernelPair& kernel);
/// Over all kernels.
KernelCounters sumOf(const CodeCounters& code);
/// One sentence: what changes most. "takes 41.0 % less time on NVIDIA H200: 52.3 % fewer sectors stored to global memory; wait at barriers
/// 31.2 % → 4.0 % of the time of warps".
std::string countersSummary(const GpuCounters& counters);
/// The kernels' launches of which only the first were counted; empty: all were.
std::string countedText(const GpuCounters& counters);

} // namespace gevo
