#include "core/kernel/ir/contract.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/Casting.h>

namespace gevo::ir {
namespace {

using llvm::BinaryOperator;
using llvm::Instruction;
using llvm::Value;

/// The sum is sign0 * value0 + sign1 * value1.
struct Term {
  Value* value;
  bool negative;
};

bool contractable(const Instruction& instruction) { return llvm::isa<llvm::FPMathOperator>(instruction) && instruction.hasAllowContract(); }

/// The multiplication behind a term, in the block of the addition (the back end selects block by block), or null.
BinaryOperator* product(Term& term, const Instruction& sum) {
  auto* negation = llvm::dyn_cast<Instruction>(term.value);
  if (negation && negation->getOpcode() == Instruction::FNeg && negation->getParent() == sum.getParent()) {
    Term inner{negation->getOperand(0), !term.negative};
    if (BinaryOperator* multiply = product(inner, sum)) {
      term = inner;
      return multiply;
    }
    return nullptr;
  }
  auto* multiply = llvm::dyn_cast<BinaryOperator>(term.value);
  const bool found =
      multiply && multiply->getOpcode() == Instruction::FMul && contractable(*multiply) && multiply->getParent() == sum.getParent();
  return found ? multiply : nullptr;
}

void eraseIfUnused(Instruction* instruction) {
  if (!instruction || !instruction->use_empty()) return;
  if (instruction->getOpcode() != Instruction::FMul && instruction->getOpcode() != Instruction::FNeg) return;
  auto* operand = llvm::dyn_cast<Instruction>(instruction->getOperand(0));
  instruction->eraseFromParent();
  eraseIfUnused(operand);
}

bool fuse(BinaryOperator& sum) {
  Term left{sum.getOperand(0), false};
  Term right{sum.getOperand(1), sum.getOpcode() == Instruction::FSub};
  BinaryOperator* leftProduct = product(left, sum);
  BinaryOperator* rightProduct = product(right, sum);
  // Of two products the one with fewer uses is taken: its multiplication is more likely to become unused.
  const bool takeRight = rightProduct && (!leftProduct || leftProduct->getNumUses() > rightProduct->getNumUses());
  BinaryOperator* multiply = takeRight ? rightProduct : leftProduct;
  if (!multiply) return false;
  const Term& factor = takeRight ? right : left;
  Value* addend = sum.getOperand(takeRight ? 0 : 1);
  const bool negateAddend = !takeRight && sum.getOpcode() == Instruction::FSub;

  llvm::IRBuilder<> builder(&sum);
  Value* first = multiply->getOperand(0);
  if (factor.negative) first = builder.CreateFNeg(first);
  if (negateAddend) addend = builder.CreateFNeg(addend);
  auto* fused =
      builder.CreateIntrinsic(llvm::Intrinsic::fma, {sum.getType()}, {first, multiply->getOperand(1), addend}, llvm::FMFSource(&sum));
  fused->takeName(&sum);
  sum.replaceAllUsesWith(fused);
  auto* taken = llvm::dyn_cast<Instruction>(sum.getOperand(takeRight ? 1 : 0));
  sum.eraseFromParent();
  eraseIfUnused(taken);
  return true;
}

bool isContractableSum(const Instruction& instruction) {
  const bool sum = instruction.getOpcode() == Instruction::FAdd || instruction.getOpcode() == Instruction::FSub;
  return sum && contractable(instruction);
}

} // namespace

void contractMultiplyAdds(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      // The back end visits users before what they use. Fusing erases only earlier instructions that nothing else uses.
      std::vector<BinaryOperator*> sums;
      for (Instruction& instruction : block) {
        if (isContractableSum(instruction)) sums.push_back(llvm::cast<BinaryOperator>(&instruction));
      }
      for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum) fuse(**sum);
    }
    for (Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::FPMathOperator>(instruction)) instruction.setHasAllowContract(false);
    }
  }
}

} // namespace gevo::ir
