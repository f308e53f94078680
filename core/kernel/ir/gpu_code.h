#pragma once

/// What a real GPU gets: PTX that its driver takes, with the variables where they are found from outside.

#include "core/base/result.h"

#include <string>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace gevo::ir {

/// A __device__ or __constant__ variable that PTX can name for others to see.
bool isNamedVariable(const llvm::GlobalVariable& variable);

/// PTX of an optimised module for a GPU. Variables that a kernel changes are visible, so that they can be restored before each replay.
/// `cuda`: the newest whose PTX is taken, 13000 for 13.0. Errors as of emitPtx.
Result<std::string> emitForGpu(const llvm::Module& module, const std::string& architecture, int cuda);

} // namespace gevo::ir
