#pragma once

/// Tick labels with their unit, as `0.4 %`; zero stays without a label where it has a band of its own.

#include <qcustomplot.h>

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
      precision = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 8);
    }
    return Base::createLabelVector(ticks, locale, format, precision);
  }

private:
  QString unit_;
  bool labelZero_;
};

} // namespace gevo::ui
