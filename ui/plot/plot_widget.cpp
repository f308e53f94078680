#include "ui/plot/plot_widget.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

namespace gevo::ui {
namespace {

constexpr int clickTolerance = 3; ///< pixels

} // namespace

PlotWidget::PlotWidget(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)), throttle_([this] { draw(); }) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  plot_->setMinimumSize(1, 1); // it can't paint on nothing
  connect(plot_, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) { pressed_ = event->pos(); });
}

void PlotWidget::followUntilZoomed() {
  connect(plot_, &QCustomPlot::mouseWheel, this, [this] { following_ = false; });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &PlotWidget::resetView);
}

bool PlotWidget::dragged(const QMouseEvent& event) const { return (event.pos() - pressed_).manhattanLength() > clickTolerance; }

void PlotWidget::refresh() {
  if (isVisible()) throttle_.request();
}

void PlotWidget::resetView() {
  following_ = true;
  refresh();
}

void PlotWidget::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.now();
}

} // namespace gevo::ui
