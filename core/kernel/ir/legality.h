#pragma once

/// What may be edited at all, whatever the position: checks of LLVM's rules that need no context. Extends the checks of FuzzMutate's
/// isCompatibleReplacement.

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace gevo::ir {

/// Operand `operand` may take another value of its type: not a callee, bundle, struct index, immediate, switch case or token.
bool mayChange(const llvm::Instruction& user, unsigned operand);

/// A changeable operand may take `value`, as far as types and operand rules go (for dominance see Application::availableTo).
bool mayTake(const llvm::Instruction& user, unsigned operand, const llvm::Value& value);

/// Not a terminator, phi, alloca, debug record, token or intrinsic that must stay unchanged and in place.
bool isOrdinary(const llvm::Instruction& instruction);

/// It may be duplicated.
bool mayCopy(const llvm::Instruction& instruction);

/// It may be moved or deleted: its operands and all its uses can be repaired.
bool mayLeave(const llvm::Instruction& instruction);

/// Something may be inserted before it.
bool mayInsertBefore(const llvm::Instruction& instruction);

} // namespace gevo::ir
