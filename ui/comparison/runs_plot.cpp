#include "ui/comparison/runs_plot.h"

#include "ui/plot/plot_style.h"
#include "ui/plot/unit_ticker.h"
#include "ui/service/comparison_service.h"
#include "ui/text/format.h"

#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

namespace {

constexpr double reach = 8; ///< pixels from a line

/// One step has no width of its own.
void setSteps(QCPGraph& graph, const std::vector<double>& values) {
  QVector<double> at;
  QVector<double> height;
  for (std::size_t i = 0; i < values.size(); ++i) {
    at << double(i);
    height << values[i];
  }
  if (values.size() == 1) {
    at << 1;
    height << values[0];
  }
  graph.setData(at, height, true);
}

std::vector<double> column(const std::vector<SpreadRow>& spread, double SpreadRow::*figure) {
  std::vector<double> values;
  for (const SpreadRow& row : spread) values.push_back(row.*figure);
  return values;
}

} // namespace

RunsPlot::RunsPlot(QWidget* parent)
    : PlotWidget(parent), theme_(Theme::light()), worst_(plot()->addGraph()), best_(plot()->addGraph()), median_(plot()->addGraph()) {
  setAccessibleName(tr("Speedup of the best of each run by generation"));
  plot()->setAccessibleName(accessibleName());
  plot()->axisRect()->setMinimumMargins(plotMargins);
  plot()->xAxis->setLabel(tr("generation"));
  plot()->yAxis->setLabel(tr("speedup of the best exact variant"));
  plot()->yAxis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QStringLiteral("×")));
  for (QCPGraph* graph : {worst_, best_, median_}) graph->setLineStyle(QCPGraph::lsStepLeft);
  best_->setChannelFillGraph(worst_);
  best_->setName(tr("from the worst to the best"));
  median_->setName(tr("median"));
  worst_->removeFromLegend();
  plot()->legend->setVisible(true);
  plot()->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignRight | Qt::AlignBottom);
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    const QString tip = tipAt(event->position());
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), tip, plot());
  });
  connect(plot(), &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) {
    if (const int run = runAt(event->position()); run >= 0) emit runClicked(run);
  });
}

void RunsPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot(), theme);
  plot()->legend->setFont(plotFont());
  plot()->legend->setTextColor(theme.dim);
  plot()->legend->setBrush(theme.card);
  plot()->legend->setBorderPen(QPen(theme.line));
  refresh();
}

void RunsPlot::setRuns(std::shared_ptr<const RunsSideBySide> runs) {
  runs_ = std::move(runs);
  refresh();
}

void RunsPlot::setSelected(int run) {
  selected_ = run;
  refresh();
}

QColor RunsPlot::colorOf(std::size_t run) const { return theme_.links[run % theme_.links.size()]; }

void RunsPlot::draw() {
  for (QCPGraph* line : lines_) plot()->removeGraph(line);
  lines_.clear();
  drawn_ = runs_;
  const std::vector<SpreadRow> spread = runs_ ? runs_->found.spread : std::vector<SpreadRow>();
  setSteps(*worst_, column(spread, &SpreadRow::worst));
  setSteps(*best_, column(spread, &SpreadRow::best));
  setSteps(*median_, column(spread, &SpreadRow::median));
  worst_->setPen(Qt::NoPen);
  best_->setPen(Qt::NoPen);
  best_->setBrush(translucent(theme_.accent, 0.12F));
  median_->setPen(QPen(theme_.accent, 2.4));
  const std::size_t count = runs_ ? runs_->found.runs.size() : 0;
  const bool several = count > 1;
  for (QCPGraph* graph : {best_, median_}) graph->setVisible(several);
  plot()->legend->setVisible(several);
  for (std::size_t run = 0; run < count; ++run) {
    QCPGraph* line = lines_.emplace_back(plot()->addGraph());
    setSteps(*line, runs_->found.runs[run].speedups);
    line->setLineStyle(QCPGraph::lsStepLeft);
    line->setPen(QPen(colorOf(run), int(run) == selected_ ? 2.6 : 1.2));
    line->removeFromLegend();
  }
  double most = 1;
  for (const SpreadRow& row : spread) most = std::max(most, row.best);
  const double room = std::max(most - 1, 0.01);
  plot()->xAxis->setRange(0, std::max<double>(1, double(spread.size()) - 1));
  plot()->yAxis->setRange(1 - 0.05 * room, most + 0.1 * room);
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

int RunsPlot::runAt(const QPointF& position) const {
  int nearest = -1;
  double least = reach;
  for (std::size_t run = 0; run < lines_.size(); ++run) {
    const double distance = lines_[run]->selectTest(position, false);
    if (distance < 0 || distance > least) continue;
    least = distance;
    nearest = int(run);
  }
  return nearest;
}

QString RunsPlot::tipAt(const QPointF& position) const {
  const int run = runAt(position);
  if (run < 0) return {};
  const ComparedRun& one = drawn_->found.runs[std::size_t(run)];
  const auto generation = std::size_t(std::max(0.0, std::floor(plot()->xAxis->pixelToCoord(position.x()))));
  const double speedup = one.speedups.empty() ? 1 : one.speedups[std::min(generation, one.speedups.size() - 1)];
  return tr("run %1, seed %2\ngeneration %3: %4")
      .arg(one.info.id)
      .arg(one.info.settings.search.seed)
      .arg(generation)
      .arg(speedupText(speedup));
}

} // namespace gevo::ui
