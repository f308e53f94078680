#pragma once

/// Whether code does anything that shows outside of it.

namespace llvm {
class Function;
class IntrinsicInst;
} // namespace llvm

namespace gevo::ir {

/// It stores, updates atomically or calls something that may. In optimised code, stores to a thread's own memory that nothing reads are
/// gone.
bool hasEffect(const llvm::Function& function);

/// It writes to a surface, or stores a matrix.
bool isStore(const llvm::IntrinsicInst& call);

} // namespace gevo::ir
