#include "ui/generations/progress_plot.h"

#include "ui/pareto/axis_tickers.h"
#include "ui/text/format.h"
#include "ui/theme/plot_style.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

namespace gevo::ui {

ProgressPlot::ProgressPlot(const RunModel& model, QWidget* parent) : QWidget(parent), model_(model), plot_(new QCustomPlot(this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  setAccessibleName(tr("Runtime and error of the best variant per generation"));

  plot_->axisRect()->setMinimumMargins({44, 14, 20, 8});
  plot_->xAxis->setLabel(tr("generation"));
  plot_->xAxis->grid()->setVisible(false);
  plot_->yAxis2->setVisible(true);
  plot_->yAxis2->grid()->setVisible(false);
  plot_->yAxis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QStringLiteral(" µs")));
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);

  best_ = plot_->addGraph();
  spread_ = plot_->addGraph();
  error_ = plot_->addGraph(plot_->xAxis, plot_->yAxis2);
  best_->setName(tr("runtime of the best, and spread"));
  error_->setName(tr("its error"));
  best_->setLineStyle(QCPGraph::lsStepLeft);
  spread_->setLineStyle(QCPGraph::lsStepLeft);
  error_->setLineStyle(QCPGraph::lsStepLeft);
  spread_->setChannelFillGraph(best_);
  spread_->removeFromLegend();
  plot_->legend->setVisible(true);
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
  plot_->legend->setIconSize(20, 12);
  plot_->legend->setRowSpacing(0);

  now_ = new QCPItemLine(plot_);
  now_->start->setTypeY(QCPItemPosition::ptAxisRectRatio);
  now_->end->setTypeY(QCPItemPosition::ptAxisRectRatio);

  connect(&model_, &RunModel::wasReset, this, &ProgressPlot::resetView);
  connect(&model_, &RunModel::generationsChanged, this, &ProgressPlot::refresh);
  connect(plot_, &QCustomPlot::mouseWheel, this, [this] { following_ = false; });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &ProgressPlot::resetView);
  setTheme(Theme::light());
}

void ProgressPlot::setTheme(const Theme& theme) {
  stylePlot(plot_, theme);
  best_->setPen(QPen(theme.accent, 2));
  spread_->setPen(Qt::NoPen);
  QColor band = theme.accent;
  band.setAlphaF(0.12F);
  spread_->setBrush(band);
  error_->setPen(QPen(theme.secondary, 1.4));
  now_->setPen(QPen(theme.dim, 1, Qt::DashLine));
  plot_->legend->setFont(interfaceFont(11));
  plot_->legend->setTextColor(theme.dim);
  plot_->legend->setBrush(theme.card);
  plot_->legend->setBorderPen(QPen(theme.line));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ProgressPlot::resetView() {
  following_ = true;
  refresh();
}

void ProgressPlot::refresh() {
  fill();
  if (following_) fitRanges();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ProgressPlot::fill() {
  const double factor = errorScale(model_.run().settings.evaluation.metric);
  QVector<double> generation;
  QVector<double> best;
  QVector<double> median;
  QVector<double> error;
  for (const GenerationRow& row : model_.generations()) {
    generation << row.generation;
    best << row.bestRuntime;
    median << std::max(row.medianRuntime, row.bestRuntime);
    error << row.bestError * factor;
  }
  if (generation.size() == 1) { // one step has no width of its own
    generation << generation[0] + 1;
    for (QVector<double>* values : {&best, &median, &error}) *values << values->first();
  }
  best_->setData(generation, best, true);
  spread_->setData(generation, median, true);
  error_->setData(generation, error, true);
}

void ProgressPlot::fitRanges() {
  const std::vector<GenerationRow>& rows = model_.generations();
  const RunSettings& settings = model_.run().settings;
  plot_->yAxis2->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(isShare(settings.evaluation.metric) ? " %" : ""));
  const double last = rows.empty() ? 1 : rows.back().generation;
  const double end = settings.search.generations > last ? settings.search.generations : std::max(10.0, last * 1.08);
  plot_->xAxis->setRange(0, end);
  now_->setVisible(!rows.empty());
  now_->start->setCoords(last, 0);
  now_->end->setCoords(last, 1);

  double least = model_.run().originalRuntime;
  double most = least;
  double error = 0;
  for (const GenerationRow& row : rows) {
    least = std::min(least, row.bestRuntime);
    most = std::max(most, row.medianRuntime);
    error = std::max(error, row.bestError);
  }
  most = std::min(most, model_.run().originalRuntime * 1.3);
  const double room = std::max((most - least) * 0.08, most * 0.01);
  plot_->yAxis->setRange(least - room, most + room);
  const double tolerance = settings.evaluation.tolerance;
  plot_->yAxis2->setRange(0, std::max(error, tolerance > 0 ? tolerance : 0.01) * errorScale(settings.evaluation.metric) * 1.02);
}

} // namespace gevo::ui
