#include "core/edit/rename.h"

#include "core/base/hash.h"

#include <string>

namespace gevo {

namespace {

std::uint64_t renamed(std::uint64_t uid) { return hashText("renamed edit " + std::to_string(uid)).low; }

void rename(InstructionRef& ref) {
  if (ref.kind == InstructionRef::Kind::Created) ref.id = renamed(ref.id);
}

} // namespace

EditList renamedEdits(EditList edits) {
  for (Edit& edit : edits) {
    if (edit.op == Operator::Set) continue; // its uid says what it sets, in every run
    edit.uid = renamed(edit.uid);
    rename(edit.target);
    rename(edit.other);
    rename(edit.substitute.instruction);
    for (OperandChoice& choice : edit.choices) {
      rename(choice.user);
      rename(choice.value.instruction);
    }
  }
  return edits;
}

} // namespace gevo
