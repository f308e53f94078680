#pragma once

/// Removes the edits that have no effect on the tests. Such edits often make a variant fail other inputs, because nothing selected against
/// what they break (Liou et al. 2022, V-A; Langdon 2015, 8.11).

#include "core/devices/job_options.h"
#include "core/reduction/minimiser.h"
#include "core/store/store.h"

namespace gevo {

class SubsetEvaluator;

/// The variant with fewer edits, as good on all tests that are not held out. It has Origin::Derived and the variant as parent, and is not
/// in the file yet; empty if every active edit is needed. Blocks while it evaluates. On an error nothing is known about the variant.
/// `shareOfGain`: of the variant's, that this may cost.
Result<std::optional<Individual>> minimiseVariant(const Store& store, const RunInfo& run, const Individual& variant,
                                                  const JobOptions& settings, double shareOfGain = 0.1);

/// The contribution of each edit of a variant.
struct Analysis {
  Individual variant; ///< minimised; if that removed nothing, the given one without inactive edits
  bool smaller = false;
  /// Per edit: f(S without e) / f(S) - 1, infinite if the tests fail without the edit.
  std::vector<double> shares;
};
/// Minimised, without the shares.
Result<Analysis> minimised(SubsetEvaluator& evaluator, const Individual& variant);
/// Blocks while it evaluates.
Result<Analysis> analyse(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings);

} // namespace gevo
