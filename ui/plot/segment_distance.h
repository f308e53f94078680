#pragma once

#include <QLineF>
#include <QPointF>

#include <algorithm>

namespace gevo::ui {

/// From a point to the nearest place of a segment, as between a mouse and a line of a plot.
inline double distanceTo(const QLineF& segment, const QPointF& point) {
  const QPointF along = segment.p2() - segment.p1();
  const double length = QPointF::dotProduct(along, along);
  const double share = length > 0 ? std::clamp(QPointF::dotProduct(point - segment.p1(), along) / length, 0.0, 1.0) : 0;
  return QLineF(point, segment.pointAt(share)).length();
}

} // namespace gevo::ui
