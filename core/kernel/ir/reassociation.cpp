#include "core/kernel/ir/reassociation.h"

#include "core/kernel/ir/marks.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <vector>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

namespace {

bool isMultiplyAdd(const Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call && call->getIntrinsicID() == llvm::Intrinsic::fma;
}

bool isAddition(const Instruction& instruction) {
  if (!instruction.getType()->isFloatTy() && !instruction.getType()->isDoubleTy()) return false;
  return instruction.getOpcode() == Instruction::FAdd || instruction.getOpcode() == Instruction::FSub || isMultiplyAdd(instruction);
}

/// In the same block; code that is never reached may refer to what comes later.
bool isEarlier(const Instruction& one, const Instruction& other) { return one.getParent() == other.getParent() && one.comesBefore(&other); }

/// The addition that this operand is, if nothing else needs its result and it is in the same block.
Instruction* additionIn(const Instruction& user, unsigned operand) {
  auto* const of = llvm::dyn_cast<Instruction>(user.getOperand(operand));
  return of && isAddition(*of) && of->hasOneUse() && isEarlier(*of, user) ? of : nullptr;
}

/// The operand is what the addition itself, or one that goes on with it, was in an earlier round.
bool comesBack(const Instruction& addition, unsigned operand) {
  const auto* const variable = llvm::dyn_cast<llvm::PHINode>(addition.getOperand(operand));
  return variable && llvm::any_of(variable->incoming_values(), [&](const llvm::Use& value) {
           const auto* const from = llvm::dyn_cast<Instruction>(&*value);
           return from && from->getParent() == addition.getParent() && isAddition(*from);
         });
}

/// Which operand is the sum so far. Of two it may be either: then a sum, or what comes from an earlier round, rather than a term.
unsigned sumOperand(const Instruction& addition) {
  if (isMultiplyAdd(addition)) return 2;
  if (addition.getOpcode() == Instruction::FSub || additionIn(addition, 0)) return 0;
  if (additionIn(addition, 1)) return 1;
  return !comesBack(addition, 0) && comesBack(addition, 1) ? 1 : 0;
}

/// The addition that goes on with the sum of this one, and nothing else does.
Instruction* nextAddition(const Instruction& addition) {
  auto* const user = addition.hasOneUse() ? const_cast<Instruction*>(llvm::cast<Instruction>(*addition.user_begin())) : nullptr;
  return user && isAddition(*user) && isEarlier(addition, *user) && user->getOperand(sumOperand(*user)) == &addition ? user : nullptr;
}

/// A sum's additions in their order: each but the first has the one before as its sum so far.
std::vector<Instruction*> sumAround(Instruction& addition) {
  Instruction* last = &addition;
  while (Instruction* const next = nextAddition(*last)) last = next;
  std::vector<Instruction*> sum{last};
  while (Instruction* const earlier = additionIn(*sum.back(), sumOperand(*sum.back()))) sum.push_back(earlier);
  std::ranges::reverse(sum);
  return sum;
}

/// Each addition adds to the part of its number, where it stands; the last one adds up parts and what there was before.
void addInParts(const std::vector<Instruction*>& sum, unsigned parts) {
  Instruction& last = *sum.back();
  Value* const before = sum.front()->getOperand(sumOperand(*sum.front()));
  std::vector<Value*> totals(parts, nullptr);
  llvm::IRBuilder<> ir(last.getContext());
  for (std::size_t i = 0; i < sum.size(); ++i) {
    Instruction& addition = *sum[i];
    Value*& total = totals[i % parts];
    ir.SetInsertPoint(&addition);
    if (isMultiplyAdd(addition)) {
      Value* const left = addition.getOperand(0);
      Value* const right = addition.getOperand(1);
      total = total ? ir.CreateIntrinsic(addition.getType(), llvm::Intrinsic::fma, {left, right, total}) : ir.CreateFMul(left, right);
      continue;
    }
    Value* const term = addition.getOperand(1 - sumOperand(addition));
    if (addition.getOpcode() == Instruction::FSub)
      total = total ? ir.CreateFSub(total, term) : ir.CreateFNeg(term);
    else
      total = total ? ir.CreateFAdd(total, term) : term;
  }
  ir.SetInsertPoint(&last);
  for (std::size_t width = 1; width < parts; width *= 2)
    for (std::size_t i = 0; i + width < parts; i += 2 * width) totals[i] = ir.CreateFAdd(totals[i], totals[i + width]);
  Value* const whole = ir.CreateFAdd(before, totals[0]);
  whole->takeName(&last);
  last.replaceAllUsesWith(whole);
  for (Instruction* const addition : llvm::reverse(sum)) addition->eraseFromParent();
}

} // namespace

bool mayBeReassociated(const Instruction& addition) {
  if (!isAddition(addition)) return false;
  const unsigned operand = sumOperand(addition);
  return additionIn(addition, operand) || comesBack(addition, operand) || nextAddition(addition);
}

bool reassociateAsMarked(llvm::Function& function) {
  bool changed = false;
  llvm::SmallPtrSet<Instruction*, 16> done; // several additions of a sum may be marked
  for (const auto& [addition, value] : takeMarked(function, Mark::Reassociation)) {
    unsigned parts = 0;
    if (done.contains(addition) || !llvm::to_integer(value, parts, 10)) continue;
    const std::vector<Instruction*> sum = sumAround(*addition);
    done.insert_range(sum);
    parts = std::min<unsigned>(parts, unsigned(sum.size()));
    if (parts < 2) continue;
    addInParts(sum, parts);
    changed = true;
  }
  return changed;
}

bool hasReassociationMarks(const llvm::Module& module) {
  const unsigned kind = markKind(module.getContext(), Mark::Reassociation);
  return llvm::any_of(module, [&](const llvm::Function& function) {
    return llvm::any_of(llvm::instructions(function), [&](const Instruction& one) { return one.getMetadata(kind) != nullptr; });
  });
}

} // namespace gevo::ir
