#pragma once

/// Sums added up in several parts, of which each waits only for itself. Rounding differs.

namespace llvm {
class Function;
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

/// An addition, subtraction or multiply-add of floats or doubles that goes on with the sum of another one in its block, or of an earlier
/// round of its loop, where unrolling leaves several in a block.
bool mayBeReassociated(const llvm::Instruction& addition);

/// Does what the marks (marks.h) ask for, in how many parts, of the longest sum in a block that a marked addition belongs to; marks are
/// removed. After unrolling.
bool reassociateAsMarked(llvm::Function& function);
bool hasReassociationMarks(const llvm::Module& module);

} // namespace gevo::ir
