#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/insertion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

/// The target is already directly before `position`.
bool isThere(const llvm::Instruction& target, const llvm::Instruction& position) {
  return &target == &position || target.getNextNode() == &position;
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  llvm::Instruction* position = application.find(edit.other);
  if (!isPair(target, position) || isThere(*target, *position) || !mayLeave(*target) || !isInsertionPoint(application, *position))
    return false;
  target->moveBefore(position->getIterator());
  application.markMoved(*target);
  application.repairOperands(*target, edit);
  application.repairUses(*target, edit, successorOf(application, *target, edit.substitute), false);
  application.wireUses(edit);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayLeave);
  if (!target) return std::nullopt;
  const llvm::Instruction& instruction = *target->second;
  const auto position = sampler.instructionNear(instruction, MutationSampler::Near::InsertionPoint, mayInsertBefore);
  if (!position || isThere(instruction, *position->second)) return std::nullopt;
  Edit edit{uid, Operator::Move, target->first, position->first, {}, {}};
  sampler.chooseOperands(edit, instruction, target->first, *position->second, {&instruction});
  if (instruction.getType()->isVoidTy()) return edit;
  edit.substitute = sampler.valueBefore(instruction, instruction.getType(), {&instruction});
  const auto use = sampler.laterUse(*position->second, instruction, target->first);
  if (use) edit.choices.push_back(*use);
  const bool keepsUse = llvm::any_of(instruction.uses(), [&](const llvm::Use& kept) {
    return sampler.application().dominatesUse(*position->second, *llvm::cast<llvm::Instruction>(kept.getUser()), kept.getOperandNo());
  });
  // Without any use it would be dead, which is what delete is for.
  if (!use && !keepsUse) return std::nullopt;
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = "move " + describer.noun(edit.target) + describer.before(edit.other);
  description.other = describer.chain(edit.other);
}

} // namespace

extern const OperatorDefinition moveOperator;
const OperatorDefinition moveOperator = {Operator::Move, apply, propose, describe};

} // namespace gevo::ir
