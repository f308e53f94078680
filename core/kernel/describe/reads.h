#pragma once

/// Whether memory still holds what a load found there.

namespace llvm {
class DominatorTree;
class Instruction;
class LoadInst;
} // namespace llvm

namespace gevo::ir {

/// The load comes first on every way to `at`, and nothing in between may write to what it reads: no write of the same thread, and no
/// barrier where the function writes to the object at all. Objects of different names don't overlap, as a source is read.
bool holdsUntil(const llvm::LoadInst& load, const llvm::Instruction& at, const llvm::DominatorTree& tree);
/// The same of all loads that a value is computed from.
bool holdsUntil(const llvm::Instruction& value, const llvm::Instruction& at, const llvm::DominatorTree& tree);

} // namespace gevo::ir
