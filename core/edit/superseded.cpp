#include "core/edit/superseded.h"

#include <algorithm>

namespace gevo {

namespace {

bool isLastWord(Operator op) {
  return op == Operator::Unroll || op == Operator::Cache || op == Operator::Registers || op == Operator::Perforate ||
         op == Operator::Specialise || op == Operator::Reassociate || op == Operator::Pipeline || op == Operator::Vectorise ||
         op == Operator::Share || op == Operator::Synthesise;
}

} // namespace

bool supersedes(const Edit& later, const Edit& earlier) {
  return isLastWord(later.op) && later.op == earlier.op && later.target == earlier.target && later.substitute == earlier.substitute;
}

EditList withoutSuperseded(EditList edits) {
  EditList kept;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const bool hasLater = isLastWord(edits[i].op) && std::any_of(edits.begin() + std::ptrdiff_t(i) + 1, edits.end(),
                                                                 [&](const Edit& later) { return supersedes(later, edits[i]); });
    if (!hasLater) kept.push_back(std::move(edits[i]));
  }
  return kept;
}

} // namespace gevo
