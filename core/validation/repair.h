#pragma once

/// Removes the edits that make a variant fail on held-out tests. These inputs are used up, so they may select edits; the repaired variant
/// has to be validated on other inputs.

#include "core/validation/validation.h"

namespace gevo {

/// Keeps as many edits as pass all tests and the held-out ones that `failure` names, and workloads in full if `size` says so, for a few
/// minutes at most. The result has Origin::Derived and the evolved
/// variant as parent, and is not in the file yet; empty if only the original's code is left. Blocks while tests run. On an error nothing is
/// known about the variant.
Result<std::optional<Individual>> repairVariant(const Store& store, const RunInfo& run, const Individual& variant,
                                                const ValidationRow& failure, Validator& validator, const JobOptions& settings,
                                                AtFullSize size = AtFullSize::No);

} // namespace gevo
