#include "core/evolution/failure_causes.h"

#include <algorithm>
#include <tuple>

namespace gevo {

namespace {

bool removesAStatement(const Edit& edit) { return edit.op == Operator::Delete && edit.substitute.kind == ValueRef::Kind::None; }

bool isOfSameTarget(const Edit& a, const Edit& b, Operator op) { return a.target == b.target && b.op == op; }

/// Made again, it is the same. What takes a removed statement's place is rarely what matters.
bool isSameEdit(const Edit& a, const Edit& b) {
  if (removesAStatement(a) && isOfSameTarget(a, b, Operator::ReplaceInstruction)) return true;
  if (removesAStatement(b) && isOfSameTarget(b, a, Operator::ReplaceInstruction)) return true;
  const auto meaning = [](const Edit& edit) {
    return std::tie(edit.op, edit.target, edit.other, edit.substitute, edit.choices, edit.parameter, edit.value);
  };
  return meaning(a) == meaning(b);
}

bool has(const EditList& edits, const Edit& edit) {
  return std::ranges::any_of(edits, [&](const Edit& one) { return isSameEdit(one, edit); });
}

std::uint32_t others(const FailureCause& cause) { return std::uint32_t(cause.edits.size()) - cause.needed; }

/// How many of the others `nextSubset` has.
std::uint32_t nextCount(const FailureCause& cause) { return cause.passing ? (*cause.passing + others(cause)) / 2 : 0; }

/// Where one edit decides, it is needed.
void moveToNeeded(FailureCause& cause) {
  if (!cause.passing || others(cause) != *cause.passing + 1) return;
  std::ranges::rotate(cause.edits.begin() + cause.needed, cause.edits.end() - 1, cause.edits.end());
  ++cause.needed;
  cause.passing.reset();
}

} // namespace

FailureCause causeOf(const Individual& variant, std::uint32_t input, const Individual* passing) {
  FailureCause cause{.input = input, .variant = variant.id};
  const EditList known = passing != nullptr ? activeEdits(*passing) : EditList();
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < variant.edits.size(); ++i) {
    if (variant.edits[i].op == Operator::Set || (i < variant.active.size() && !variant.active[i])) continue;
    (has(known, variant.edits[i]) ? cause.edits : own).push_back(i);
  }
  // Where all are shared, nothing tells them apart; that a configuration passes by itself is not known.
  cause.passing = own.empty() ? 0 : std::uint32_t(cause.edits.size());
  if ((passing == nullptr || own.empty()) && !configurationOf(variant.edits).empty()) cause.passing.reset();
  cause.edits.insert(cause.edits.end(), own.begin(), own.end());
  moveToNeeded(cause);
  return cause;
}

std::optional<std::vector<std::uint32_t>> nextSubset(const FailureCause& cause) {
  if (others(cause) == 0) return std::nullopt;
  return std::vector(cause.edits.begin(), cause.edits.begin() + cause.needed + nextCount(cause));
}

void narrow(FailureCause& cause, bool fails) {
  const std::uint32_t count = nextCount(cause);
  ++cause.trials;
  if (fails)
    cause.edits.resize(cause.needed + count);
  else
    cause.passing = count;
  moveToNeeded(cause);
}

EditList editsOf(const Individual& variant, std::vector<std::uint32_t> places) {
  std::ranges::sort(places);
  EditList edits;
  for (const std::uint32_t place : places) edits.push_back(variant.edits[place]);
  return withConfiguration(edits, configurationOf(variant.edits));
}

std::size_t sharedEdits(const Individual& variant, const Individual& other) {
  const EditList edits = activeEdits(variant);
  return std::size_t(std::ranges::count_if(activeEdits(other), [&](const Edit& one) { return has(edits, one); }));
}

void FailureCauses::add(Cause cause) {
  const auto place = [](const Cause& one) { return std::pair(one.known.variant, one.known.input); };
  causes_.insert(std::ranges::upper_bound(causes_, place(cause), {}, place), std::move(cause));
}

std::vector<const FailureCauses::Cause*> FailureCauses::in(const Individual& variant) const {
  std::vector<const Cause*> found;
  if (causes_.empty()) return found;
  const EditList edits = activeEdits(variant);
  const Configuration configuration = configurationOf(variant.edits);
  for (const Cause& cause : causes_)
    if ((!cause.known.edits.empty() || cause.configuration == configuration) &&
        std::ranges::all_of(cause.known.edits, [&](std::uint32_t place) { return has(edits, cause.variant->edits[place]); }))
      found.push_back(&cause);
  return found;
}

} // namespace gevo
