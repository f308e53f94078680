#pragma once

/// What part of the plane to show.

#include "ui/run/run_model.h"

namespace gevo::ui {

struct Interval {
  double lower = 0;
  double upper = 1;
};

struct ParetoRange {
  Interval runtime; ///< microseconds
  Interval error;   ///< as shown: percent for shares
};

/// The front, the original and most of the cloud; the few very slow variants would squeeze the rest.
ParetoRange usualRange(const RunModel& model, bool logarithmic);
ParetoRange everythingRange(const RunModel& model, bool logarithmic);

} // namespace gevo::ui
