#include "ui/tmbl/prediction_plot.h"

#include "core/format/csv.h"
#include "core/tmbl/dead_code.h"
#include "core/tmbl/evaluator.h"
#include "ui/plot/plot_style.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

PredictionPlot::PredictionPlot(QWidget* parent)
    : PlotWidget(parent), theme_(Theme::light()), points_(plot()->addGraph()), diagonal_(new QCPItemStraightLine(plot())) {
  setAccessibleName(tr("Prediction of the selected program by target"));
  plot()->setAccessibleName(accessibleName());
  plot()->axisRect()->setMinimumMargins(plotMargins);
  for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis}) axis->setNumberFormat("g");
  points_->setLineStyle(QCPGraph::lsNone);
  diagonal_->setSelectable(false);
  diagonal_->point1->setCoords(0, 0);
  diagonal_->point2->setCoords(1, 1);
  plot()->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  followUntilZoomed();
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) setFollowing(false);
  });
}

void PredictionPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot(), theme);
  refresh();
}

void PredictionPlot::begin(std::shared_ptr<const FitData> data) {
  data_ = std::move(data);
  predicted_.clear();
  const QString rows = data_->rows.test ? tr("held-out rows") : tr("all rows");
  plot()->xAxis->setLabel(tr("%1, %2").arg(QString::fromStdString(data_->rows.target), rows));
  plot()->yAxis->setLabel(tr("prediction"));
  resetView();
}

void PredictionPlot::setProgram(const tmbl::FittedProgram& program) {
  predicted_ = tmbl::BlockCode(tmbl::lower(program.program, tmbl::firstSlot)).evaluate(data_->sample);
  refresh();
}

void PredictionPlot::draw() {
  points_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, translucent(theme_.accent, 0.7F), translucent(theme_.accent, 0.7F), 4));
  diagonal_->setPen(QPen(theme_.dim, 1, Qt::DashLine));
  points_->data()->clear();
  plot()->axisRect()->setVisible(!predicted_.empty());
  diagonal_->setVisible(!predicted_.empty());
  QCPRange range(0, 0);
  for (std::size_t row = 0; row < predicted_.size(); ++row) {
    const double target = data_->sample.targets()[row];
    if (row == 0) range = QCPRange(target, target);
    range.expand(target);
    if (!std::isfinite(predicted_[row])) continue;
    points_->addData(target, predicted_[row]);
  }
  if (following() && !predicted_.empty()) {
    const double room = std::max(0.06 * range.size(), 1e-6 * std::max(std::abs(range.lower), 1.0));
    for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis}) axis->setRange(range.lower - room, range.upper + room);
  }
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

QByteArray PredictionPlot::csv() const {
  Csv csv({"target", "prediction"});
  for (std::size_t row = 0; row < predicted_.size(); ++row) csv.add({csvNumber(data_->sample.targets()[row]), csvNumber(predicted_[row])});
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
