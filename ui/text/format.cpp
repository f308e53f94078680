#include "ui/text/format.h"

#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/values/individual.h"

#include <QObject>

#include <algorithm>

namespace gevo::ui {
namespace {

QString text(const std::string& formatted) { return QString::fromStdString(formatted); }

} // namespace

QString runtimeText(double microseconds) { return text(formatRuntime(microseconds)); }
QString energyText(double millijoules) { return text(formatEnergy(millijoules)); }
QString shareText(double share) { return text(formatPercent(share)); }
QString speedupText(double speedup) { return text(formatSpeedup(speedup)); }
QString errorText(Metric metric, double error) { return text(formatError(error, metric)); }
QString countText(std::uint64_t count) { return text(formatCount(count)); }
QString roundedText(double value) { return text(formatRounded(value)); }
QString rateText(double perSecond) { return text(formatRate(perSecond)); }
QString durationText(double seconds) { return text(formatDuration(seconds)); }
QString bytesText(std::uint64_t bytes) { return text(formatBytes(bytes)); }

QString countedText(std::uint64_t count, const QString& one, const QString& many) {
  return text(formatCounted(count, one.toStdString(), many.toStdString()));
}

QString metricsText(const CodeMetrics& metrics) {
  QString parts;
  if (hasInterval(metrics)) parts = ' ' + text(formatInterval(halfInterval(metrics)));
  std::uint32_t registers = 0;
  std::uint64_t spilled = 0;
  for (const KernelResources& kernel : metrics.kernels) {
    registers = std::max(registers, kernel.registers);
    spilled = std::max(spilled, kernel.spillStores);
  }
  const auto add = [&](const QString& part) { parts += QStringLiteral(" · ") + part; };
  if (registers > 0) add(countedText(registers, QObject::tr("register"), QObject::tr("registers")));
  if (spilled > 0) add(countedText(spilled, QObject::tr("byte spilled"), QObject::tr("bytes spilled")));
  return parts;
}

QString variantTitle(std::int64_t id) {
  if (id < 0) return QObject::tr("Variant in progress"); // it gets its number at the end of its generation
  return id == 0 ? QObject::tr("Original") : QObject::tr("Variant %1").arg(text(variantName(id)));
}

} // namespace gevo::ui
