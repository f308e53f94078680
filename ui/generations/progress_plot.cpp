#include "ui/generations/progress_plot.h"

#include "core/format/csv.h"
#include "core/format/error_figure.h"
#include "ui/plot/unit_ticker.h"

#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>

namespace gevo::ui {

ProgressPlot::ProgressPlot(const RunModel& model, QWidget* parent)
    : GenerationPlot(model, tr("Runtime and error of the best variant per generation"), parent), spread_(plot()->addGraph()),
      best_(plot()->addGraph()), error_(plot()->addGraph(plot()->xAxis, plot()->yAxis2)), learned_(plot()->addGraph()),
      discovery_(*plot()) {
  countGenerations();
  plot()->yAxis2->grid()->setVisible(false);
  plot()->yAxis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QStringLiteral(" µs")));
  best_->setName(tr("runtime of the best, and spread"));
  error_->setName(tr("error of the best"));
  for (QCPGraph* graph : {best_, spread_, error_}) graph->setLineStyle(QCPGraph::lsStepLeft);
  learned_->setName(tr("a counterexample was found"));
  learned_->setLineStyle(QCPGraph::lsNone);
  spread_->setChannelFillGraph(best_);
  spread_->removeFromLegend();
  plot()->legend->setIconSize(20, 12);
  connect(&model, &RunModel::runsChanged, this, &ProgressPlot::refresh);
  connect(&model, &RunModel::counterexamplesChanged, this, &ProgressPlot::refresh);
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    const QString tip = discovery_.tipAt(event->position(), this->model().run().originalRuntime);
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), tip, plot());
  });
}

void ProgressPlot::setDetails(const std::shared_ptr<const VariantDetails>& details) {
  discovery_.setDetails(details);
  refresh();
}

void ProgressPlot::paint() {
  best_->setPen(QPen(theme().accent, 2));
  spread_->setPen(Qt::NoPen);
  spread_->setBrush(translucent(theme().accent, 0.12F));
  error_->setPen(QPen(theme().secondary, 1.4));
  learned_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssTriangle, QPen(theme().bad, 1.2), theme().card, 9));
  discovery_.paint(theme());
}

/// Times of another device or model can't be compared.
void ProgressPlot::drawOthers() {
  for (QCPGraph* graph : others_) plot()->removeGraph(graph);
  others_.clear();
  const QColor colour = translucent(theme().dim, 0.45F);
  for (const RunCurve& curve : model().runs()) {
    if (curve.info.id == model().run().id || curve.info.device != model().run().device) continue;
    QCPGraph* graph = others_.emplace_back(plot()->addGraph());
    for (std::size_t i = 0; i < curve.best.size(); ++i) graph->addData(static_cast<double>(i), curve.best[i]);
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(QPen(colour, 1));
    graph->setName(tr("best of the other runs"));
    if (others_.size() > 1) graph->removeFromLegend();
  }
}

void ProgressPlot::fillPlot() {
  paint();
  drawOthers();
  const double factor = errorScale(model().run().settings.evaluation.metric);
  QVector<double> generation;
  QVector<double> best;
  QVector<double> median;
  QVector<double> error;
  for (const GenerationRow& row : model().generations()) {
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
  QVector<double> found;
  QVector<double> height;
  for (const CounterexampleRow& one : model().counterexamples()) {
    const auto row = std::ranges::find(model().generations(), one.found.generation, &GenerationRow::generation);
    if (row == model().generations().end()) continue;
    found << one.found.generation;
    height << row->bestRuntime;
  }
  learned_->setData(found, height);
  found.isEmpty() ? learned_->removeFromLegend() : learned_->addToLegend();
  discovery_.fill();
  showError(std::ranges::any_of(error, [](double value) { return value > 0; }));
}

/// Where the best is exact throughout, a flat line and its axis say nothing.
void ProgressPlot::showError(bool show) {
  error_->setVisible(show);
  plot()->yAxis2->setVisible(show);
  show ? error_->addToLegend() : error_->removeFromLegend();
}

void ProgressPlot::fitRanges() {
  const std::vector<GenerationRow>& rows = model().generations();
  const RunSettings& settings = model().run().settings;
  plot()->yAxis2->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(isShare(settings.evaluation.metric) ? " %" : ""));
  showGenerations();

  double least = model().run().originalRuntime;
  double most = least;
  double error = 0;
  for (const QCPGraph* graph : others_) {
    bool found = false;
    const QCPRange range = graph->getValueRange(found);
    if (found) least = std::min(least, range.lower);
  }
  for (const GenerationRow& row : rows) {
    least = std::min(least, row.bestRuntime);
    most = std::max(most, row.medianRuntime);
    error = std::max(error, row.bestError);
  }
  most = std::min(most, model().run().originalRuntime * 1.3);
  const double room = std::max((most - least) * 0.08, most * 0.01);
  plot()->yAxis->setRange(std::max(0.0, least - room), most + room);
  const double tolerance = settings.evaluation.tolerance;
  plot()->yAxis2->setRange(0, std::max(error, tolerance > 0 ? tolerance : 0.01) * errorScale(settings.evaluation.metric) * 1.02);
}

QByteArray ProgressPlot::csv() const {
  Csv csv({"generation", "best_runtime_us", "best_error", "best_exact_runtime_us", "median_runtime_us", "worst_runtime_us"});
  for (const GenerationRow& row : model().generations())
    csv.add({std::to_string(row.generation), csvNumber(row.bestRuntime), csvNumber(row.bestError), csvNumber(row.bestExactRuntime),
             csvNumber(row.medianRuntime), csvNumber(row.worstRuntime)});
  return QByteArray::fromStdString(csv.text());
}

} // namespace gevo::ui
