#pragma once

/// Code for a real GPU: PTX that its driver accepts, with variables visible from outside.

#include "core/base/result.h"

#include <string>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace gevo::ir {

/// A __device__ or __constant__ variable that PTX can export by name.
bool isNamedVariable(const llvm::GlobalVariable& variable);

/// PTX of an optimised module for a GPU. Variables that a kernel changes are visible, so that they can be restored before each replay;
/// texture references are variables of 64 bits that hold a texture object.
/// `cuda`: the newest version whose PTX the driver accepts, 13000 for 13.0. Errors as emitPtx.
Result<std::string> emitForGpu(const llvm::Module& module, const std::string& architecture, int cuda);

} // namespace gevo::ir
