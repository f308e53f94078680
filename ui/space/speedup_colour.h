#pragma once

/// Colours of speedups: from the theme's bad through a neutral one at 1× to its good.

#include "core/space/space_model.h"
#include "ui/theme/theme.h"

namespace gevo::ui {

QColor speedupColour(const SpeedupScale& scale, double speedup, const Theme& theme);

/// Black or white, whichever is easier to read on `background`.
QColor inkOn(const QColor& background);

} // namespace gevo::ui
