#include "ui/generations/generation_plot.h"

#include "ui/theme/plot_style.h"

#include <QVBoxLayout>
#include <qcustomplot.h>

namespace gevo::ui {

GenerationPlot::GenerationPlot(const RunModel& model, const QString& accessibleName, QWidget* parent)
    : QWidget(parent), model_(model), theme_(Theme::light()), plot_(new QCustomPlot(this)) {
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
  if (!isVisible()) return; // drawn when shown
  draw();
  if (following_) fitRanges();
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void GenerationPlot::resetView() {
  following_ = true;
  refresh();
}

void GenerationPlot::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

} // namespace gevo::ui
