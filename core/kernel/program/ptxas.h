#pragma once

/// ptxas of the CUDA toolkit, as a process.

#include "core/run/messages.h"

namespace gevo::program {

/// What ptxas says of a kernel.
struct KernelResources {
  std::string kernel;          ///< as in the PTX (mangled)
  std::uint32_t registers = 0; ///< of a thread
  std::uint64_t spilled = 0;   ///< bytes that it stores to local memory for want of registers
  std::uint64_t shared = 0;    ///< bytes, static
};

struct Assembled {
  std::string cubin; ///< empty where there is no ptxas here that knows the architecture
  std::vector<KernelResources> kernels;
  bool hasPtxas = true;
  std::string lacking; ///< why there is no cubin: a part of a sentence, "there is no ptxas here"
};
/// An error with ptxas' words where it refuses the PTX for another reason than its age.
Result<Assembled> runPtxas(const std::string& ptx, const std::string& architecture);

/// The note has a part per kernel: "hotspot: 34 registers, no spills, 3072 bytes of shared memory".
Result<AssembleReply> assemble(const AssembleRequest& request);

/// Path and version of ptxas, or what to install.
Result<std::string> findPtxas();

} // namespace gevo::program
