#include "ui/generations/lengths_plot.h"

#include "core/format/csv.h"

#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {

LengthsPlot::LengthsPlot(const RunModel& model, QWidget* parent)
    : GenerationPlot(model, tr("Active edits of the variants of each generation"), parent), mean_(plot()->addGraph()),
      median_(plot()->addGraph()), largest_(plot()->addGraph()) {
  countGenerations();
  plot()->yAxis->setLabel(tr("active edits"));
  mean_->setName(tr("mean"));
  median_->setName(tr("median"));
  largest_->setName(tr("longest list"));
  for (QCPGraph* graph : {mean_, median_, largest_}) graph->setLineStyle(QCPGraph::lsStepLeft);
  plot()->legend->setIconSize(20, 12);
}

void LengthsPlot::fillPlot() {
  median_->setPen(QPen(theme().accent, 2));
  mean_->setPen(QPen(theme().accent, 1, Qt::DotLine));
  largest_->setPen(QPen(theme().dim, 1.2));
  for (QCPGraph* graph : {mean_, median_, largest_}) graph->data()->clear();
  const auto add = [](QCPGraph* graph, const GenerationRow& row, double value) {
    if (!std::isnan(value)) graph->addData(row.generation, value);
  };
  for (const GenerationRow& row : model().generations()) {
    add(mean_, row, row.meanEdits);
    add(median_, row, row.medianEdits);
    add(largest_, row, row.maxEdits);
  }
}

void LengthsPlot::fitRanges() {
  showGenerations();
  double top = 4;
  for (const GenerationRow& row : model().generations()) top = std::max(top, std::isnan(row.maxEdits) ? row.meanEdits : row.maxEdits);
  plot()->yAxis->setRange(0, top * 1.25); // room for the legend
}

QByteArray LengthsPlot::csv() const {
  Csv csv({"generation", "mean_active_edits", "median_active_edits", "most_active_edits"});
  for (const GenerationRow& row : model().generations())
    csv.add({std::to_string(row.generation), csvNumber(row.meanEdits), csvNumber(row.medianEdits), csvNumber(row.maxEdits)});
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
