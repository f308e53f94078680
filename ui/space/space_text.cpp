#include "ui/space/space_text.h"

#include "ui/text/format.h"

#include <QObject>
#include <QStringList>

#include <cmath>

namespace gevo::ui {
namespace {

constexpr qsizetype longestMessage = 240; ///< in a tooltip; compilers say more

const QString& dot() {
  static const QString text = QStringLiteral(" · ");
  return text;
}

QString valueText(const SpaceModel& model, int axis, int value) {
  const SpaceAxis& shown = model.axes[static_cast<std::size_t>(axis)];
  return QString::fromStdString(shown.name) + " = " + QString::fromStdString(shown.values[static_cast<std::size_t>(value)]);
}

QString reasonText(const SpaceLine& line) { return QString::fromStdString(failureReason(line)); }

QString configurationWords(const SpaceModel& model, const SpaceLine& line) {
  return QString::fromStdString(configurationText(model, line));
}

QString bold(const QString& text) { return "<b>" + text.toHtmlEscaped() + "</b>"; }

QStringList factsOf(const SpaceLine& line) {
  const QString evaluations = countedText(line.evaluations, QObject::tr("evaluation"), QObject::tr("evaluations"));
  if (!line.valid()) {
    QString reason = reasonText(line);
    if (reason.size() > longestMessage) reason = reason.left(longestMessage) + QStringLiteral("…");
    return {QObject::tr("no variant passed"), reason.toHtmlEscaped(), evaluations};
  }
  QString runtime = runtimeText(line.runtime);
  if (std::isfinite(line.speedup)) runtime += dot() + speedupText(line.speedup);
  return {runtime, variantTitle(line.best) + dot() + evaluations};
}

} // namespace

QString lineSummary(const SpaceModel& model, const SpaceLine& line) {
  QStringList lines{bold(configurationWords(model, line))};
  if (line.own) lines << QObject::tr("the program's own");
  return (lines + factsOf(line)).join("<br>");
}

QString cellSummary(const SpaceModel& model, const SpaceCell& cell, int x, int column, int y, int row) {
  if (cell.tried == 1 && cell.line >= 0) return lineSummary(model, model.lines[static_cast<std::size_t>(cell.line)]);
  QStringList lines{bold(valueText(model, x, column) + (y < 0 ? QString() : dot() + valueText(model, y, row)))};
  if (cell.line < 0) return (lines << QObject::tr("not tried")).join("<br>");
  QString count = QObject::tr("the best of %1 configurations").arg(countText(static_cast<std::uint64_t>(cell.tried)));
  if (cell.failed == cell.tried)
    count = QObject::tr("%1 configurations, no variant of which passed").arg(countText(static_cast<std::uint64_t>(cell.tried)));
  else if (cell.failed > 0)
    count += QObject::tr("; of %1, none passed").arg(countText(static_cast<std::uint64_t>(cell.failed)));
  const SpaceLine& line = model.lines[static_cast<std::size_t>(cell.line)];
  lines << count << configurationWords(model, line).toHtmlEscaped();
  return (lines + factsOf(line)).join("<br>");
}

QString failureText(const SpaceModel& model, const SpaceLine& line) {
  return (line.withEdits ? QObject::tr("%1: %2") : QObject::tr("%1 failed: %2")).arg(configurationWords(model, line), reasonText(line));
}

QString shortSpeedup(double speedup) {
  return std::isfinite(speedup) ? QString::number(speedup, 'f', speedup < 0.095 ? 2 : 1) + QStringLiteral("×") : QString();
}

} // namespace gevo::ui
