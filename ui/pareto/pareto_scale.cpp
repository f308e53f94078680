#include "ui/pareto/pareto_scale.h"

#include <qcustomplot.h>

namespace gevo::ui {
namespace {

QuantityAxis mapOf(const QCPAxis& axis, Quantity quantity, double from, double to) {
  return {{{axis.range().lower, axis.range().upper}, axis.scaleType() == QCPAxis::stLogarithmic, from, to}, quantity};
}

} // namespace

AxisTransform ParetoScale::transform() const {
  // The same mapping as QCPAxis::coordToPixel.
  const QRect rect = errors->rect();
  AxisTransform transform;
  transform.x = mapOf(*xAxis(), x, rect.left(), rect.left() + rect.width());
  transform.y = mapOf(*yAxis(), y, rect.top() + rect.height(), rect.top());
  transform.area = QRectF(area());
  if (y == Quantity::Error) transform.band = QRectF(exact->rect());
  transform.originalRuntime = originalRuntime;
  transform.originalEnergy = originalEnergy;
  transform.errorFactor = errorFactor;
  return transform;
}

void ParetoScale::setRanges(const AxisTransform& transform) {
  xAxis()->setRange(transform.x.range.lower, transform.x.range.upper);
  yAxis()->setRange(transform.y.range.lower, transform.y.range.upper);
}

QRect ParetoScale::area() const { return y == Quantity::Error ? errors->rect().united(exact->rect()) : errors->rect(); }

QCPAxis* ParetoScale::xAxis() const { return exact->axis(QCPAxis::atBottom); }

QCPAxis* ParetoScale::yAxis() const { return errors->axis(QCPAxis::atLeft); }

} // namespace gevo::ui
