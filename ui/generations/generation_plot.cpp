#include "ui/generations/generation_plot.h"

#include "ui/plot/axis_bound.h"
#include "ui/plot/plot_style.h"

#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {
namespace {

constexpr std::size_t manyGenerations = 400;
constexpr double roomForMarks = 0.015; ///< left of generation 0, as a share of the axis

} // namespace

GenerationPlot::GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent)
    : PlotWidget(parent), model_(model), theme_(Theme::light()) {
  setAccessibleName(accessibleName);
  plot()->setAccessibleName(accessibleName); // it is what takes the focus
  plot()->axisRect()->setMinimumMargins(plotMargins);
  plot()->legend->setVisible(true);
  plot()->legend->setRowSpacing(0);
  plot()->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
  connect(&model_, &RunModel::wasReset, this, &GenerationPlot::resetView);
  connect(&model_, &RunModel::generationsChanged, this, &GenerationPlot::refresh);
}

void GenerationPlot::countGenerations() {
  counts_ = true;
  plot()->xAxis->setLabel(tr("generation"));
  plot()->xAxis->grid()->setVisible(false);
  stopAtZero(plot()->xAxis, roomForMarks);
  plot()->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot()->axisRect()->setRangeZoom(Qt::Horizontal);
  plot()->axisRect()->setRangeDrag(Qt::Horizontal);
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) setFollowing(false);
  });
  followUntilZoomed();
}

void GenerationPlot::followTimeline(TimelinePosition& timeline) {
  if (!counts_) return;
  timeline_ = &timeline;
  // A layer of its own: moving the mark repaints no curve.
  plot()->addLayer("mark");
  plot()->layer("mark")->setMode(QCPLayer::lmBuffered);
  mark_ = new QCPItemLine(plot());
  mark_->setLayer("mark");
  mark_->setSelectable(false);
  for (QCPItemPosition* end : {mark_->start, mark_->end}) end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  connect(&timeline, &TimelinePosition::changed, this, [this] {
    moveMark();
    plot()->layer("mark")->replot();
  });
  connect(plot(), &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) {
    const bool click = event->button() == Qt::LeftButton && !dragged(*event);
    const std::vector<GenerationRow>& rows = model_.generations();
    if (!click || rows.empty() || !plot()->axisRect()->rect().contains(event->pos())) return;
    const double generation = std::round(std::max(0.0, plot()->xAxis->pixelToCoord(event->position().x())));
    generation >= rows.back().generation ? timeline_->goToPresent() : timeline_->goTo(static_cast<quint32>(generation));
  });
  moveMark();
}

void GenerationPlot::moveMark() {
  if (!mark_) return;
  const std::vector<GenerationRow>& rows = model_.generations();
  const double generation = timeline_->generation().value_or(rows.empty() ? 0 : rows.back().generation);
  mark_->setVisible(!rows.empty());
  mark_->setPen(timeline_->isPresent() ? QPen(theme_.dim, 1, Qt::DashLine) : QPen(theme_.accent, 1.4));
  mark_->start->setCoords(generation, 0);
  mark_->end->setCoords(generation, 1);
}

void GenerationPlot::showGenerations() {
  const std::vector<GenerationRow>& rows = model_.generations();
  const double last = rows.empty() ? 1 : rows.back().generation;
  const auto planned = static_cast<double>(model_.run().settings.search.generations);
  const double end = planned > last ? planned : std::max(10.0, last * 1.08);
  plot()->xAxis->setRange(-roomForMarks * end, end);
}

void GenerationPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot(), theme);
  plot()->legend->setFont(plotFont());
  plot()->legend->setTextColor(theme.dim);
  plot()->legend->setBrush(theme.card);
  plot()->legend->setBorderPen(QPen(theme.line));
  refresh();
}

void GenerationPlot::draw() {
  // A thousand generations take 20 ms as one wide antialiased path, and less than 10 in pieces, whose ends show where steps are long.
  plot()->setPlottingHint(QCP::phFastPolylines, model_.generations().size() > manyGenerations);
  plot()->axisRect()->setVisible(model_.hasRun()); // without one, any range would be invented
  plot()->legend->setVisible(model_.hasRun());
  fillPlot();
  moveMark();
  if (following()) fitRanges();
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

void GenerationPlot::resetView() {
  setFollowing(true);
  if (isVisible()) drawNow();
}

} // namespace gevo::ui
