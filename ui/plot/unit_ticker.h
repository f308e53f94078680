#pragma once

/// Tick labels with their unit, as `0.4 %`. Zero has no label where it has a band of its own.

#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {

template <class Base> class UnitTicker : public Base {
public:
  explicit UnitTicker(QString unit, bool labelZero = true) : unit_(std::move(unit)), labelZero_(labelZero) {}

protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
    if (!labelZero_ && std::abs(tick) < 1e-12) return {};
    return Base::getTickLabel(tick, locale, format, precision) + unit_;
  }
  /// So that 0.2, 0.4, 1.0 have the same number of digits.
  QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale, QChar format, int precision) override {
    if constexpr (std::is_same_v<Base, QCPAxisTicker>) {
      const double step = ticks.size() > 1 ? ticks[1] - ticks[0] : 1;
      format = QChar('f');
      precision = digitsOf(step);
    }
    return Base::createLabelVector(ticks, locale, format, precision);
  }

private:
  /// Digits after the point that a multiple of `step` needs: 0.25 needs two, or ticks would be rounded.
  static int digitsOf(double step) {
    int digits = 0;
    while (digits < 8 && std::abs(step - std::round(step)) > 1e-6) {
      step *= 10;
      ++digits;
    }
    return digits;
  }

  QString unit_;
  bool labelZero_;
};

} // namespace gevo::ui
