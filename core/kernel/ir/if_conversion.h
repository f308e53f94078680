#pragma once

/// Branches without which both sides are computed, and what is needed of them selected (if-conversion: Allen et al. 1983). Threads of a
/// warp that disagree then no longer wait for one another.

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

/// A branch whose sides, or whose only side, are a block each that ends where the other way goes on, and that may be computed though it is
/// not wanted: nothing in it accesses memory, divides by what may be 0, or waits for other threads.
bool mayBeFlattened(const llvm::Instruction& terminator);

/// Does it to every such branch, also to those that others leave so. False: there is none.
bool flattenBranches(llvm::Function& function);

/// Does what the marks (marks.h) ask for, where the code still allows it.
void carryOutFlattening(llvm::Module& module);

} // namespace gevo::ir
