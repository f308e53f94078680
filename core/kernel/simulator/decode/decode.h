#pragma once

/// From a module of optimised LLVM IR to kernels that the executor runs.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/machine/model.h"

namespace llvm {
class Module;
}

namespace gevo::sim {

/// Fails with the kernel, the instruction and its source line when the module uses something that the simulator does not support.
Result<Program> decode(const llvm::Module& module, const Model& model, Detail detail);

} // namespace gevo::sim
