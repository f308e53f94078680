#include "core/kernel/rewriting/rewrite_finder.h"

#include "core/kernel/ir/vectorisation.h"
#include "core/kernel/rewriting/directives.h"
#include "core/kernel/rewriting/evolved_calls.h"
#include "core/kernel/rewriting/function_copies.h"
#include "core/kernel/rewriting/kernel_parameters.h"
#include "core/kernel/rewriting/loads.h"
#include "core/kernel/rewriting/loops.h"
#include "core/kernel/rewriting/node_rules.h"
#include "core/kernel/rewriting/precedence.h"

#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>

namespace gevo::ir {

namespace {

using llvm::Instruction;
using llvm::Value;

bool isStatement(const Instruction& instruction) { return instruction.getType()->isVoidTy() && !instruction.isTerminator(); }

std::pair<const llvm::BasicBlock*, const Instruction*> positionOf(const Instruction& instruction) {
  return {instruction.getParent(), instruction.getParent() ? instruction.getNextNode() : nullptr};
}

/// Of a comparison of a thread's or block's index or number, none of which is negative, with a constant.
std::optional<bool> decided(const Value& value) {
  const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&value);
  const auto* call = comparison ? llvm::dyn_cast<llvm::CallInst>(comparison->getOperand(0)) : nullptr;
  const auto* with = comparison ? llvm::dyn_cast<llvm::ConstantInt>(comparison->getOperand(1)) : nullptr;
  const llvm::Function* read = call ? call->getCalledFunction() : nullptr;
  llvm::StringRef name = read ? read->getName() : llvm::StringRef();
  const bool isRegister = name.consume_front("llvm.nvvm.read.ptx.sreg.");
  constexpr std::array indices{"tid.", "ntid.", "ctaid.", "nctaid.", "laneid", "warpid"};
  if (!with || !isRegister || std::ranges::none_of(indices, [&](const char* one) { return name.starts_with(one); })) return std::nullopt;
  const unsigned bits = with->getBitWidth();
  const llvm::ConstantRange left(llvm::APInt::getZero(bits), llvm::APInt::getSignedMinValue(bits));
  const llvm::ConstantRange right(with->getValue());
  if (left.icmp(comparison->getPredicate(), right)) return true;
  if (left.icmp(comparison->getInversePredicate(), right)) return false;
  return std::nullopt;
}

} // namespace

RewriteFinder::RewriteFinder(Application& application, const SyntaxTree& tree, const std::vector<SourceFile>& sources)
    : application_(application), tree_(tree), map_(sources), printer_(application.module()) {
  numberCopies();
}

/// Where LLVM unrolled a loop, several instructions were made of the same code, in the order of the rounds.
void RewriteFinder::numberCopies() {
  std::map<std::string, std::vector<const Instruction*>> copies;
  for (const auto& [ref, instruction] : application_.present()) {
    std::string code = fmt::format("{}", instruction->getOpcode());
    for (const SourcePosition& at : map_.chain(*instruction)) code += fmt::format(" {}:{}:{}:{}", at.file, at.line, at.column, at.function);
    if (instruction->getDebugLoc()) copies[code].push_back(instruction);
  }
  for (const auto& [code, of] : copies)
    for (std::size_t i = 0; i < of.size() && of.size() > 1; ++i) rounds_[of[i]] = static_cast<unsigned>(i);
}

std::optional<unsigned> RewriteFinder::roundOf(const Instruction& instruction) const {
  const auto found = rounds_.find(&instruction);
  return found == rounds_.end() ? std::nullopt : std::optional(found->second);
}

void RewriteFinder::before(const Edit& edit) {
  earlier_.clear();
  chains_.clear();
  positions_.clear();
  found_.clear();
  for (const auto& [ref, instruction] : application_.present()) {
    earlier_.push_back({instruction, {instruction->value_op_begin(), instruction->value_op_end()}});
    chains_[instruction] = map_.chain(*instruction);
  }
  for (const InstructionRef& ref : {edit.target, edit.other})
    if (const Instruction* instruction = application_.find(ref)) positions_[instruction] = positionOf(*instruction);
}

