#pragma once

/// Loads that neighbouring threads of a warp make of one place: what one of them reads, all take. A warp executes an instruction once,
/// whoever takes part, so nothing is gained by computing a value in one lane only; but a load takes as long as the memory that its lanes
/// touch, and lanes that load the same place touch it once.

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace gevo::ir {

/// A kernel's plain load whose place, different ones in different threads perhaps, is in an array that is the same for all: that of one of
/// its pointers, or a variable.
bool mayBeShared(const llvm::Instruction& instruction);

/// Does what the marks (marks.h) ask for: each lane loads from where the first active lane of its group does, a place that the original
/// loads too. Which lanes are active is asked at the load, so that it is well defined wherever control flow diverges.
void carryOutSharing(llvm::Module& module);

} // namespace gevo::ir
