#pragma once

/// Proposing edits (Liou et al. 2019, III-D): one operator, with every repair choice stored.

#include "core/kernel/operators/apply.h"
#include "core/kernel/operators/mutation_choice.h"
#include "core/search/random.h"

#include <optional>

namespace gevo::ir {

/// A new edit for the individual `parent`; empty when the chosen operator found no legal form in several draws.
/// Deterministic in (base, parent, stream, choice).
std::optional<Edit> proposeEdit(const BaseModule& base, const EditList& parent, RandomStream& stream, const MutationChoice& choice = {});

/// `parent` with `mutations` new edits, applied: the same as proposing one after the other, each without what it supersedes
/// (core/edit/superseded.h), and applying the list, mostly at the cost of one application. Ends early, without a module, when there is
/// nothing to propose.
struct Mutant {
  EditList edits;
  Applied applied;
};
Mutant mutate(const BaseModule& base, const EditList& parent, std::uint32_t mutations, RandomStream& stream, const MutationChoice& choice);

} // namespace gevo::ir
