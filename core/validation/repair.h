#pragma once

/// A variant that failed on held-out tests, without the edits that make it fail there. Those inputs are used up, so that they may select;
/// whether what is left is right has to be seen on others.

#include "core/validation/validation.h"

namespace gevo {

/// As many of its edits, one stretch of the list after the other, as pass all tests and the held-out ones that `failure` names:
/// Origin::Derived, the variant that evolution found as parent, and not in the file yet. Nothing where no more than the original's code is
/// left. Blocks for as long as some checks take. An error means that nothing was learnt.
Result<std::optional<Individual>> repaired(const Store& store, const RunInfo& run, const Individual& variant, const ValidationRow& failure,
                                           Validator& validator, const JobOptions& settings);

} // namespace gevo
