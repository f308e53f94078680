#pragma once

/// Machine code of variants for a GPU, made by nvJitLink, else by ptxas, else by the driver from PTX.

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

  /// From an optimised module: a cubin, or PTX without an assembler.
  Result<Bytes> make(const llvm::Module& module);
  Result<Bytes> assemble(const std::string& ptx);
  /// Of the code made last.
  const std::vector<KernelResources>& resources() const { return resources_; }
  /// Takes the resources from the log of the driver, if that makes the code.
  void takeLog(const std::string& log);

private:
  GpuAssembler(std::string architecture, int driverVersion) : architecture_(std::move(architecture)), driverVersion_(driverVersion) {}
  /// Newest CUDA whose PTX both the driver and the assembler accept.
  int cudaVersion() const;

  std::string architecture_;
  int driverVersion_;
  std::optional<cuda::JitLink> jitLink_;
  std::optional<AssemblerProcess> ptxas_;
  std::vector<KernelResources> resources_;
};

} // namespace gevo::worker
