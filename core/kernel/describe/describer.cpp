#include "core/kernel/describe/describer.h"
#include "core/kernel/describe/reads.h"
#include "core/kernel/describe/symbols.h"
#include "core/kernel/ir/constants.h"
#include "core/kernel/ir/legality.h"

#include <fmt/ranges.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {
namespace {

using llvm::Instruction;

std::string asCode(const std::string& text) { return fmt::format("`{}`", text); }

/// Of a terminator that leads back.
bool isEndOfLoop(const Instruction& instruction) {
  if (!instruction.isTerminator()) return false;
  const llvm::DominatorTree tree(const_cast<llvm::Function&>(*instruction.getFunction()));
  return llvm::any_of(llvm::successors(&instruction),
                      [&](const llvm::BasicBlock* next) { return tree.dominates(next, instruction.getParent()); });
}

} // namespace

Describer::Describer(Application& application, const BaseModule::State& base, const std::vector<SourceFile>& sources)
    : application_(application), sources_(sources), variantExpressions_(application.module()), baseExpressions_(base.full->module()) {
  for (const llvm::Function& function : base.full->module()) {
    for (const Instruction& instruction : llvm::instructions(function)) {
      if (hasId(instruction)) baseInstructions_.push_back(&instruction);
    }
  }
}

const Instruction* Describer::instruction(const InstructionRef& ref) const {
  if (const Instruction* present = application_.find(ref)) return present;
  const bool inBase = ref.kind == InstructionRef::Kind::Base && ref.id < baseInstructions_.size();
  return inBase ? baseInstructions_[ref.id] : nullptr;
}

const ExpressionPrinter& Describer::expressions(const Instruction& instruction) const {
  return instruction.getModule() == &application_.module() ? variantExpressions_ : baseExpressions_;
}

std::string Describer::noun(const InstructionRef& ref) const {
  const Instruction* instruction = this->instruction(ref);
  return instruction ? nounOf(*instruction, expressions(*instruction)) : "code that does not exist";
}

/// By the names of its own place, where there are some.
std::string Describer::nounOf(const Instruction& instruction, const ExpressionPrinter& printer) {
  if (isBarrier(instruction)) return "barrier";
  printer.forgetRecords();
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return fmt::format("store to `{}`", printer.pointee(*store->getPointerOperand(), &instruction));
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) return printer.definition(instruction);
  if (llvm::isa<llvm::LoadInst>(instruction))
    return fmt::format("load of `{}`", printer.pointee(*llvm::getLoadStorePointerOperand(&instruction), &instruction));
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && call->isInlineAsm()) return "assembly";
  if (const auto variable = printer.variableAt(instruction, instruction))
    return asCode(variable->text()); // `i + 1`, where i is to become it
  if (printer.isVariable(instruction)) return asCode(printer.text(instruction));
  if (llvm::isa<llvm::CastInst>(instruction)) return fmt::format("conversion of `{}`", printer.definition(instruction));
  return asCode(printer.definition(instruction));
}

std::string Describer::copyNoun(const Edit& edit, const InstructionRef& source, const InstructionRef& position) const {
  const Instruction* original = application_.find(source);
  Instruction* before = application_.find(position);
  if (!original || !before || original->getFunction() != before->getFunction()) return noun(source);
  Instruction* copy = original->clone();
  copy->insertBefore(before->getIterator());
  bool isChanged = false;
  for (unsigned i = 0; i < copy->getNumOperands(); ++i) {
    if (!mayChange(*copy, i)) continue;
    llvm::Value* present = copy->getOperand(i);
    llvm::Value* value = chosen(edit, InstructionRef::created(edit.uid), *copy, i);
    if (!value) value = application_.availableTo(*present, *copy, i) ? present : defaultConstant(present->getType());
    isChanged = isChanged || value != present;
    copy->setOperand(i, value);
  }
  const std::string text = isChanged ? nounOf(*copy, variantExpressions_) : noun(source);
  copy->eraseFromParent();
  return text;
}

llvm::Value* Describer::chosen(const Edit& edit, const InstructionRef& user, const Instruction& instruction, unsigned operand) const {
  for (const OperandChoice& choice : edit.choices) {
    if (choice.user != user || choice.operand != operand) continue;
    llvm::Value* value = application_.resolve(choice.value, *instruction.getFunction(), instruction.getOperand(operand)->getType());
    if (value && application_.legal(instruction, operand, *value)) return value;
  }
  return nullptr;
}

