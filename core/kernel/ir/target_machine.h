#pragma once

#include "core/base/result.h"

#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace gevo::ir {

/// The NVPTX target machine for an architecture ("sm_90") and an ISA ("ptx88", "" for the back end's own choice), created
/// once per process. It does not fuse multiply-adds: the base has them as llvm.fma.
Result<llvm::TargetMachine*> targetMachine(const std::string& architecture, const std::string& isa);

/// The target machine that the module was compiled for, by its functions' attributes.
std::string architectureOf(const llvm::Module& module);
std::string isaOf(const llvm::Module& module);

} // namespace gevo::ir
