#pragma once

/// The hypervolume of a run's front, generation by generation.

#include "core/search/objectives.h"
#include "core/search/pareto_archive.h"
#include "core/store/rows.h"

namespace gevo {

/// Of the run's objectives but the number of edits, which has no worst value to compare with. Runtime and energy are divided by the
/// original's, the error by the tolerance, and the reference point is (1, 1, ...): the original with the largest error allowed. 0: nothing
/// is faster (and needs less energy); towards 1: exact, in no time. Where runtime is the only objective it is the share of it that is gone.
class FrontProgress {
public:
  explicit FrontProgress(const RunInfo& run);
  /// In id order, each once; again when its energy is known.
  void add(const VariantRow& row);
  double hypervolume() const;
  double leastEnergy() const { return leastEnergy_; } ///< millijoules, the original's included; unknown where nothing was measured

private:
  Objectives objectives_;
  Fitness original_;
  double tolerance_;
  double leastEnergy_;
  ParetoArchive<> archive_; ///< shares of the reference point
};

} // namespace gevo
