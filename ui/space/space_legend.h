#pragma once

/// The scale of colours and the marks below a picture of the space.

#include "ui/space/speedup_colour.h"

#include <QRectF>
#include <QString>

#include <functional>

class QPainter;

namespace gevo::ui {

struct LegendEntry {
  QString text;
  std::function<void(QPainter&, const QRectF&)> paint; ///< the mark
};

/// Pixels.
inline constexpr int legendHeight = 34;

/// Entries that have no room are left out.
void paintLegend(QPainter& painter, const QRectF& area, const SpeedupScale& scale, const std::vector<LegendEntry>& entries,
                 const Theme& theme);

/// Parallel lines within `area`. A brush's pattern is lost in an SVG.
void paintHatching(QPainter& painter, const QRectF& area, const QColor& colour);
void paintDiamond(QPainter& painter, const QPointF& centre, double size, const Theme& theme);

} // namespace gevo::ui
