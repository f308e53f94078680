#include "core/kernel/ir/application.h"
#include "core/kernel/ir/approximations.h"
#include "core/kernel/ir/constants.h"
#include "core/kernel/ir/evolved_functions.h"
#include "core/kernel/ir/if_conversion.h"
#include "core/kernel/ir/promotion.h"
#include "core/kernel/ir/restriction.h"
#include "core/kernel/ir/sharing.h"
#include "core/kernel/ir/specialisation.h"
#include "core/kernel/ir/vectorisation.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace gevo::ir {

using llvm::Instruction;
using llvm::Value;

Application::Application(const BaseModule::State& base, bool full)
    : base_(base), full_(full), constants_(full ? base.fullConstants : base.leanConstants) {
  module_ = (full ? *base.full : *base.lean).clone(map_);
  instructions_.resize(base.instructionCount);
  unsigned index = 0;
  for (llvm::Function& function : *module_) {
    std::uint32_t id = base.firstIds[index];
    functions_[&function] = index++;
    for (Instruction& instruction : llvm::instructions(function)) {
      if (hasId(instruction)) instructions_[id++] = &instruction;
    }
  }
}

Application::~Application() {
  for (Instruction* instruction : removed_) instruction->deleteValue();
}

std::unique_ptr<llvm::Module> Application::finish() {
  for (Instruction* const access : accessesToPromote(*module_)) markMoved(*access);
  eraseStaleAssumptions();
  dropStaleAliasInformation();
  carryOutRestrictions(*module_);
  carryOutPromotions(*module_); // before loops are perforated: what is kept in a register may be a sum
  carryOutApproximations(*module_);
  carryOutFlattening(*module_);
  carryOutSharing(*module_);
  promiseAlignment(*module_);        // so that screens, which are not optimised, hold them to it
  carryOutSpecialisations(*module_); // last: of all that edits made
  dropUnusedEvolved(*module_);
  return std::move(module_);
}

Instruction* Application::find(const InstructionRef& ref) const {
  Instruction* instruction = nullptr;
  if (ref.kind == InstructionRef::Kind::Base && ref.id < instructions_.size()) instruction = instructions_[ref.id];
  if (ref.kind == InstructionRef::Kind::Created) {
    const auto created = created_.find(ref.id);
    if (created != created_.end()) instruction = created->second;
  }
  const bool present = instruction && instruction->getParent() && editableFunction(instruction->getFunction());
  return present ? instruction : nullptr;
}

Value* Application::forwarded(Value* value) const {
  // A chain ends: an instruction is removed once, and its successor was in the function or a constant then.
  while (auto* instruction = llvm::dyn_cast_or_null<Instruction>(value)) {
    if (instruction->getParent()) break;
    value = successors_.lookup(instruction);
  }
  return value;
}

Value* Application::resolve(const ValueRef& ref, const llvm::Function& function, llvm::Type* type) {
  switch (ref.kind) {
  case ValueRef::Kind::Instruction: {
    const InstructionRef& source = ref.instruction;
    if (source.kind == InstructionRef::Kind::Base && source.id < instructions_.size()) return forwarded(instructions_[source.id]);
    if (source.kind == InstructionRef::Kind::Created) {
      const auto created = created_.find(source.id);
      if (created != created_.end()) return forwarded(created->second);
    }
    return nullptr;
  }
  case ValueRef::Kind::Argument:
    return ref.index < function.arg_size() ? function.getArg(ref.index) : nullptr;
  case ValueRef::Kind::Constant:
    return ref.index < constants_.size() ? constant(ref.index) : nullptr;
  case ValueRef::Kind::Default:
    return defaultConstant(type);
  case ValueRef::Kind::None:
    break;
  }
  return nullptr;
}

llvm::Constant* Application::constant(std::uint32_t index) { return llvm::MapValue(constants_[index], map_); }

std::vector<std::pair<InstructionRef, Instruction*>> Application::present() const {
  std::vector<std::pair<InstructionRef, Instruction*>> result;
  result.reserve(instructions_.size() + createdOrder_.size());
  const auto add = [&](const InstructionRef& ref) {
    if (Instruction* instruction = find(ref)) result.emplace_back(ref, instruction);
  };
  for (std::uint64_t id = 0; id < instructions_.size(); ++id) add(InstructionRef::base(id));
  for (const std::uint64_t uid : createdOrder_) add(InstructionRef::created(uid));
  return result;
}

llvm::Function* Application::editableFunction(llvm::Function* function) const {
  return base_.editable[functions_.lookup(function)] ? function : nullptr;
}

const BlockDominance& Application::dominance(const llvm::Function& function) const { return base_.dominance[functions_.lookup(&function)]; }

bool Application::reachable(const llvm::BasicBlock& block) const { return dominance(*block.getParent()).reachable(block.getNumber()); }

bool Application::availableBefore(const Value& value, const Instruction& position) const {
  if (llvm::isa<llvm::Constant>(value)) return true;
  if (const auto* argument = llvm::dyn_cast<llvm::Argument>(&value)) return argument->getParent() == position.getFunction();
  const auto* instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || !instruction->getParent() || instruction->getFunction() != position.getFunction()) return false;
  if (!reachable(*position.getParent())) return false;
  if (instruction->getParent() == position.getParent()) return instruction->comesBefore(&position);
  return dominance(*position.getFunction()).dominates(instruction->getParent()->getNumber(), position.getParent()->getNumber());
}

bool Application::availableTo(const Value& value, const Instruction& user, unsigned operand) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  return availableBefore(value, phi ? *phi->getIncomingBlock(operand)->getTerminator() : user);
}

bool Application::dominatesUse(const Instruction& position, const Instruction& user, unsigned operand) const {
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&user);
  const Instruction& end = phi ? *phi->getIncomingBlock(operand)->getTerminator() : user;
  if (&position == &end) return true;
  if (position.getParent() == end.getParent()) return position.comesBefore(&end);
  return dominance(*end.getFunction()).dominates(position.getParent()->getNumber(), end.getParent()->getNumber());
}

std::vector<Instruction*> Application::backEdgesBeside(const Instruction& terminator) const {
  if (!terminator.isTerminator()) return {};
  const llvm::Function& function = *terminator.getFunction();
  const BlockDominance& order = dominance(function);
  const auto beginsLoopOf = [&](const llvm::BasicBlock& header, const llvm::BasicBlock& block) {
    return order.dominates(header.getNumber(), block.getNumber());
  };
  for (const llvm::BasicBlock* header : llvm::successors(&terminator)) {
    if (!beginsLoopOf(*header, *terminator.getParent())) continue;
    std::vector<Instruction*> all;
    for (llvm::BasicBlock* block : llvm::predecessors(const_cast<llvm::BasicBlock*>(header)))
      if (beginsLoopOf(*header, *block) && std::ranges::find(all, block->getTerminator()) == all.end())
        all.push_back(block->getTerminator());
    return all;
  }
  return {};
}

bool Application::legal(const Instruction& user, unsigned operand, const Value& value) const {
  return mayTake(user, operand, value) && availableTo(value, user, operand);
}

} // namespace gevo::ir