std::vector<SourceRewrite> RewriteFinder::after(const Edit& edit) {
  Instruction* const target = application_.find(edit.target);
  if (target && isDirective(edit.op)) directed(edit, *target);
  // The certain ones first: what the edit names, then what follows from it.
  for (const auto& [instruction, operands] : earlier_)
    if (!instruction->getParent() && isStatement(*instruction)) removed(*instruction);
  if (const Instruction* created = application_.find(InstructionRef::created(edit.uid)); created && isStatement(*created))
    inserted(*created, statementText(*created), {});
  if (edit.op == Operator::Move || edit.op == Operator::Swap)
    for (const auto& [instruction, from] : positions_)
      if (instruction->getParent() && positionOf(*instruction) != from) moved(*instruction);
  for (const auto& [instruction, operands] : earlier_) {
    if (!instruction->getParent() || (instruction == target && isDirective(edit.op))) continue;
    for (unsigned i = 0; i < operands.size(); ++i) {
      if (instruction->getOperand(i) == operands[i]) continue;
      round_ = roundOf(*instruction);
      operandChanged(*instruction, i, *operands[i]);
    }
  }
  round_.reset();
  if (!isDirective(edit.op)) {
    simplify(edit.target);
    simplify(edit.other);
  }
  if (found_.size() > rewriteLimit) found_.resize(rewriteLimit);
  copyFunctions(edit);
  return std::move(found_);
}

void RewriteFinder::directed(const Edit& edit, Instruction& target) {
  const bool isValueOfParameter = edit.op == Operator::Specialise && edit.substitute != ValueRef{};
  const unsigned before = isValueOfParameter ? specialised_[target.getFunction()]++ : 0;
  for (SourceRewrite& one : edit.op == Operator::Vectorise    ? vectorised(edit, target)
                            : edit.op == Operator::Synthesise ? waysToCallEvolved(tree_, target, edit, nodesOf(target))
                            : isOfParameter(edit.op)          ? waysToWriteParameter(tree_, map_, target, edit, before)
                                                              : waysToDirect(tree_, edit, target.getType()->isDoubleTy(), nodesOf(target)))
    add(std::move(one));
}

std::vector<SourceRewrite> RewriteFinder::vectorised(const Edit& edit, Instruction& target) const {
  const unsigned count = edit.value == "2" ? 2 : 4;
  std::vector<std::vector<Node>> places; // none, if they are rounds of a loop that is still to be unrolled
  for (const llvm::LoadInst* const load : NeighbouringLoads(*target.getFunction()).from(target, count)) places.push_back(nodesOf(*load));
  return waysToVectorise(tree_, vectorTypes(*target.getType(), count), places);
}

void RewriteFinder::add(SourceRewrite rewrite) {
  if (std::ranges::find(found_, rewrite) == found_.end()) found_.push_back(std::move(rewrite));
}

void RewriteFinder::replace(Node node, const std::string& text) {
  const auto round = round_ ? roundAround(tree_, node, *round_) : std::nullopt;
  if (round && tree_.text(node) != text)
    add({replaceIn(tree_, node, *round, text), fmt::format("`{}` in line {} becomes `{}` where `{}` is {}", tree_.text(node),
                                                           tree_.line(node), text, round->counter, round->value)});
  for (SourceRewrite& one : waysToReplace(tree_, node, text)) add(std::move(one));
}

std::vector<SourcePosition> RewriteFinder::chainOf(const Value& value) const {
  if (const auto known = chains_.find(&value); known != chains_.end()) return known->second;
  const auto* const instruction = llvm::dyn_cast<Instruction>(&value);
  return instruction ? map_.chain(*instruction) : std::vector<SourcePosition>();
}

std::vector<RewriteFinder::Node> RewriteFinder::nodesOf(const Value& value) const {
  std::vector<Node> nodes;
  for (const SourcePosition& position : chainOf(value))
    for (const Node node : tree_.at(position)) nodes.push_back(node);
  return nodes;
}