std::string Describer::value(const ValueRef& ref, const InstructionRef& user, unsigned operand) const {
  const Instruction* instruction = application_.find(user);
  if (instruction && operand < instruction->getNumOperands()) {
    const llvm::Value* value = application_.resolve(ref, *instruction->getFunction(), instruction->getOperand(operand)->getType());
    if (value) return distinct(*value, variantExpressions_.text(*instruction->getOperand(operand))) + whenRead(*value, *instruction);
  }
  if (ref.kind == ValueRef::Kind::Instruction) return noun(ref.instruction);
  return "another value";
}

std::string Describer::parameter(const llvm::Argument& argument) const { return asCode(variantExpressions_.text(argument)); }

std::string Describer::whenRead(const llvm::Value& value, const Instruction& user) const {
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || variantExpressions_.isVariable(value) ||
      holdsUntil(*instruction, user, llvm::DominatorTree(const_cast<llvm::Function&>(*user.getFunction()))))
    return {};
  const auto positions = sources_.chain(*instruction);
  return positions.empty() ? "" : fmt::format(" as it was in line {}", positions.front().line);
}

std::string Describer::distinct(const llvm::Value& value, const std::string& other) const {
  std::string text = variantExpressions_.text(value);
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  // A variable holds several values over time.
  if (!instruction || text != other) return asCode(text);
  const std::string definition = variantExpressions_.definition(*instruction);
  return definition != other ? asCode(definition) : "another " + asCode(other);
}

std::string Describer::operandText(const InstructionRef& user, unsigned operand) const {
  const Instruction* instruction = this->instruction(user);
  if (!instruction || operand >= instruction->getNumOperands()) return "an operand";
  return asCode(expressions(*instruction).text(*instruction->getOperand(operand)));
}

std::string Describer::role(const InstructionRef& user, unsigned operand) const {
  const Instruction* instruction = this->instruction(user);
  if (!instruction) return "operand";
  return operandRole(*instruction, operand);
}

void Describer::after(const Edit& edit) {
  std::vector<InstructionRef> refs{InstructionRef::created(edit.uid)};
  if (edit.op == Operator::Move || edit.op == Operator::Swap) refs.push_back(edit.target);
  if (edit.op == Operator::Swap) refs.push_back(edit.other);
  for (const InstructionRef& ref : refs)
    if (const Instruction* instruction = application_.find(ref)) displaced_.insert(instruction);
}

std::string Describer::before(const InstructionRef& ref) const {
  const Instruction* next = instruction(ref);
  // What is only computed may stand anywhere.
  while (next && !next->isTerminator() && !(isOrdered(*next) && next->getDebugLoc() && !displaced_.contains(next)))
    next = next->getNextNode();
  const auto positions = next ? sources_.chain(*next) : std::vector<SourcePosition>();
  if (positions.empty()) return "";
  const char* where = isEndOfLoop(*next) ? " at the end of the loop of line" : " before line";
  const std::string caller = positions.size() > 1 ? fmt::format(", called in line {}", positions[1].line) : std::string();
  return fmt::format("{} {}{}", where, positions.front().line, caller);
}

std::vector<SourcePosition> Describer::chainOfUse(const Edit& edit) const {
  for (const OperandChoice& choice : edit.choices)
    if (choice.value.kind == ValueRef::Kind::Instruction && choice.value.instruction == InstructionRef::created(edit.uid))
      return chain(choice.user);
  return {};
}

std::vector<SourcePosition> Describer::chain(const InstructionRef& ref) const {
  const Instruction* instruction = this->instruction(ref);
  return instruction ? sources_.chain(*instruction) : std::vector<SourcePosition>{};
}

std::string Describer::successor(const Edit& edit) const {
  const Instruction* target = application_.find(edit.target);
  if (!target || target->use_empty()) return "";
  const llvm::Value* substitute = application_.resolve(edit.substitute, *target->getFunction(), target->getType());
  const std::string old = variantExpressions_.text(*target);
  std::vector<std::string> taken;
  for (const llvm::Use& use : target->uses()) {
    const auto& user = llvm::cast<Instruction>(*use.getUser());
    const unsigned operand = use.getOperandNo();
    if (llvm::isa<llvm::AssumeInst>(user)) continue;
    const llvm::Value* value = nullptr;
    for (const OperandChoice& choice : edit.choices)
      if (!value && application_.find(choice.user) == &user) value = chosen(edit, choice.user, user, operand);
    const bool isAllowed = substitute && substitute != target && application_.legal(user, operand, *substitute);
    if (!value) value = isAllowed ? substitute : defaultConstant(target->getType());
    if (const std::string text = distinct(*value, old); !llvm::is_contained(taken, text)) taken.push_back(text);
  }
  return taken.empty() ? "" : fmt::format(", use {} instead", fmt::join(taken, " or "));
}

} // namespace gevo::ir
