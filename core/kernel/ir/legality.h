#pragma once

/// What may be edited at all, whatever the place: checks of LLVM's rules that need no context. The checklist is that of
/// FuzzMutate's isCompatibleReplacement, widened.

namespace llvm {
class Instruction;
class Value;
} // namespace llvm

namespace gevo::ir {

/// Operand `operand` may take another value of its type: no callee, bundle, struct index, immediate, switch case or token.
bool mayChange(const llvm::Instruction& user, unsigned operand);

/// A changeable operand may take `value`, as far as types and operand rules go (dominance is `Application::dominates`).
bool mayTake(const llvm::Instruction& user, unsigned operand, const llvm::Value& value);

/// No terminator, phi, alloca, debug record, token or intrinsic that must stay what and where it is.
bool isOrdinary(const llvm::Instruction& instruction);

/// A duplicate may be made of it.
bool mayCopy(const llvm::Instruction& instruction);

/// It may leave its place: its operands and all its uses can be repaired.
bool mayLeave(const llvm::Instruction& instruction);

/// Something may be inserted before it.
bool mayInsertBefore(const llvm::Instruction& instruction);

} // namespace gevo::ir
