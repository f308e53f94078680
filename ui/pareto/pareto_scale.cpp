#include "ui/pareto/pareto_scale.h"

#include <qcustomplot.h>

namespace gevo::ui {

QPointF ParetoScale::pixel(double runtime, double error) const {
  const double x = errors->axis(QCPAxis::atBottom)->coordToPixel(runtime);
  if (error == 0) return {x, exact->rect().center().y() + 0.5};
  return {x, errors->axis(QCPAxis::atLeft)->coordToPixel(error * errorFactor)};
}

QPointF ParetoScale::strewn(const VariantRow& row) const {
  QPointF point = pixel(row.runtime, row.error);
  if (row.error == 0 && row.id != 0) {
    // Multiplying by the golden ratio spreads neighbouring ids evenly; the place of an id never changes.
    const double share = std::fmod(static_cast<double>(row.id) * 0.6180339887498949, 1.0) - 0.5;
    point.ry() += share * (exact->height() - 8);
  }
  return point;
}

QRect ParetoScale::area() const { return errors->rect().united(exact->rect()); }

} // namespace gevo::ui
