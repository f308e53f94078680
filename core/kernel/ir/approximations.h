#pragma once

/// Code that is to be computed less exactly. Edits only mark it; what the marks ask for is done when all edits are applied, so that an
/// edit finds the instructions that it names whichever edits came before.

#include <string>

namespace llvm {
class Instruction;
class LLVMContext;
class Module;
} // namespace llvm

namespace gevo::ir {

/// Marks are metadata of this name. Copies of an instruction have its mark.
inline constexpr const char* approximationMetadata = "gevo.approximation";
unsigned approximationKind(llvm::LLVMContext& context);
/// Of a division that is to be a product with the reciprocal: besides another mark.
inline constexpr const char* reciprocalMetadata = "gevo.reciprocal";
unsigned reciprocalKind(llvm::LLVMContext& context);
/// Empty: none.
std::string approximationOf(const llvm::Instruction& instruction);
/// False: it has that one already.
bool markApproximation(llvm::Instruction& instruction, const std::string& value);

bool hasReciprocal(const llvm::Instruction& division);
void markReciprocal(llvm::Instruction& division);

/// Does what the marks ask for, where the code still allows it, and removes them: "float" of an instruction, a number of a branch that
/// goes back to the beginning of a loop, reciprocals.
void carryOutApproximations(llvm::Module& module);

} // namespace gevo::ir
