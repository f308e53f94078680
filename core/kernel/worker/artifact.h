#pragma once

/// What `gevo export` writes, from an optimised module.

#include "core/run/messages.h"

namespace llvm {
class Module;
}

namespace gevo::worker {

/// PTX is assembled with ptxas where the toolkit has it, and refused when ptxas refuses it. A cubin needs ptxas.
Result<ExportReply> makeArtifact(const llvm::Module& module, Artifact artifact, const std::string& architecture);

} // namespace gevo::worker
