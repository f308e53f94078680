#include "core/kernel/describe/describer.h"
#include "core/kernel/operators/mutation_sampler.h"
#include "core/kernel/operators/operator.h"

namespace gevo::ir {
namespace {

bool apply(Application& application, const Edit& edit) {
  llvm::Instruction* target = application.find(edit.target);
  if (!target || edit.choices.empty() || edit.choices.front().user != edit.target) return false;
  const OperandChoice& choice = edit.choices.front();
  if (!mayChange(*target, choice.operand)) return false;
  llvm::Value* present = target->getOperand(choice.operand);
  llvm::Value* value = application.resolve(choice.value, *target->getFunction(), present->getType());
  if (!value || value == present || !application.legal(*target, choice.operand, *value)) return false;
  application.setOperand(*target, choice.operand, *value);
  return true;
}

bool hasChangeableOperand(const llvm::Instruction& instruction) {
  for (unsigned i = 0; i < instruction.getNumOperands(); ++i) {
    if (mayChange(instruction, i)) return true;
  }
  return false;
}

std::optional<Edit> propose(MutationSampler& sampler, std::uint64_t uid) {
  const auto target = sampler.instruction(hasChangeableOperand);
  if (!target) return std::nullopt;
  std::vector<unsigned> operands;
  for (unsigned i = 0; i < target->second->getNumOperands(); ++i) {
    if (mayChange(*target->second, i)) operands.push_back(i);
  }
  const unsigned operand = operands[sampler.stream().below(operands.size())];
  const auto value = sampler.operandValue(*target->second, operand);
  if (!value) return std::nullopt;
  return Edit{uid, Operator::ReplaceOperand, target->first, {}, {}, {{target->first, operand, *value}}};
}

void describe(const Describer& describer, const Edit& edit, EditDescription& description) {
  description.text = "change an operand of " + describer.noun(edit.target);
  if (edit.choices.empty() || !describer.instruction(edit.target)) return;
  const OperandChoice& choice = edit.choices.front();
  const std::string role = describer.role(edit.target, choice.operand);
  const std::string value = describer.value(choice.value, edit.target, choice.operand);
  description.text = role == "condition" || role == "selector"
                         ? fmt::format("{} becomes {}", role, value)
                         : fmt::format("{} {} becomes {}", role, describer.operandText(edit.target, choice.operand), value);
}

} // namespace

extern const OperatorDefinition replaceOperandOperator;
const OperatorDefinition replaceOperandOperator = {Operator::ReplaceOperand, apply, propose, describe};

} // namespace gevo::ir
