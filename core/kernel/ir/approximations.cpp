#include "core/kernel/ir/approximations.h"

#include "core/kernel/ir/perforation.h"
#include "core/kernel/ir/precision.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

namespace gevo::ir {

namespace {

/// A function's instructions with marks, in order; their marks are taken from them.
struct Marked {
  std::vector<llvm::Instruction*> inFloat;
  std::vector<llvm::Instruction*> divisions;
  std::vector<std::pair<llvm::Instruction*, unsigned>> perforated;

  explicit Marked(llvm::Function& function) {
    const unsigned kind = approximationKind(function.getContext());
    const unsigned reciprocal = reciprocalKind(function.getContext());
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (!instruction.hasMetadataOtherThanDebugLoc()) continue;
      if (instruction.getMetadata(reciprocal)) divisions.push_back(&instruction);
      unsigned rounds = 0;
      if (const std::string value = approximationOf(instruction); value == "float")
        inFloat.push_back(&instruction);
      else if (llvm::to_integer(value, rounds, 10))
        perforated.emplace_back(&instruction, rounds);
      instruction.setMetadata(kind, nullptr);
      instruction.setMetadata(reciprocal, nullptr);
    }
  }
};

struct Product {
  llvm::Instruction* reciprocal;
  llvm::Instruction* whole;
};

/// x / y becomes x * (1 / y), where 1 / y may be what other divisions need too, or be known before a loop.
Product multiplyByReciprocal(llvm::Instruction& division) {
  llvm::Value* const one = llvm::ConstantFP::get(division.getType(), 1);
  llvm::Instruction* const inverse = llvm::BinaryOperator::CreateFDiv(one, division.getOperand(1), "reciprocal", division.getIterator());
  llvm::Instruction* const product = llvm::BinaryOperator::CreateFMul(division.getOperand(0), inverse, "", division.getIterator());
  for (llvm::Instruction* const made : {inverse, product}) {
    made->copyFastMathFlags(&division);
    made->dropPoisonGeneratingFlags(); // where x / y is finite, 1 / y need not be
    made->setDebugLoc(division.getDebugLoc());
  }
  product->takeName(&division);
  division.replaceAllUsesWith(product);
  division.eraseFromParent();
  return {inverse, product};
}

bool mark(llvm::Instruction& instruction, unsigned kind, const std::string& value) {
  llvm::LLVMContext& context = instruction.getContext();
  instruction.setMetadata(kind, llvm::MDNode::get(context, llvm::MDString::get(context, value)));
  return true;
}

} // namespace

unsigned approximationKind(llvm::LLVMContext& context) { return context.getMDKindID(approximationMetadata); }
unsigned reciprocalKind(llvm::LLVMContext& context) { return context.getMDKindID(reciprocalMetadata); }

std::string approximationOf(const llvm::Instruction& instruction) {
  const llvm::MDNode* const node = instruction.getMetadata(approximationKind(instruction.getContext()));
  const auto* const text = node && node->getNumOperands() == 1 ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0)) : nullptr;
  return text ? text->getString().str() : std::string();
}

bool markApproximation(llvm::Instruction& instruction, const std::string& value) {
  return approximationOf(instruction) != value && mark(instruction, approximationKind(instruction.getContext()), value);
}

bool hasReciprocal(const llvm::Instruction& division) { return division.getMetadata(reciprocalKind(division.getContext())) != nullptr; }

void markReciprocal(llvm::Instruction& division) { mark(division, reciprocalKind(division.getContext()), "reciprocal"); }

void carryOutApproximations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    Marked marked(function);
    for (llvm::Instruction* const division : marked.divisions) {
      const bool wasInFloat = std::erase(marked.inFloat, division) > 0;
      const Product product = multiplyByReciprocal(*division);
      if (wasInFloat) marked.inFloat.insert(marked.inFloat.end(), {product.reciprocal, product.whole});
    }
    computeInFloat(marked.inFloat); // before loops are perforated: sums are scaled in the type that they have then
    for (const auto& [terminator, rounds] : marked.perforated) perforate(*terminator, rounds);
  }
}

} // namespace gevo::ir
