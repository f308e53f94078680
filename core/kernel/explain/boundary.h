#pragma once

namespace llvm {
class Instruction;
}

namespace gevo::ir {

/// A comparison of a place in the grid with an end of it (seeds/002, VI-D): on one side something computed from the numbers of thread or
/// block, on the other a size that the kernel is given, or 0. Ones of a thread's number with a constant, which give threads roles, are
/// none.
bool isBoundaryCheck(const llvm::Instruction& comparison);

} // namespace gevo::ir
