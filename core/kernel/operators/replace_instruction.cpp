#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/insertion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  llvm::Instruction* source = application.find(edit.other);
  if (!isPair(target, source) || target == source || !mayLeave(*target) || !mayCopy(*source)) return false;
  if (!application.reachable(*target->getParent())) return false;
  llvm::Instruction& created = application.createBefore(*source, *target, edit.uid);
  application.repairOperands(created, edit);
  const bool fits = created.getType() == target->getType() && !created.getType()->isVoidTy();
  llvm::Value* successor = fits ? &created : successorOf(application, *target, edit.substitute);
  application.repairUses(*target, edit, successor, true);
  application.remove(*target, successor);
  application.wireUses(edit);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayLeave);
  if (!target) return std::nullopt;
  const llvm::Instruction& leaving = *target->second;
  const auto source = sampler.instructionNear(leaving, MutationSampler::Near::Partner, mayCopy);
  if (!source || source->second == &leaving) return std::nullopt;
  const llvm::Instruction& copied = *source->second;
  if (copied.isIdenticalTo(&leaving)) return std::nullopt;
  Edit edit{uid, Operator::ReplaceInstruction, target->first, source->first, {}, {}};
  sampler.chooseOperands(edit, copied, InstructionRef::created(uid), leaving, {&leaving});
  if (copied.getType() == leaving.getType()) return edit;
  if (!leaving.use_empty()) edit.substitute = sampler.valueBefore(leaving, leaving.getType(), {&leaving});
  if (!copied.getType()->isVoidTy()) {
    auto use = sampler.laterUse(leaving, copied, InstructionRef::created(uid));
    if (!use || use->user == target->first) return std::nullopt;
    edit.choices.push_back(*use);
  }
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  const std::string leaving = describer.noun(edit.target);
  const std::string coming = describer.copyNoun(edit, edit.other, edit.target);
  description.text = fmt::format("replace {} by {}{}", leaving, leaving == coming ? "another " : "", coming);
  const llvm::Instruction* target = describer.instruction(edit.target);
  const llvm::Instruction* source = describer.instruction(edit.other);
  if (target && source && target->getType() != source->getType()) description.text += describer.successor(edit);
}

} // namespace

extern const OperatorDefinition replaceInstructionOperator;
const OperatorDefinition replaceInstructionOperator = {Operator::ReplaceInstruction, apply, propose, describe};

} // namespace gevo::ir
