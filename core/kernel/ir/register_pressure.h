#pragma once

/// How many registers a kernel's values take at once.

namespace llvm {
class Function;
} // namespace llvm

namespace gevo::ir {

/// Of 32 bits each, for one thread, where most values are alive: those of a kernel in LLVM's order, before ptxas chooses another one and
/// adds what addresses and calls need. Of two versions of one kernel it tells which needs more.
unsigned registerPressure(const llvm::Function& kernel);

} // namespace gevo::ir
