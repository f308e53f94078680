#include "ui/variant/line_heat.h"

#include "core/format/heat_text.h"
#include "core/format/number.h"

#include <QObject>

#include <algorithm>

namespace gevo::ui {

namespace {

double hottest(const LineHeats& heats, HeatMetric metric) {
  double most = 0;
  for (const auto& [spot, counts] : heats)
    if (spot.file >= 0) most = std::max(most, heatOf(counts, metric));
  return most;
}

double sum(const LineHeats& heats, HeatMetric metric) {
  double all = 0;
  for (const auto& [spot, counts] : heats) all += heatOf(counts, metric);
  return all;
}

/// The metric that colours, and then the others that the line has anything of.
QString tipOf(const HeatCounts& counts, HeatMetric metric, double all) {
  const double own = heatOf(counts, metric);
  QStringList lines;
  const QString figure = QString::fromStdString(heatFigure(counts, metric));
  lines << (all > 0 ? QObject::tr("%1, %2 of all").arg(figure, QString::fromStdString(formatPercent(own / all))) : figure);
  for (const HeatMetric other : allHeatMetrics)
    if (other != metric && heatOf(counts, other) > 0) lines << QString::fromStdString(heatFigure(counts, other));
  return QObject::tr("Simulated: %1").arg(lines.join('\n'));
}

void addTo(DiffDocument& document, const LineHeats& heats, HeatMetric metric, double most) {
  const double all = sum(heats, metric);
  document.heat = QVector<LineHeat>(document.sourceLine.size());
  for (qsizetype i = 0; i < document.sourceLine.size() && i < document.sourceFile.size(); ++i) {
    const auto found = heats.find({document.sourceFile[i], document.sourceLine[i]});
    if (found == heats.end() || found->first.file < 0) continue;
    const double own = heatOf(found->second, metric);
    document.heat[i] = {static_cast<float>(most > 0 ? own / most : 0), tipOf(found->second, metric, all)};
  }
}

} // namespace

LineHeats lineHeats(const Project& project, const Heat& heat, HeatCounts HeatLine::*side) {
  LineHeats heats;
  for (const HeatLine& line : linesOf(heat)) {
    const int file = sourceNamed(project, line.at.file);
    const SourceSpot spot = file >= 0 ? SourceSpot{file, static_cast<int>(line.at.line)} : SourceSpot{};
    heats[spot].add(line.*side);
  }
  return heats;
}

void addHeat(DiffDocument& left, DiffDocument& right, const SideHeats& heats) {
  const double most = std::max(hottest(heats.left, heats.metric), hottest(heats.right, heats.metric));
  addTo(left, heats.left, heats.metric, most);
  addTo(right, heats.right, heats.metric, most);
}

} // namespace gevo::ui
