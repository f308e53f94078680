#pragma once

/// Figures of a variant's code beside its fitness: of its machine code, on a device that has such code, and of each test.

#include <cstdint>
#include <string>
#include <vector>

namespace gevo {

/// What the assembler reports about a kernel.
struct KernelResources {
  std::string kernel;            ///< as in the PTX (mangled)
  std::uint32_t registers = 0;   ///< of a thread
  std::uint64_t spillStores = 0; ///< bytes that a thread stores to local memory for want of registers,
  std::uint64_t spillLoads = 0;  ///< and loads again
  std::uint64_t shared = 0;      ///< bytes of a block, static
  bool operator==(const KernelResources&) const = default;
};

struct CodeMetrics {
  std::vector<KernelResources> kernels; ///< empty: not known
  std::uint32_t repeats = 0;            ///< measured pairs with the original, fewest over the tests; 0: nothing was measured
  double relativeError = 0;             ///< standard error of the runtime, as a share of it
  std::uint32_t energyPairs = 0;        ///< as `repeats`, of the energy; 0: it was not measured
  double energyError = 0;               ///< standard error of the energy, as a share of it
  std::vector<double> testRuntimes;     ///< microseconds in each test, then in each workload; not a number: not timed; empty: there is one
  bool empty() const { return kernels.empty() && repeats == 0 && testRuntimes.empty(); }
  bool operator==(const CodeMetrics&) const = default;
};

/// Reads the output of ptxas -v, which nvJitLink and the driver print as well: "Compiling entry function 'K'", "N bytes spill stores, M
/// bytes spill loads", "Used N registers, ... N bytes smem".
std::vector<KernelResources> readAssemblerLog(const std::string& log);

/// One kernel a line, for the store. read(print(k)) == k; lines that can't be read are left out.
std::string printResources(const std::vector<KernelResources>& kernels);
std::vector<KernelResources> readResources(const std::string& text);

/// Half the width of a 95 % interval, as a share of the runtime. With fewer than three measurements there is no interval.
inline bool hasInterval(const CodeMetrics& metrics) { return metrics.repeats >= 3; }
inline double halfInterval(const CodeMetrics& metrics) { return 1.96 * metrics.relativeError; }

template <class Archive> void fields(Archive& archive, KernelResources& k) {
  archive(k.kernel, k.registers, k.spillStores, k.spillLoads, k.shared);
}
template <class Archive> void fields(Archive& archive, CodeMetrics& metrics) {
  archive(metrics.kernels, metrics.repeats, metrics.relativeError, metrics.energyPairs, metrics.energyError, metrics.testRuntimes);
}

} // namespace gevo
