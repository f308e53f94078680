#pragma once

namespace llvm {
class Instruction;
}

namespace gevo::ir {

/// A comparison of a grid position with its limit (Liou et al. 2022, VI-D): one side is computed from the thread or block index, the
/// other is a size given to the kernel, or 0. Comparisons of a thread index with a constant, which assign roles to threads, don't count.
bool isBoundaryCheck(const llvm::Instruction& comparison);

} // namespace gevo::ir
