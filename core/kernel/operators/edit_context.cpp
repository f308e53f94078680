#include "core/kernel/operators/edit_context.h"

#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/constants.h"
#include "core/kernel/operators/instruction_words.h"
#include "core/kernel/operators/kernel_parameters.h"

#include <llvm/IR/Dominators.h>

namespace gevo::ir {

using llvm::Instruction;

namespace {

/// What is in the tests of one program, such as a size, or was made from them says nothing to another one.
bool hasOwnValue(Operator op) { return op == Operator::Specialise || op == Operator::Synthesise; }

bool isOfLoop(Operator op) { return op == Operator::Unroll || op == Operator::Perforate; }

/// After each round a value is compared with a constant.
bool isCounted(const llvm::Loop& loop) {
  llvm::SmallVector<llvm::BasicBlock*, 4> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [](const llvm::BasicBlock* block) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    const auto* comparison = branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    return comparison &&
           llvm::any_of(comparison->operand_values(), [](const llvm::Value* side) { return llvm::isa<llvm::ConstantInt>(side); });
  });
}

} // namespace

std::string EditContexts::of(const Edit& edit) {
  const Instruction* const target = edit.op == Operator::Set ? nullptr : application_.find(edit.target);
  if (target == nullptr) return {};
  const std::string what = changed(edit, *target);
  if (what.empty()) return {};
  const bool says = isDirective(edit.op) && !hasOwnValue(edit.op);
  return fmt::format("{}{}{}: {}", operatorName(edit.op), says ? " " : "", says ? edit.value : "", what);
}

std::string EditContexts::changed(const Edit& edit, const Instruction& target) {
  if (isDirective(edit.op)) return named(edit, target);
  const std::string noun = instructionWords(target, loopsOf(*target.getFunction()));
  const Instruction* const other = application_.find(edit.other);
  switch (edit.op) {
  case Operator::Delete:
    return noun + place(target) + (target.use_empty() ? "" : ", for " + value(edit.substitute, target, target.getType()));
  case Operator::Copy:
  case Operator::Move:
    return other == nullptr ? std::string() : noun + moved(target, *other);
  case Operator::ReplaceInstruction:
    return other == nullptr ? std::string()
                            : fmt::format("{}{} by {}", noun, place(target), instructionWords(*other, loopsOf(*other->getFunction())));
  case Operator::Swap:
    return other == nullptr ? std::string()
                            : fmt::format("{}{} and {}", noun, place(target), instructionWords(*other, loopsOf(*other->getFunction())));
  case Operator::ReplaceOperand: {
    if (edit.choices.empty() || edit.choices.front().operand >= target.getNumOperands()) return {};
    const OperandChoice& choice = edit.choices.front();
    return fmt::format("{} of {}{} becomes {}", operandRole(target, choice.operand), noun, place(target),
                       value(choice.value, target, target.getOperand(choice.operand)->getType()));
  }
  default:
    return {};
  }
}

/// What a directive is about.
std::string EditContexts::named(const Edit& edit, const Instruction& target) {
  if (isOfLoop(edit.op)) return loop(target);
  if (const llvm::Argument* parameter = kernelParameter(target, edit)) return typeWord(*parameter->getType()) + " parameter";
  if (edit.op == Operator::Registers || edit.op == Operator::Pipeline) return "kernel";
  return instructionWords(target, loopsOf(*target.getFunction())) + place(target);
}

std::string EditContexts::loop(const Instruction& terminator) {
  const std::vector<Instruction*> backEdges = application_.backEdgesBeside(terminator);
  const llvm::LoopInfo& loops = loopsOf(*terminator.getFunction());
  const llvm::Loop* found = loops.getLoopFor(terminator.getParent());
  const auto isLedBackTo = [&](const llvm::Loop& one) { return llvm::is_contained(llvm::successors(&terminator), one.getHeader()); };
  while (found != nullptr && !isLedBackTo(*found)) found = found->getParentLoop();
  if (backEdges.empty() || found == nullptr) return {};
  return fmt::format("{} loop{}", found->isInnermost() ? "innermost" : "outer", isCounted(*found) ? " with a constant limit" : "");
}

std::string EditContexts::place(const Instruction& instruction) { return depth(instruction) > 0 ? " in a loop" : ""; }

std::string EditContexts::moved(const Instruction& instruction, const Instruction& position) {
  const unsigned from = depth(instruction);
  const unsigned to = depth(position);
  return to < from ? " out of a loop" : to > from ? " into a loop" : place(instruction);
}

/// What takes the place of a value.
std::string EditContexts::value(const ValueRef& ref, const Instruction& user, llvm::Type* type) {
  const llvm::Value* found = application_.resolve(ref, *user.getFunction(), type);
  if (found == nullptr) found = defaultConstant(type);
  return found != nullptr ? valueWords(*found) : "another value";
}

unsigned EditContexts::depth(const Instruction& instruction) {
  return loopsOf(*instruction.getFunction()).getLoopDepth(instruction.getParent());
}

const llvm::LoopInfo& EditContexts::loopsOf(const llvm::Function& function) {
  std::unique_ptr<llvm::LoopInfo>& loops = loops_[&function];
  if (!loops) {
    const llvm::DominatorTree tree(const_cast<llvm::Function&>(function));
    loops = std::make_unique<llvm::LoopInfo>(tree);
  }
  return *loops;
}

} // namespace gevo::ir
