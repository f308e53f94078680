#pragma once

/// Edits on the wire (core/base/wire.h).

#include "core/edit/edit.h"

namespace gevo {

constexpr std::uint32_t enumerators(Operator) { return operatorCount; }
constexpr std::uint32_t enumerators(InstructionRef::Kind) { return std::uint32_t(InstructionRef::Kind::Created) + 1; }
constexpr std::uint32_t enumerators(ValueRef::Kind) { return std::uint32_t(ValueRef::Kind::Default) + 1; }

template <class Archive> void fields(Archive& archive, InstructionRef& ref) { archive(ref.kind, ref.id); }
template <class Archive> void fields(Archive& archive, ValueRef& ref) { archive(ref.kind, ref.instruction, ref.index); }
template <class Archive> void fields(Archive& archive, OperandChoice& choice) { archive(choice.user, choice.operand, choice.value); }
template <class Archive> void fields(Archive& archive, Edit& edit) {
  archive(edit.uid, edit.op, edit.target, edit.other, edit.substitute, edit.choices);
  if (edit.op == Operator::Set) archive(edit.parameter, edit.value); // earlier versions wrote neither
  if (isDirective(edit.op)) archive(edit.value);
}

} // namespace gevo
