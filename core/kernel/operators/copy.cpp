#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/insertion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  llvm::Instruction* position = application.find(edit.other);
  if (!isPair(target, position) || !mayCopy(*target) || !isInsertionPoint(application, *position)) return false;
  llvm::Instruction& created = application.createBefore(*target, *position, edit.uid);
  application.repairOperands(created, edit);
  application.wireUses(edit);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayCopy);
  if (!target) return std::nullopt;
  const auto position = sampler.instructionNear(*target->second, MutationSampler::Near::InsertionPoint, mayInsertBefore);
  if (!position) return std::nullopt;
  Edit edit{uid, Operator::Copy, target->first, position->first, {}, {}};
  sampler.chooseOperands(edit, *target->second, InstructionRef::created(uid), *position->second, {});
  if (!target->second->getType()->isVoidTy()) {
    // An unused copy would be dead code.
    const auto use = sampler.laterUse(*position->second, *target->second, InstructionRef::created(uid));
    if (!use) return std::nullopt;
    edit.choices.push_back(*use);
  }
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = "copy " + describer.copyNoun(edit, edit.target, edit.other) + describer.before(edit.other);
  description.other = describer.chain(edit.other);
  if (auto use = describer.chainOfUse(edit); !use.empty()) description.target = std::move(use); // there it has an effect
}

} // namespace

extern const OperatorDefinition copyOperator;
const OperatorDefinition copyOperator = {Operator::Copy, apply, propose, describe};

} // namespace gevo::ir
