#include "core/kernel/ir/approximations.h"

#include "core/kernel/ir/perforation.h"
#include "core/kernel/ir/precision.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace gevo::ir {

namespace {

/// A function's instructions with marks, in order; their marks are taken from them.
struct Marked {
  std::vector<llvm::Instruction*> inFloat;
  std::vector<llvm::Instruction*> reciprocal;
  std::vector<std::pair<llvm::Instruction*, unsigned>> perforated;

  explicit Marked(llvm::Function& function) {
    const unsigned kind = approximationKind(function.getContext());
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!instruction.hasMetadataOtherThanDebugLoc() || !instruction.getMetadata(kind)) continue;
      unsigned rounds = 0;
      if (const std::string value = approximationOf(instruction); value == "float")
        inFloat.push_back(&instruction);
      else if (value == "reciprocal")
        reciprocal.push_back(&instruction);
      else if (llvm::to_integer(value, rounds, 10))
        perforated.emplace_back(&instruction, rounds);
      instruction.setMetadata(kind, nullptr);
    }
  }
};

/// x / y becomes x * (1 / y), where 1 / y may be what other divisions need too, or be known before a loop.
void multiplyByReciprocal(llvm::Instruction& division) {
  llvm::IRBuilder<> builder(&division);
  builder.setFastMathFlags(division.getFastMathFlags());
  llvm::Value* const one = llvm::ConstantFP::get(division.getType(), 1);
  llvm::Value* const inverse = builder.CreateFDiv(one, division.getOperand(1), "reciprocal");
  llvm::Value* const product = builder.CreateFMul(division.getOperand(0), inverse);
  if (llvm::isa<llvm::Instruction>(product)) product->takeName(&division);
  division.replaceAllUsesWith(product);
  division.eraseFromParent();
}

} // namespace

unsigned approximationKind(llvm::LLVMContext& context) { return context.getMDKindID(approximationMetadata); }

std::string approximationOf(const llvm::Instruction& instruction) {
  const llvm::MDNode* const node = instruction.getMetadata(approximationKind(instruction.getContext()));
  const auto* const text = node && node->getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0)) : nullptr;
  return text ? text->getString().str() : std::string();
}

bool markApproximation(llvm::Instruction& instruction, const std::string& value) {
  if (approximationOf(instruction) == value) return false;
  llvm::LLVMContext& context = instruction.getContext();
  instruction.setMetadata(approximationKind(context), llvm::MDNode::get(context, llvm::MDString::get(context, value)));
  return true;
}

void carryOutApproximations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    const Marked marked(function);
    for (llvm::Instruction* const division : marked.reciprocal) multiplyByReciprocal(*division);
    computeInFloat(marked.inFloat); // before loops are perforated: sums are scaled in the type that they have then
    for (const auto& [terminator, rounds] : marked.perforated) perforate(*terminator, rounds);
  }
}

} // namespace gevo::ir
