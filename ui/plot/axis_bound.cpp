#include "ui/plot/axis_bound.h"

#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {

void stopAtZero(QCPAxis* axis) {
  const auto stop = [axis](const QCPRange& now, const QCPRange& before) {
    if (now.lower >= 0 || axis->scaleType() == QCPAxis::stLogarithmic) return;
    const bool dragged = std::abs(now.size() - before.size()) <= 1e-6 * before.size();
    axis->setRange(0, dragged || now.upper <= 0 ? now.size() : now.upper);
  };
  QObject::connect(axis, qOverload<const QCPRange&, const QCPRange&>(&QCPAxis::rangeChanged), axis, stop);
}

} // namespace gevo::ui
