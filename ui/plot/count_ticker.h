#pragma once

/// Ticks at whole numbers, for axes that count.

#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {

class CountTicker : public QCPAxisTicker {
protected:
  double getTickStep(const QCPRange& range) override { return std::max(1.0, std::round(QCPAxisTicker::getTickStep(range))); }
};

} // namespace gevo::ui
