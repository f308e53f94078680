#include "core/kernel/ir/precision.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <map>

namespace gevo::ir {

namespace {

using llvm::Instruction;
using llvm::Value;

/// Those that LLVM's NVPTX back end has for floats too.
bool isFunctionOfBoth(llvm::Intrinsic::ID function) {
  switch (function) {
  case llvm::Intrinsic::fma:
  case llvm::Intrinsic::fmuladd:
  case llvm::Intrinsic::sqrt:
  case llvm::Intrinsic::fabs:
  case llvm::Intrinsic::minnum:
  case llvm::Intrinsic::maxnum:
  case llvm::Intrinsic::floor:
  case llvm::Intrinsic::ceil:
  case llvm::Intrinsic::trunc:
  case llvm::Intrinsic::rint:
  case llvm::Intrinsic::nearbyint:
  case llvm::Intrinsic::copysign:
    return true;
  default:
    return false;
  }
}

/// Conversions between float and double that stand for the values of an expression until it is known which of them cancel out.
class Narrowing {
public:
  explicit Narrowing(llvm::LLVMContext& context) : float_(llvm::Type::getFloatTy(context)) {}

  void narrow(Instruction& instruction) {
    Instruction& narrowed = *made(instruction);
    narrowed.setDebugLoc(instruction.getDebugLoc());
    if (llvm::isa<llvm::FPMathOperator>(narrowed)) narrowed.copyFastMathFlags(&instruction);
    narrowed.dropPoisonGeneratingFlags(); // a double that is finite may be infinite as a float
    narrowed.takeName(&instruction);
    const auto after =
        llvm::isa<llvm::PHINode>(instruction) ? instruction.getParent()->getFirstInsertionPt() : std::next(instruction.getIterator());
    auto* const widened = new llvm::FPExtInst(&narrowed, instruction.getType(), "", after);
    widened->setDebugLoc(instruction.getDebugLoc());
    extensions_.push_back(widened);
    instruction.replaceAllUsesWith(widened);
    instruction.eraseFromParent();
  }

  void cancelOut() {
    for (Instruction* conversion : truncations_) {
      if (const auto* wide = llvm::dyn_cast<llvm::FPExtInst>(conversion->getOperand(0)); wide && wide->getSrcTy() == float_)
        conversion->replaceAllUsesWith(wide->getOperand(0));
      if (conversion->use_empty()) conversion->eraseFromParent();
    }
    for (Instruction* conversion : extensions_)
      if (conversion->use_empty()) conversion->eraseFromParent();
  }

private:
  Value* narrowed(Value& value, llvm::BasicBlock::iterator before) {
    if (value.getType() == float_ || !value.getType()->isDoubleTy()) return &value;
    llvm::IRBuilder<> ir(before->getParent(), before);
    Value* const conversion = ir.CreateFPTrunc(&value, float_); // a constant's is one
    if (auto* const instruction = llvm::dyn_cast<Instruction>(conversion)) {
      instruction->setDebugLoc(before->getDebugLoc());
      truncations_.push_back(instruction);
    }
    return conversion;
  }

  Instruction* made(llvm::PHINode& phi) {
    auto* const result = llvm::PHINode::Create(float_, phi.getNumIncomingValues(), "", phi.getIterator());
    std::map<llvm::BasicBlock*, Value*> known; // entries of one predecessor agree
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      llvm::BasicBlock* const block = phi.getIncomingBlock(i);
      Value*& value = known[block];
      if (!value) value = narrowed(*phi.getIncomingValue(i), block->getTerminator()->getIterator());
      result->addIncoming(value, block);
    }
    return result;
  }

  Instruction* made(Instruction& instruction) {
    if (auto* const phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return made(*phi);
    const auto at = instruction.getIterator();
    llvm::IRBuilder<> ir(instruction.getParent(), at);
    if (auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
      llvm::SmallVector<Value*, 3> arguments;
      for (const llvm::Use& argument : call->args()) arguments.push_back(narrowed(*argument, at));
      return ir.CreateIntrinsic(call->getIntrinsicID(), {float_}, arguments);
    }
    if (llvm::isa<llvm::SIToFPInst, llvm::UIToFPInst>(instruction))
      return llvm::CastInst::Create(llvm::cast<llvm::CastInst>(instruction).getOpcode(), instruction.getOperand(0), float_, "", at);
    if (auto* const selection = llvm::dyn_cast<llvm::SelectInst>(&instruction))
      return llvm::SelectInst::Create(selection->getCondition(), narrowed(*selection->getTrueValue(), at),
                                      narrowed(*selection->getFalseValue(), at), "", at);
    if (auto* const operation = llvm::dyn_cast<llvm::UnaryOperator>(&instruction))
      return llvm::UnaryOperator::Create(operation->getOpcode(), narrowed(*operation->getOperand(0), at), "", at);
    const auto& operation = llvm::cast<llvm::BinaryOperator>(instruction);
    Value* const left = narrowed(*operation.getOperand(0), at);
    Value* const right = narrowed(*operation.getOperand(1), at);
    return llvm::BinaryOperator::Create(operation.getOpcode(), left, right, "", at);
  }

  llvm::Type* float_;
  std::vector<Instruction*> truncations_;
  std::vector<Instruction*> extensions_;
};

} // namespace

bool mayBeFloat(const Instruction& instruction) {
  if (!instruction.getType()->isDoubleTy()) return false;
  if (const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) return isFunctionOfBoth(call->getIntrinsicID());
  return llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::SIToFPInst, llvm::UIToFPInst, llvm::SelectInst, llvm::PHINode>(
      instruction);
}

std::vector<Instruction*> expressionOf(Instruction& root) {
  llvm::SetVector<Instruction*> found;
  found.insert(&root);
  for (std::size_t i = 0; i < found.size(); ++i)
    for (const llvm::Use& use : found[i]->operands())
      if (auto* const operand = llvm::dyn_cast<Instruction>(use.get()); operand && mayBeFloat(*operand)) found.insert(operand);
  // Those that others use too leave, and then what only they use.
  const auto isUsedElsewhere = [&](Instruction* one) {
    return one != &root && !llvm::all_of(one->users(), [&](llvm::User* user) { return found.contains(llvm::cast<Instruction>(user)); });
  };
  while (found.remove_if(isUsedElsewhere)) {
  }
  return {found.begin(), found.end()};
}

void computeInFloat(const std::vector<Instruction*>& instructions) {
  if (instructions.empty()) return;
  Narrowing narrowing(instructions.front()->getContext());
  for (Instruction* instruction : instructions)
    if (mayBeFloat(*instruction)) narrowing.narrow(*instruction);
  narrowing.cancelOut();
}

} // namespace gevo::ir
