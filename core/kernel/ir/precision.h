#pragma once

/// Doubles computed as floats.

#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace gevo::ir {

/// An operation on doubles, with a double as its result, that exists for floats: arithmetic, a function of one instruction, a selection, a
/// loop's variable.
bool mayBeFloat(const llvm::Instruction& instruction);
/// The instruction, and of what it is computed from all that nothing else uses: in a fixed order, `root` first.
std::vector<llvm::Instruction*> expressionOf(llvm::Instruction& root);
/// Each computes in float: operands are converted to it and results from it, and where one is the operand of the other neither is.
/// Instructions of one function, which are gone afterwards.
void computeInFloat(const std::vector<llvm::Instruction*>& instructions);

} // namespace gevo::ir
