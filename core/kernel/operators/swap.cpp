#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/insertion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

void exchange(llvm::Instruction& first, llvm::Instruction& second) {
  if (second.getNextNode() == &first) {
    second.moveBefore(std::next(first.getIterator()));
    return;
  }
  llvm::Instruction& afterSecond = *second.getNextNode(); // never a terminator itself, so something follows
  second.moveBefore(first.getIterator());
  if (&afterSecond != &first) first.moveBefore(afterSecond.getIterator());
}

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  llvm::Instruction* other = application.find(edit.other);
  if (!isPair(target, other) || target == other || !mayLeave(*target) || !mayLeave(*other)) return false;
  if (!isInsertionPoint(application, *target) || !isInsertionPoint(application, *other)) return false;
  exchange(*target, *other);
  application.markMoved(*target);
  application.markMoved(*other);
  application.repairOperands(*target, edit);
  application.repairOperands(*other, edit);
  application.repairUses(*target, edit, successorOf(application, *target, edit.substitute), false);
  application.repairUses(*other, edit, nullptr, false);
  application.wireUses(edit);
  return true;
}

/// Chooses values for the uses of `instruction` that its new position does not dominate.
void chooseLostUses(MutationSampler& sampler, Edit& edit, const MutationSampler::Entry& moving, const llvm::Instruction& position,
                    const llvm::Instruction& target) {
  llvm::DenseMap<const llvm::Instruction*, InstructionRef> names;
  for (const auto& [ref, instruction] : sampler.present()) names[instruction] = ref;
  for (const llvm::Use& use : moving.second->uses()) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (!names.contains(user) || user == &target || sampler.application().dominatesUse(position, *user, use.getOperandNo())) continue;
    const ValueRef value = sampler.valueBefore(*moving.second, moving.second->getType(), {moving.second, &target});
    edit.choices.push_back({names[user], use.getOperandNo(), value});
  }
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayLeave);
  if (!target) return std::nullopt;
  const auto other = sampler.instructionNear(*target->second, MutationSampler::Near::Partner, mayLeave);
  if (!other || other->second == target->second) return std::nullopt;
  const llvm::Instruction& first = *target->second;
  const llvm::Instruction& second = *other->second;
  Edit edit{uid, Operator::Swap, target->first, other->first, {}, {}};
  sampler.chooseOperands(edit, first, target->first, second, {&first, &second});
  sampler.chooseOperands(edit, second, other->first, first, {&first, &second});
  if (!first.use_empty()) edit.substitute = sampler.valueBefore(first, first.getType(), {&first, &second});
  chooseLostUses(sampler, edit, *other, first, first);
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = "swap " + describer.noun(edit.target) + " and " + describer.noun(edit.other);
  description.other = describer.chain(edit.other);
}

} // namespace

extern const OperatorDefinition swapOperator;
const OperatorDefinition swapOperator = {Operator::Swap, apply, propose, describe};

} // namespace gevo::ir
