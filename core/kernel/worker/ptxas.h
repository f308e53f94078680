#pragma once

/// ptxas of the CUDA toolkit, as a process.

#include "core/run/messages.h"

namespace gevo::worker {

/// The note has a part per kernel: "hotspot: 34 registers, no spills, 3072 bytes of shared memory". An error with ptxas' words where
/// it refuses the PTX for another reason than its age.
Result<AssembleReply> assemble(const AssembleRequest& request);

/// Path and version of ptxas, or what to install.
Result<std::string> findPtxas();

} // namespace gevo::worker
