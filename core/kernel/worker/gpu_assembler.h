#pragma once

/// Machine code of variants for a GPU, by whatever makes it here: nvJitLink, or else ptxas, or else the driver, which is given PTX.

#include "core/base/bytes.h"
#include "core/kernel/cuda/device/jit_link.h"
#include "core/kernel/worker/assembler_process.h"

#include <optional>

namespace llvm {
class Module;
}

namespace gevo::worker {

class GpuAssembler {
public:
  /// Before the worker locks itself down. `driverVersion`: 13000 for a driver of CUDA 13.0.
  static GpuAssembler find(std::string architecture, int driverVersion);

  /// Of an optimised module: a cubin, or PTX where nothing here makes one.
  Result<Bytes> make(const llvm::Module& module);
  Result<Bytes> assemble(const std::string& ptx);
  /// Of the code that was made last.
  const std::vector<KernelResources>& resources() const { return resources_; }
  /// Where the driver makes the code, it tells later what the code needs.
  void takeLog(const std::string& log);

private:
  GpuAssembler(std::string architecture, int driverVersion) : architecture_(std::move(architecture)), driverVersion_(driverVersion) {}
  /// Newest CUDA whose PTX both the driver and the assembler take.
  int cudaVersion() const;

  std::string architecture_;
  int driverVersion_;
  std::optional<cuda::JitLink> jitLink_;
  std::optional<AssemblerProcess> ptxas_;
  std::vector<KernelResources> resources_;
};

} // namespace gevo::worker