/// How the source may spell the value, or, of a pointer, what it points to.
std::vector<std::string> RewriteFinder::textsOf(const Value& value) const {
  std::vector<std::string> texts;
  const auto add = [&](std::string text) {
    text = asWritten(std::move(text));
    if (!text.empty() && std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
  };
  if (const auto known = decided(value)) {
    add(*known ? "true" : "false");
    return texts;
  }
  if (const auto text = value.getType()->isPointerTy() ? printer_.sourceOfObject(value) : printer_.source(value)) add(*text);
  if (printer_.isVariable(value)) add(printer_.text(value));
  for (const Node node : nodesOf(value)) {
    const SyntaxKind kind = tree_[node].kind;
    if (kind == SyntaxKind::Variable) add(tree_[node].name);
    const bool isExpression = kind == SyntaxKind::Binary || kind == SyntaxKind::Call || kind == SyntaxKind::Subscript ||
                              kind == SyntaxKind::Conditional || kind == SyntaxKind::Unary || kind == SyntaxKind::Name;
    if (isExpression && tree_[node].role != SyntaxRole::Callee && tree_.isExpression(node)) add(std::string(tree_.text(node)));
  }
  return texts;
}

std::string RewriteFinder::statementText(const Instruction& instruction) const {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    const auto object = printer_.sourceOfObject(*store->getPointerOperand());
    const auto value = printer_.source(*store->getValueOperand());
    if (object && value) return fmt::format("{} = {};", *object, *value);
  }
  for (const Node node : nodesOf(instruction)) {
    const Node statement = tree_.statementOf(node);
    if (statement != SyntaxTree::none && tree_[statement].kind == SyntaxKind::Statement) return std::string(tree_.text(statement));
  }
  return {};
}

void RewriteFinder::removed(const Instruction& instruction) {
  const std::optional<unsigned> number = roundOf(instruction);
  for (const Node node : nodesOf(instruction)) {
    const Node statement = tree_.statementOf(node);
    if (statement == SyntaxTree::none || tree_[statement].kind != SyntaxKind::Statement) continue;
    if (const auto round = number ? roundAround(tree_, statement, *number) : std::nullopt)
      add({skipIn(tree_, statement, *round),
           fmt::format("line {} is gone where `{}` is {}", tree_.line(statement), round->counter, round->value)});
    add({tree_.remove(statement), fmt::format("line {} is gone", tree_.line(statement))});
  }
}

/// Before what follows it in its block, or behind what is before it.
void RewriteFinder::inserted(const Instruction& instruction, const std::string& text, const std::vector<Replacement>& removal) {
  if (text.empty()) return;
  const auto at = [&](const Instruction* neighbour, bool isBefore) {
    if (!neighbour) return;
    for (const Node node : nodesOf(*neighbour)) {
      const Node statement = tree_.statementOf(node);
      if (statement == SyntaxTree::none || tree_.conditionalOf(node) != SyntaxTree::none) continue;
      std::vector<Replacement> replacements = isBefore ? tree_.insertBefore(statement, {text}) : tree_.insertAfter(statement, text);
      replacements.insert(replacements.end(), removal.begin(), removal.end());
      add({std::move(replacements), fmt::format("`{}` {} line {}", text, isBefore ? "before" : "after", tree_.line(statement))});
    }
  };
  const Instruction* next = instruction.getNextNode();
  while (next && (llvm::isa<llvm::PHINode>(next) || !next->getDebugLoc() || next->getDebugLoc()->getLine() == 0))
    next = next->getNextNode();
  at(next, true);
  const Instruction* previous = instruction.getPrevNode();
  while (previous && (!previous->getDebugLoc() || previous->getDebugLoc()->getLine() == 0)) previous = previous->getPrevNode();
  at(previous, false);
  if (next) {
    // In front of the `if` or the loop that it is before.
    for (const Node node : nodesOf(*next)) {
      const Node conditional = tree_.conditionalOf(node);
      if (conditional == SyntaxTree::none) continue;
      std::vector<Replacement> replacements = tree_.insertBefore(conditional, {text});
      replacements.insert(replacements.end(), removal.begin(), removal.end());
      add({std::move(replacements), fmt::format("`{}` before line {}", text, tree_.line(conditional))});
      insertedBehindCondition(conditional, text, removal);
    }
  }
}

