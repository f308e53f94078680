#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/insertion.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || !mayLeave(*target)) return false;
  llvm::Value* successor = successorOf(application, *target, edit.substitute);
  application.repairUses(*target, edit, successor, true);
  application.remove(*target, successor);
  return true;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(mayLeave);
  if (!target) return std::nullopt;
  Edit edit{uid, Operator::Delete, target->first, {}, {}, {}};
  const llvm::Instruction& instruction = *target->second;
  if (!instruction.use_empty()) edit.substitute = sampler.valueBefore(instruction, instruction.getType(), {&instruction});
  return edit;
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = "delete " + describer.noun(edit.target) + describer.successor(edit);
}

} // namespace

extern const OperatorDefinition deleteOperator;
const OperatorDefinition deleteOperator = {Operator::Delete, apply, propose, describe};

} // namespace gevo::ir
