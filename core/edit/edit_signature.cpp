#include "core/edit/edit_signature.h"

#include "core/edit/configuration.h"

#include <algorithm>

namespace gevo {

namespace {

/// Edits that name each other's instructions have no end otherwise.
constexpr int deepest = 8;

std::string signature(const Edit& edit, const EditList& variant, int depth);

std::string nameOf(const InstructionRef& ref, const Edit& edit, const EditList& variant, int depth) {
  switch (ref.kind) {
  case InstructionRef::Kind::None:
    return "-";
  case InstructionRef::Kind::Base:
    return '@' + std::to_string(ref.id);
  case InstructionRef::Kind::Created:
    break;
  }
  if (ref.id == edit.uid) return "itself";
  const auto maker = std::ranges::find(variant, ref.id, &Edit::uid);
  return maker == variant.end() || depth == deepest ? "+" : '(' + signature(*maker, variant, depth + 1) + ')';
}

std::string nameOf(const ValueRef& value, const Edit& edit, const EditList& variant, int depth) {
  if (value.kind == ValueRef::Kind::Instruction) return nameOf(value.instruction, edit, variant, depth);
  return std::to_string(int(value.kind)) + ':' + std::to_string(value.index);
}

std::string signature(const Edit& edit, const EditList& variant, int depth) {
  std::string text = operatorName(edit.op);
  for (const InstructionRef& ref : {edit.target, edit.other}) text += ' ' + nameOf(ref, edit, variant, depth);
  text += ' ' + nameOf(edit.substitute, edit, variant, depth);
  if (edit.op == Operator::ReplaceOperand)
    for (const OperandChoice& choice : edit.choices)
      text += ' ' + std::to_string(choice.operand) + '=' + nameOf(choice.value, edit, variant, depth);
  return text + ' ' + edit.parameter + '=' + edit.value;
}

} // namespace

std::string editSignature(const Edit& edit, const EditList& variant) {
  const std::string text = signature(edit, variant, 0);
  return edit.op == Operator::Set ? text : text + " in " + printConfiguration(configurationOf(variant));
}

} // namespace gevo