/// Behind what an `if` decides by, and before what it controls.
void RewriteFinder::insertedBehindCondition(Node conditional, const std::string& text, const std::vector<Replacement>& removal) {
  const Node condition = tree_.child(conditional, SyntaxRole::Condition);
  if (tree_[conditional].kind != SyntaxKind::If || condition == SyntaxTree::none || !tree_.isExpression(condition)) return;
  const std::string name = tree_.freshName(conditional, "holds");
  std::vector<Replacement> replacements =
      tree_.insertBefore(conditional, {fmt::format("const bool {} = {};", name, tree_.text(condition)), text});
  replacements.push_back(tree_.replace(condition, name));
  replacements.insert(replacements.end(), removal.begin(), removal.end());
  add({std::move(replacements), fmt::format("`{}` between the condition of line {} and its use", text, tree_.line(conditional))});
}

void RewriteFinder::moved(const Instruction& instruction) {
  if (!isStatement(instruction)) {
    // What is read earlier or later has a name from there on.
    for (const Node node : nodesOf(instruction)) {
      const bool isRead = tree_[node].kind == SyntaxKind::Subscript || tree_[node].kind == SyntaxKind::Unary;
      if (!instruction.mayReadFromMemory() || !isRead || !tree_.isExpression(node)) continue;
      const std::string name = tree_.freshName(node, "loaded");
      inserted(instruction, fmt::format("const auto {} = {};", name, tree_.text(node)), {tree_.replace(node, name)});
    }
    // What declares the value moves with it.
    for (const Node node : nodesOf(instruction)) {
      const Node statement = tree_.statementOf(node);
      if (statement == SyntaxTree::none || tree_[statement].kind != SyntaxKind::Declaration) continue;
      inserted(instruction, std::string(tree_.text(statement)), tree_.remove(statement));
    }
    return;
  }
  for (const Node node : nodesOf(instruction)) {
    const Node statement = tree_.statementOf(node);
    if (statement == SyntaxTree::none || tree_[statement].kind != SyntaxKind::Statement) continue;
    inserted(instruction, std::string(tree_.text(statement)), tree_.remove(statement));
  }
}

void RewriteFinder::valueReplaced(const Value& old, const std::vector<std::string>& texts) {
  for (const Node node : nodesOf(old)) {
    const SyntaxKind kind = tree_[node].kind;
    if (kind == SyntaxKind::Variable) {
      const Node value = tree_.child(node, SyntaxRole::Value);
      for (const std::string& text : texts)
        if (value != SyntaxTree::none) replace(value, text);
    }
    const bool isValue = kind == SyntaxKind::Binary || kind == SyntaxKind::Call || kind == SyntaxKind::Subscript ||
                         kind == SyntaxKind::Conditional || kind == SyntaxKind::Unary;
    for (const std::string& text : texts)
      if (isValue) replace(node, text);
  }
}

void RewriteFinder::incomingReplaced(const llvm::PHINode& phi, unsigned operand, const Value& old, const std::vector<std::string>& texts) {
  if (!printer_.isVariable(phi)) return;
  const std::string name = printer_.text(phi);
  const Instruction* end = phi.getIncomingBlock(operand)->getTerminator();
  for (const Node place : nodesOf(llvm::isa<Instruction>(old) ? old : static_cast<const Value&>(*end)))
    for (const Node definition : tree_.definitionsOf(name, place)) {
      const bool isVariable = tree_[definition].kind == SyntaxKind::Variable;
      const Node value = tree_.child(definition, isVariable ? SyntaxRole::Value : SyntaxRole::Right);
      for (const std::string& text : texts)
        if (value != SyntaxTree::none) replace(value, text);
    }
}

