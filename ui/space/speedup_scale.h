#pragma once

/// Colours of speedups: from the theme's bad through a neutral one at 1× to its good. Each side is a logarithmic scale of its own, so that
/// one very slow configuration does not hide small gains.

#include "ui/space/space_model.h"
#include "ui/theme/theme.h"

namespace gevo::ui {

struct SpeedupScale {
  double slowest = 1; ///< at most 1
  double fastest = 1; ///< at least 1

  QColor colour(double speedup, const Theme& theme) const;
  bool operator==(const SpeedupScale&) const = default;
};

SpeedupScale speedupScale(const SpaceModel& model);

/// Black or white, whichever is easier to read on `background`.
QColor inkOn(const QColor& background);

} // namespace gevo::ui
