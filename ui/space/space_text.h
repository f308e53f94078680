#pragma once

/// Configurations in words.

#include "core/space/space_model.h"

#include <QString>

namespace gevo::ui {

/// The main facts in a few lines. Rich text.
QString lineSummary(const SpaceModel& model, const SpaceLine& line);
/// Likewise of a cell of a heat map, by its values on the axes `x` and `y`.
QString cellSummary(const SpaceModel& model, const SpaceCell& cell, int x, int column, int y, int row);
/// One plain sentence: why no variant passed.
QString failureText(const SpaceModel& model, const SpaceLine& line);
/// "1.8×".
QString shortSpeedup(double speedup);

} // namespace gevo::ui
