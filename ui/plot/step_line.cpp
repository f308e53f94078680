#include "ui/plot/step_line.h"

namespace gevo::ui {

QPolygonF stepLine(const QPolygonF& points) {
  QPolygonF line;
  for (const QPointF& point : points) {
    if (!line.isEmpty()) line << QPointF(point.x(), line.last().y());
    line << point;
  }
  return line;
}

} // namespace gevo::ui
