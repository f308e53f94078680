#pragma once

/// The part of a module that launches can reach.

#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace gevo::ir {

/// By index of the function in the module: false for what only kernels reach that are never launched. What the address is taken of counts
/// as reached by whoever takes it, and evolved functions as what a variant may call.
std::vector<bool> launchedCode(const llvm::Module& module, const std::vector<std::string>& unlaunched);

/// Leaves declarations of the other functions, so that indices stay.
void removeOtherCode(llvm::Module& module, const std::vector<bool>& needed);

} // namespace gevo::ir
