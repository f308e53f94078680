#pragma once

/// Edits on the wire (core/base/wire.h).

#include "core/edit/edit.h"

namespace gevo {

template <class Archive> void fields(Archive& archive, InstructionRef& ref) { archive(ref.kind, ref.id); }
template <class Archive> void fields(Archive& archive, ValueRef& ref) { archive(ref.kind, ref.instruction, ref.index); }
template <class Archive> void fields(Archive& archive, OperandChoice& choice) { archive(choice.user, choice.operand, choice.value); }
template <class Archive> void fields(Archive& archive, Edit& edit) {
  archive(edit.uid, edit.op, edit.target, edit.other, edit.substitute, edit.choices);
}

} // namespace gevo
