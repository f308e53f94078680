#pragma once

/// What a host program and recorded tests know of a module: its kernels' parameters and its variables.

#include "core/base/result.h"

namespace llvm {
class Module;
}

namespace gevo::ir {

/// The changed module can stand in for the original: it has its kernels with the same parameters, and its variables with the same types. An
/// error names what differs. Kernels that are left out of the original's module don't count.
Result<void> checkInterface(const llvm::Module& original, const llvm::Module& changed);

} // namespace gevo::ir
