#include "core/kernel/ir/approximations.h"

#include "core/kernel/ir/marks.h"
#include "core/kernel/ir/perforation.h"
#include "core/kernel/ir/precision.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace gevo::ir {

namespace {

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

} // namespace

void carryOutApproximations(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    std::vector<llvm::Instruction*> inFloat;
    std::vector<std::pair<llvm::Instruction*, unsigned>> perforated;
    for (const auto& [instruction, value] : takeMarked(function, Mark::Approximation)) {
      unsigned rounds = 0;
      if (value == "float")
        inFloat.push_back(instruction);
      else if (llvm::to_integer(value, rounds, 10))
        perforated.emplace_back(instruction, rounds);
    }
    for (const auto& [division, value] : takeMarked(function, Mark::Reciprocal)) {
      const bool wasInFloat = std::erase(inFloat, division) > 0;
      const Product product = multiplyByReciprocal(*division);
      if (wasInFloat) inFloat.insert(inFloat.end(), {product.reciprocal, product.whole});
    }
    computeInFloat(inFloat); // before loops are perforated: sums are scaled in the type that they have then
    for (const auto& [terminator, rounds] : perforated) perforate(*terminator, rounds);
  }
}

} // namespace gevo::ir