void RewriteFinder::operandReplaced(Node node, const Instruction& user, unsigned operand, const Value& old,
                                    const std::vector<std::string>& texts) {
  std::vector<Node> targets;
  const auto target = [&](Node one) {
    if (one != SyntaxTree::none && std::ranges::find(targets, one) == targets.end()) targets.push_back(one);
  };
  const SyntaxNode& of = tree_[node];
  // A part that the old value was computed in.
  for (const Node child : tree_.children(node))
    for (const Node place : nodesOf(old))
      if (tree_.isExpression(child) && tree_.holds(child, place)) target(child);
  const auto ofRole = [&](SyntaxRole role) { target(tree_.child(node, role)); };
  if (of.kind == SyntaxKind::Binary) {
    ofRole(operand == 0 ? SyntaxRole::Left : SyntaxRole::Right);
    ofRole(operand == 0 ? SyntaxRole::Right : SyntaxRole::Left);
  } else if (of.kind == SyntaxKind::Assignment) {
    ofRole(operand == 0 ? SyntaxRole::Right : SyntaxRole::Left);
  } else if (of.kind == SyntaxKind::Subscript) {
    ofRole(SyntaxRole::Right);
    ofRole(SyntaxRole::Left);
  } else if (of.kind == SyntaxKind::Call) {
    unsigned argument = 0;
    for (const Node child : tree_.children(node))
      if (tree_[child].role == SyntaxRole::Argument && argument++ == operand) target(child);
  } else if (of.kind == SyntaxKind::Conditional) {
    ofRole(operand == 0 ? SyntaxRole::Condition : operand == 1 ? SyntaxRole::Left : SyntaxRole::Right);
  } else if (of.kind == SyntaxKind::Variable || of.kind == SyntaxKind::Return) {
    ofRole(SyntaxRole::Value);
  }
  for (const Node one : targets)
    for (const std::string& text : texts) replace(one, text);
  const bool isAddress = llvm::isa<llvm::LoadInst>(user) && of.kind == SyntaxKind::Subscript;
  for (const std::string& text : texts)
    if (isAddress) replace(node, text);
}

/// What a branch decides by: all of the condition, or the part of it that the old value or the branch comes from.
void RewriteFinder::decisionReplaced(const Instruction& branch, const Value& old, const std::vector<std::string>& texts) {
  for (const Node node : nodesOf(branch)) {
    const Node own = tree_.child(node, SyntaxRole::Condition);
    const Node conditional = own != SyntaxTree::none ? node : tree_.conditionalOf(node);
    const Node whole = conditional == SyntaxTree::none ? SyntaxTree::none : tree_.child(conditional, SyntaxRole::Condition);
    if (whole == SyntaxTree::none) continue;
    std::vector<Node> parts;
    for (const Node place : nodesOf(old))
      if (tree_.holds(whole, place) && tree_.isExpression(place)) parts.push_back(place);
    if (tree_.holds(whole, node)) parts.push_back(node);
    parts.push_back(whole);
    for (const Node part : parts)
      for (const std::string& text : texts) {
        replace(part, text);
        // LLVM may have inverted the condition.
        replace(part, negated(text));
      }
  }
}

void RewriteFinder::operandChanged(const Instruction& user, unsigned operand, const Value& old) {
  const Value& now = *user.getOperand(operand);
  const std::vector<std::string> texts = textsOf(now);
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user)) return incomingReplaced(*phi, operand, old, texts);
  if (user.isTerminator()) return decisionReplaced(user, old, texts);
  if (!now.getType()->isPointerTy()) valueReplaced(old, texts);
  for (const Node node : nodesOf(user)) operandReplaced(node, user, operand, old, texts);
}

void RewriteFinder::simplify(const InstructionRef& ref) {
  const Instruction* instruction = application_.find(ref);
  std::vector<Node> nodes;
  if (instruction)
    nodes = nodesOf(*instruction);
  else
    for (const auto& [earlier, operands] : earlier_)
      if (!earlier->getParent()) nodes = nodesOf(*earlier);
  for (const Node node : nodes)
    for (SourceRewrite& rewrite : simplifications(tree_, node)) add(std::move(rewrite));
}

/// What was found, in copies of the functions that the edit's instructions come from.
void RewriteFinder::copyFunctions(const Edit& edit) {
  std::vector<const Instruction*> changed;
  for (const InstructionRef& ref : {edit.target, edit.other, InstructionRef::created(edit.uid)})
    if (const Instruction* instruction = application_.find(ref)) changed.push_back(instruction);
  for (const auto& [instruction, operands] : earlier_)
    if (!instruction->getParent() || !std::ranges::equal(instruction->operand_values(), operands)) changed.push_back(instruction);
  const std::vector<SourceRewrite> shared = found_;
  for (const Instruction* instruction : changed)
    for (const SourceRewrite& rewrite : shared)
      if (auto made = inCopies(tree_, chainOf(*instruction), rewrite)) add(std::move(*made));
  if (found_.size() > shared.size() + copiedLimit) found_.resize(shared.size() + copiedLimit);
}

} // namespace gevo::ir
