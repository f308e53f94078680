#include "core/kernel/worker/gpu_assembler.h"

#include "core/kernel/ir/gpu_code.h"

#include <algorithm>
#include <llvm/IR/Module.h>

namespace gevo::worker {

GpuAssembler GpuAssembler::find(std::string architecture, int driverVersion) {
  GpuAssembler assembler(std::move(architecture), driverVersion);
  Result<cuda::JitLink> jitLink = cuda::JitLink::open();
  // The driver rejects code of a newer CUDA than its own.
  const bool fits = jitLink && jitLink->version() / 1000 <= driverVersion / 1000;
  // Linked once here, since its initialisation needs system calls that a sandboxed worker may not make.
  if (fits && jitLink->knows(assembler.architecture_) && jitLink->link(emptyPtx(assembler.architecture_), assembler.architecture_)) {
    assembler.jitLink_ = std::move(*jitLink);
    return assembler;
  }
  if (Result<AssemblerProcess> ptxas = AssemblerProcess::start(assembler.architecture_, driverVersion))
    assembler.ptxas_ = std::move(*ptxas);
  return assembler;
}

int GpuAssembler::cudaVersion() const {
  if (jitLink_) return std::min(jitLink_->version(), driverVersion_);
  return ptxas_ ? std::min(ptxas_->version(), driverVersion_) : driverVersion_;
}

Result<Bytes> GpuAssembler::make(const llvm::Module& module) {
  GEVO_TRY_ASSIGN(const std::string ptx, ir::emitForGpu(module, architecture_, cudaVersion()));
  return assemble(ptx);
}

Result<Bytes> GpuAssembler::assemble(const std::string& ptx) {
  resources_.clear();
  if (jitLink_) {
    GEVO_TRY_ASSIGN(const cuda::Cubin cubin, jitLink_->link(ptx, architecture_));
    resources_ = readAssemblerLog(cubin.log);
    return Bytes(cubin.code.begin(), cubin.code.end());
  }
  if (ptxas_) {
    GEVO_TRY_ASSIGN(AssembledCode made, ptxas_->assemble(ptx, architecture_));
    resources_ = std::move(made.kernels);
    if (made.hasAssembler) return Bytes(made.cubin.begin(), made.cubin.end());
  }
  return Bytes(ptx.begin(), ptx.end());
}

void GpuAssembler::takeLog(const std::string& log) {
  if (resources_.empty()) resources_ = readAssemblerLog(log);
}

} // namespace gevo::worker
