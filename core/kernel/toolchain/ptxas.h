#pragma once

/// ptxas of the CUDA toolkit, as a process.

#include "core/base/result.h"
#include "core/protocol/export.h"
#include "core/values/code_metrics.h"
#include "core/values/exported_code.h"

namespace gevo::program {

struct Assembled {
  std::string cubin; ///< empty without a ptxas that knows the architecture
  std::vector<KernelResources> kernels;
  bool hasPtxas = true;
  std::string lacking; ///< why there is no cubin: "ptxas was not found"
  int version = 0;     ///< of its CUDA: 13000 for 13.0; 0: not known
};
/// If ptxas rejects the PTX for another reason than its own age, an error with its output.
Result<Assembled> runPtxas(const std::string& ptx, const std::string& architecture);

/// The note has a part per kernel: "hotspot: 34 registers, no spills, 3072 bytes of shared memory".
Result<AssembledCode> assemble(const AssembleRequest& request);

/// Path and version of ptxas, or what to install.
Result<std::string> findPtxas();

} // namespace gevo::program
