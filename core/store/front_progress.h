#pragma once

/// The hypervolume of a run's front, generation by generation.

#include "core/search/staircase.h"
#include "core/store/rows.h"

namespace gevo {

/// Runtime and error are divided by the original's runtime and by the tolerance, and the reference point is (1, 1): the original's time
/// with the largest error allowed. 0: nothing is faster; towards 1: exact, in no time. Where only exact variants are allowed it is the
/// share of the runtime that is gone.
class FrontProgress {
public:
  explicit FrontProgress(const RunInfo& run);
  /// In id order, each once.
  void add(const VariantRow& row);
  double hypervolume() const;

private:
  double originalRuntime_;
  double tolerance_; ///< 0: exact variants only
  Staircase front_;
};

} // namespace gevo
