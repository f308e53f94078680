#include "ui/text/format.h"

#include "core/values/individual.h"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

/// Three significant digits, no exponent for everyday sizes.
QString shortNumber(double value) {
  const double size = std::abs(value);
  if (size >= 100 && size < 1e6) return QString::number(value, 'f', 0);
  if (size >= 10) return size < 1e6 ? QString::number(value, 'f', 1) : QString::number(value, 'g', 3);
  if (size >= 0.01) return QString::number(value, 'f', 2);
  return QString::number(value, 'g', 2);
}

} // namespace

QString runtimeText(double microseconds) {
  if (!std::isfinite(microseconds)) return QStringLiteral("–");
  if (microseconds >= 1e6) return shortNumber(microseconds / 1e6) + QStringLiteral(" s");
  if (microseconds >= 1e3) return shortNumber(microseconds / 1e3) + QStringLiteral(" ms");
  return shortNumber(microseconds) + QStringLiteral(" µs");
}

QString energyText(double millijoules) {
  if (!std::isfinite(millijoules)) return QStringLiteral("–");
  if (millijoules >= 1e3) return shortNumber(millijoules / 1e3) + QStringLiteral(" J");
  if (millijoules < 0.1) return shortNumber(millijoules * 1e3) + QStringLiteral(" µJ");
  return shortNumber(millijoules) + QStringLiteral(" mJ");
}

QString factsText(const CodeMetrics& facts) {
  QString text;
  if (hasInterval(facts)) text = QStringLiteral(" ± %1 %").arg(shortNumber(100 * halfInterval(facts)));
  std::uint32_t registers = 0;
  std::uint64_t spilled = 0;
  for (const KernelResources& kernel : facts.kernels) {
    registers = std::max(registers, kernel.registers);
    spilled = std::max(spilled, kernel.spillStores);
  }
  if (registers > 0) text += QObject::tr(" · %1 registers").arg(registers);
  if (spilled > 0) text += QObject::tr(" · %1 bytes spilled").arg(spilled);
  return text;
}

QString shareText(double share) {
  if (!std::isfinite(share)) return QStringLiteral("–");
  return QString::number(100 * share, 'f', 1) + QStringLiteral(" %");
}

QString speedupText(double speedup) {
  if (!std::isfinite(speedup)) return QStringLiteral("–");
  return QString::number(speedup, 'f', speedup < 10 ? 2 : 1) + QStringLiteral("×");
}

QString errorText(Metric metric, double error) {
  if (error == 0) return QStringLiteral("0");
  if (!isShare(metric)) return QString::number(error, 'g', 2);
  const double percent = error * 100;
  if (percent < 0.005) return QString::number(percent, 'g', 1) + QStringLiteral(" %");
  return QString::number(percent, 'f', 2) + QStringLiteral(" %");
}

QString limitText(Metric metric, double limit) {
  return QString::number(limit * errorScale(metric), 'g', 3) + (isShare(metric) ? QStringLiteral(" %") : QString());
}

QString countText(std::uint64_t count) {
  QString digits = QString::number(count);
  for (qsizetype place = digits.size() - 3; place > 0; place -= 3) digits.insert(place, ',');
  return digits;
}

QString durationText(double seconds) {
  const auto whole = static_cast<std::int64_t>(std::max(0.0, std::round(seconds)));
  const QString tail =
      QStringLiteral("%1:%2").arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QChar('0')).arg(whole % 60, 2, 10, QChar('0'));
  return whole >= 3600 ? QStringLiteral("%1:%2").arg(whole / 3600).arg(tail) : tail;
}

QString variantTitle(std::int64_t id) {
  return id == 0 ? QObject::tr("Original") : QObject::tr("Variant %1").arg(QString::fromStdString(variantName(id)));
}

QString countedText(std::uint64_t count, const QString& one, const QString& many) {
  return countText(count) + QChar(' ') + (count == 1 ? one : many);
}

bool isShare(Metric metric) { return metric == Metric::MaxRelative || metric == Metric::Mismatch; }

double errorScale(Metric metric) { return isShare(metric) ? 100.0 : 1.0; }

} // namespace gevo::ui
