#include "ui/pareto/pareto_scale.h"

#include <qcustomplot.h>

namespace gevo::ui {
namespace {

AxisMap mapOf(const QCPAxis& axis, Quantity quantity, double from, double to) {
  return {quantity, {axis.range().lower, axis.range().upper}, axis.scaleType() == QCPAxis::stLogarithmic, from, to};
}

} // namespace

Plane ParetoScale::plane() const {
  // QCustomPlot's own idea of where values stand, see QCPAxis::coordToPixel.
  const QRect rect = errors->rect();
  Plane plane;
  plane.x = mapOf(*xAxis(), x, rect.left(), rect.left() + rect.width());
  plane.y = mapOf(*yAxis(), y, rect.top() + rect.height(), rect.top());
  plane.area = QRectF(area());
  if (y == Quantity::Error) plane.band = QRectF(exact->rect());
  plane.originalRuntime = originalRuntime;
  plane.originalEnergy = originalEnergy;
  plane.errorFactor = errorFactor;
  return plane;
}

void ParetoScale::setRanges(const Plane& plane) {
  xAxis()->setRange(plane.x.range.lower, plane.x.range.upper);
  yAxis()->setRange(plane.y.range.lower, plane.y.range.upper);
}

QRect ParetoScale::area() const { return y == Quantity::Error ? errors->rect().united(exact->rect()) : errors->rect(); }

QCPAxis* ParetoScale::xAxis() const { return exact->axis(QCPAxis::atBottom); }

QCPAxis* ParetoScale::yAxis() const { return errors->axis(QCPAxis::atLeft); }

} // namespace gevo::ui
