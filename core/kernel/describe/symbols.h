#pragma once

#include <string>

namespace llvm {
class Function;
class GlobalValue;
} // namespace llvm

namespace gevo::ir {

/// Demangled, without what encloses it: "tile" for a shared array inside a kernel, "reduce<ns::Plus>".
std::string shortName(const llvm::GlobalValue& global);
/// "__shfl_down_sync", "fabs", "mix": roughly the callee's name in the source.
std::string functionName(const llvm::Function& function);
/// "threadIdx.x" for the intrinsic that reads it; "" for others.
std::string builtinVariable(const llvm::Function& function);

} // namespace gevo::ir
