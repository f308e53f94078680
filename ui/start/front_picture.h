#pragma once

/// A thumbnail of a Pareto front: runtime to the right, error upwards, exact variants on the floor.

#include "ui/start/file_summary.h"
#include "ui/theme/theme.h"

class QPainter;
class QRectF;

namespace gevo::ui {

void drawFront(QPainter& painter, const QRectF& area, const FileSummary& summary, const Theme& theme);

} // namespace gevo::ui
