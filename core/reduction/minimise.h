#pragma once

/// A variant without the edits that do nothing for it on the tests. Such edits are where a variant that passes its tests fails others:
/// nothing selected against what they break (seeds/002, V-A; seeds/001: minimisation after evolution).

#include "core/devices/job_options.h"
#include "core/reduction/minimiser.h"
#include "core/store/store.h"

namespace gevo {

/// The share of its runtime that a variant may lose by it: 1 %, and at most a tenth of what it gains.
double mostLossOf(double originalRuntime, double runtime);

/// With fewer edits, as good on all tests that are not held out, and not in the file yet: Origin::Derived, the variant as parent. Nothing
/// where each active edit is needed. Blocks for as long as some evaluations take. An error means that nothing was learnt.
Result<std::optional<Individual>> minimised(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings);

/// What the edits of a variant are worth.
struct Analysis {
  Individual variant; ///< minimised; the one that was given, without inactive edits, where each is needed
  bool smaller = false;
  /// Per edit: f(S without e) / f(S) - 1, infinite where the tests fail without the edit.
  std::vector<double> shares;
};
/// Blocks for as long as some evaluations take.
Result<Analysis> analyse(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings);

} // namespace gevo
