#include "ui/generations/curve_plot.h"

#include "core/format/csv.h"

#include <qcustomplot.h>

#include <cmath>
#include <limits>

namespace gevo::ui {

Curve hypervolumeCurve() {
  return {QObject::tr("Hypervolume of the front per generation"),
          QObject::tr("hypervolume"),
          QObject::tr("share of the objective space that the front dominates"),
          "hypervolume",
          "hypervolume",
          [](const GenerationRow& row) { return row.hypervolume; }};
}

Curve energyCurve() {
  return {QObject::tr("Least energy so far, per generation"),
          QObject::tr("energy, mJ"),
          QObject::tr("least energy of a variant so far, mJ"),
          "energy",
          "least_energy_mj",
          [](const GenerationRow& row) { return row.leastEnergy; },
          false};
}

Curve rateCurve() {
  return {QObject::tr("Evaluations per second of each generation"),
          QObject::tr("evaluations per second"),
          QObject::tr("evaluations per second"),
          "rate",
          "tries_per_second",
          [](const GenerationRow& row) { return row.seconds > 0 ? row.evaluations / row.seconds : unknown; }};
}

CurvePlot::CurvePlot(const RunModel& model, const Curve& curve, QWidget* parent)
    : GenerationPlot(model, curve.accessibleName, parent), curve_(curve), graph_(plot()->addGraph()) {
  countGenerations();
  plot()->yAxis->setLabel(curve.label);
  graph_->setName(curve.note);
  graph_->setLineStyle(QCPGraph::lsStepLeft);
  plot()->legend->setIconSize(20, 12);
}

void CurvePlot::fillPlot() {
  graph_->setPen(QPen(theme().accent, 2));
  graph_->setBrush(translucent(theme().accent, 0.10F));
  graph_->data()->clear();
  for (const GenerationRow& row : model().generations())
    if (const double value = curve_.value(row); !std::isnan(value)) graph_->addData(row.generation, value);
}

void CurvePlot::fitRanges() {
  showGenerations();
  double top = 0;
  double bottom = curve_.fromZero ? 0 : std::numeric_limits<double>::infinity();
  for (const GenerationRow& row : model().generations())
    if (const double value = curve_.value(row); !std::isnan(value)) {
      top = std::max(top, value);
      bottom = std::min(bottom, value);
    }
  if (top <= 0) return plot()->yAxis->setRange(0, 1);
  const double room = std::max(top - bottom, top * 0.01);
  plot()->yAxis->setRange(curve_.fromZero ? 0 : std::max(0.0, bottom - 0.15 * room), top + 0.25 * room); // for the legend
}

QByteArray CurvePlot::csv() const {
  Csv csv({"generation", curve_.column.toStdString()});
  for (const GenerationRow& row : model().generations()) csv.add({std::to_string(row.generation), csvNumber(curve_.value(row))});
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
