#include "core/kernel/explain/control_flow.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;
using llvm::Value;
namespace match = llvm::PatternMatch;

constexpr unsigned deepest = 12;

/// The operands of a condition that combines others; empty for one that does not.
llvm::SmallVector<const Value*, 4> parts(const Value& condition) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&condition);
  if (!instruction || !instruction->getType()->isIntegerTy(1)) return {};
  switch (instruction->getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Select:
  case Instruction::PHI:
  case Instruction::Freeze:
    return {instruction->op_begin(), instruction->op_end()};
  default:
    return {};
  }
}

void addLeaves(const Value& condition, Leaves& leaves, llvm::SmallPtrSetImpl<const Value*>& seen) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&condition);
  if (!instruction || !seen.insert(instruction).second) return;
  const auto inner = parts(condition);
  if (inner.empty()) leaves.insert(instruction);
  for (const Value* part : inner) addLeaves(*part, leaves, seen);
}

bool same(const Value& one, const Value& other) {
  if (&one == &other) return true;
  const auto* first = llvm::dyn_cast<Instruction>(&one);
  const auto* second = llvm::dyn_cast<Instruction>(&other);
  return first && second && llvm::isa<llvm::CmpInst, llvm::CastInst>(first) && first->isIdenticalToWhenDefined(second);
}

/// Adds `condition` with its value, and its operands where their values follow from it.
void learn(const Value& condition, bool value, llvm::SmallVectorImpl<std::pair<const Value*, bool>>& known, unsigned depth = 0) {
  known.emplace_back(&condition, value);
  if (depth == deepest) return;
  Value* left = nullptr;
  Value* right = nullptr;
  Value* whole = const_cast<Value*>(&condition);
  const bool conjunction = value && match::match(whole, match::m_LogicalAnd(match::m_Value(left), match::m_Value(right)));
  const bool disjunction = !conjunction && !value && match::match(whole, match::m_LogicalOr(match::m_Value(left), match::m_Value(right)));
  if (conjunction || disjunction) {
    learn(*left, value, known, depth + 1);
    learn(*right, value, known, depth + 1);
  } else if (match::match(whole, match::m_Not(match::m_Value(left)))) {
    learn(*left, !value, known, depth + 1);
  }
}

} // namespace

Leaves leavesOf(const Value& condition) {
  Leaves leaves;
  llvm::SmallPtrSet<const Value*, 8> seen;
  addLeaves(condition, leaves, seen);
  return leaves;
}

bool guardsLoop(const Instruction& branch, const llvm::LoopInfo& loops) {
  if (!llvm::isa<llvm::BranchInst>(branch) || branch.getNumSuccessors() < 2 || !branch.getDebugLoc()) return false;
  return llvm::any_of(llvm::successors(&branch), [&](const llvm::BasicBlock* next) {
    const llvm::BasicBlock* header = loops.isLoopHeader(next) ? next : next->getSingleSuccessor();
    const llvm::Loop* loop = header && loops.isLoopHeader(header) ? loops.getLoopFor(header) : nullptr;
    const llvm::BasicBlock* latch = loop && !loop->contains(branch.getParent()) ? loop->getLoopLatch() : nullptr;
    const llvm::DebugLoc at = latch ? latch->getTerminator()->getDebugLoc() : llvm::DebugLoc();
    return at && at.getLine() == branch.getDebugLoc().getLine() &&
           at->getScope()->getSubprogram() == branch.getDebugLoc()->getScope()->getSubprogram();
  });
}

Control::Control(llvm::Function& function) : tree_(function) {
  for (const llvm::BasicBlock& block : function) {
    if (!tree_.isReachableFromEntry(&block)) continue;
    const Known known = knownIn(block);
    for (const Instruction& instruction : block) {
      if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction); branch && branch->isConditional())
        decide(instruction, *branch->getCondition(), known);
      if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction); select && select->getCondition()->getType()->isIntegerTy(1))
        decide(instruction, *select->getCondition(), known);
    }
  }
  walk(function.getEntryBlock());
}

Control::Known Control::knownIn(const llvm::BasicBlock& block) const {
  Known known;
  for (const auto* node = tree_.getNode(&block)->getIDom(); node; node = node->getIDom()) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(node->getBlock()->getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) continue;
    for (const unsigned way : {0U, 1U}) {
      const llvm::BasicBlockEdge edge(node->getBlock(), branch->getSuccessor(way));
      if (tree_.dominates(edge, &block)) learn(*branch->getCondition(), way == 0, known);
    }
  }
  return known;
}

std::optional<bool> Control::evaluate(const Value& condition, const Known& known, unsigned depth) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(&condition)) return constant->isOne();
  for (const auto& [value, is] : known)
    if (same(*value, condition)) return is;
  auto* instruction = const_cast<Instruction*>(llvm::dyn_cast<Instruction>(&condition));
  if (!instruction || depth == deepest) return std::nullopt;

  const auto operand = [&](unsigned i) { return evaluate(*instruction->getOperand(i), known, depth + 1); };
  switch (instruction->getOpcode()) {
  case Instruction::And:
  case Instruction::Or: {
    const bool absorbing = instruction->getOpcode() == Instruction::Or;
    const auto left = operand(0);
    const auto right = operand(1);
    if (left == absorbing || right == absorbing) return absorbing;
    if (left && right) return !absorbing;
    break;
  }
  case Instruction::Xor: {
    const auto left = operand(0);
    const auto right = operand(1);
    if (left && right) return *left != *right;
    break;
  }
  case Instruction::Select: {
    const auto chosen = operand(0);
    if (chosen) return operand(*chosen ? 1 : 2);
    const auto left = operand(1);
    if (left && left == operand(2)) return left;
    break;
  }
  case Instruction::Freeze:
    return operand(0);
  default:
    break;
  }
  const llvm::SimplifyQuery query(instruction->getModule()->getDataLayout(), instruction);
  const Value* simpler = llvm::simplifyInstruction(instruction, query);
  return simpler && simpler != instruction ? evaluate(*simpler, known, depth + 1) : std::nullopt;
}

/// Leaves out operands whose value is known.
void Control::collect(const Value& condition, const Known& known, Leaves& leaves, llvm::SmallPtrSetImpl<const Value*>& seen) {
  const auto* instruction = llvm::dyn_cast<Instruction>(&condition);
  if (!instruction || !seen.insert(instruction).second || evaluate(condition, known, 0)) return;
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
    if (const auto chosen = evaluate(*select->getCondition(), known, 0))
      return collect(*(*chosen ? select->getTrueValue() : select->getFalseValue()), known, leaves, seen);
  }
  const auto inner = parts(condition);
  if (inner.empty()) leaves.insert(instruction);
  for (const Value* part : inner) collect(*part, known, leaves, seen);
}

void Control::decide(const Instruction& instruction, const Value& condition, const Known& known) {
  Decision& decision = decisions_[&instruction];
  decision.value = evaluate(condition, known, 0);
  llvm::SmallPtrSet<const Value*, 8> seen;
  if (!decision.value) collect(condition, known, decision.leaves, seen);
}

void Control::walk(const llvm::BasicBlock& entry) {
  llvm::SmallVector<const llvm::BasicBlock*, 32> open{&entry};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    if (!reached_.insert(block).second) continue;
    const Instruction* end = block->getTerminator();
    const auto found = decisions_.find(end);
    if (found != decisions_.end() && found->second.value) {
      open.push_back(end->getSuccessor(*found->second.value ? 0 : 1));
      continue;
    }
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) open.push_back(end->getSuccessor(i));
  }
}

} // namespace gevo::ir
