#include "ui/generations/generation_plot.h"

#include "ui/plot/plot_style.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {
namespace {

constexpr std::size_t manyGenerations = 400;

} // namespace

GenerationPlot::GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent)
    : QWidget(parent), model_(model), theme_(Theme::light()), plot_(new QCustomPlot(this)), throttle_([this] { drawNow(); }) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  setAccessibleName(accessibleName);
  plot_->setAccessibleName(accessibleName); // it is what takes the focus
  plot_->axisRect()->setMinimumMargins({44, 14, 20, 8});
  plot_->legend->setVisible(true);
  plot_->legend->setRowSpacing(0);
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
  connect(&model_, &RunModel::wasReset, this, &GenerationPlot::resetView);
  connect(&model_, &RunModel::generationsChanged, this, &GenerationPlot::refresh);
}

void GenerationPlot::countGenerations() {
  counts_ = true;
  plot_->xAxis->setLabel(tr("generation"));
  plot_->xAxis->grid()->setVisible(false);
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->axisRect()->setRangeZoom(Qt::Horizontal);
  plot_->axisRect()->setRangeDrag(Qt::Horizontal);
  connect(plot_, &QCustomPlot::mouseWheel, this, [this] { following_ = false; });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) following_ = false;
  });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &GenerationPlot::resetView);
}

void GenerationPlot::followTimeline(TimelinePosition& timeline) {
  if (!counts_) return;
  timeline_ = &timeline;
  // A layer of its own: moving the mark repaints no curve.
  plot_->addLayer("mark");
  plot_->layer("mark")->setMode(QCPLayer::lmBuffered);
  mark_ = new QCPItemLine(plot_);
  mark_->setLayer("mark");
  mark_->setSelectable(false);
  for (QCPItemPosition* end : {mark_->start, mark_->end}) end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  connect(&timeline, &TimelinePosition::changed, this, [this] {
    placeMark();
    plot_->layer("mark")->replot();
  });
  connect(plot_, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) { pressed_ = event->pos(); });
  connect(plot_, &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) {
    const bool click = event->button() == Qt::LeftButton && (event->pos() - pressed_).manhattanLength() <= 3;
    const std::vector<GenerationRow>& rows = model_.generations();
    if (!click || rows.empty() || !plot_->axisRect()->rect().contains(event->pos())) return;
    const double generation = std::round(std::max(0.0, plot_->xAxis->pixelToCoord(event->position().x())));
    generation >= rows.back().generation ? timeline_->goToPresent() : timeline_->goTo(static_cast<quint32>(generation));
  });
  placeMark();
}

void GenerationPlot::placeMark() {
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
  plot_->xAxis->setRange(0, planned > last ? planned : std::max(10.0, last * 1.08));
}

void GenerationPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot_, theme);
  plot_->legend->setFont(interfaceFont(11));
  plot_->legend->setTextColor(theme.dim);
  plot_->legend->setBrush(theme.card);
  plot_->legend->setBorderPen(QPen(theme.line));
  refresh();
}

void GenerationPlot::refresh() {
  if (isVisible()) throttle_.ask(); // else drawn when shown
}

void GenerationPlot::drawNow() {
  // As one wide antialiased path a thousand generations take 20 ms, in pieces, whose ends would show where steps are long, less than 10.
  plot_->setPlottingHint(QCP::phFastPolylines, model_.generations().size() > manyGenerations);
  draw();
  placeMark();
  if (following_) fitRanges();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GenerationPlot::resetView() {
  following_ = true;
  if (isVisible()) throttle_.now();
}

void GenerationPlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.now();
}

} // namespace gevo::ui
