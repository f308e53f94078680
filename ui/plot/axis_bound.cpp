#include "ui/plot/axis_bound.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

void stopAtZero(QCPAxis* axis, double margin) {
  const auto stop = [axis, margin](const QCPRange& now, const QCPRange& before) {
    constexpr double rounding = 1e-9;
    if (now.lower >= -(margin + rounding) * std::max(now.upper, 0.0) || axis->scaleType() == QCPAxis::stLogarithmic) return;
    const bool dragged = std::abs(now.size() - before.size()) <= 1e-6 * before.size();
    const double upper = dragged || now.upper <= 0 ? now.size() / (1 + margin) : now.upper;
    axis->setRange(-margin * upper, upper);
  };
  QObject::connect(axis, qOverload<const QCPRange&, const QCPRange&>(&QCPAxis::rangeChanged), axis, stop);
}

} // namespace gevo::ui
