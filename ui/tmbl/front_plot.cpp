#include "ui/tmbl/front_plot.h"

#include "core/tmbl/regression/front_text.h"
#include "ui/plot/count_ticker.h"
#include "ui/plot/plot_style.h"
#include "ui/widgets/widget_shortcuts.h"

#include <QKeyEvent>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

namespace {

constexpr double reach = 12; ///< pixels from a point
/// Above the largest error of training, as a factor: programs that fail on held-out rows would leave the others no room.
constexpr double highest = 100;

} // namespace

FrontPlot::FrontPlot(QWidget* parent)
    : PlotWidget(parent), theme_(Theme::light()), training_(plot()->addGraph()), test_(plot()->addGraph()), mark_(plot()->addGraph()) {
  setAccessibleName(tr("Error of the programs by length"));
  setFocusPolicy(Qt::StrongFocus);
  plot()->setFocusPolicy(Qt::NoFocus);
  plot()->axisRect()->setMinimumMargins(plotMargins);
  plot()->xAxis->setLabel(tr("length, instructions"));
  plot()->xAxis->setTicker(QSharedPointer<CountTicker>::create());
  plot()->xAxis->setSubTicks(false);
  plot()->yAxis->setLabel(tr("error"));
  plot()->yAxis->setScaleType(QCPAxis::stLogarithmic);
  plot()->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  plot()->yAxis->setNumberFormat("g");
  plot()->yAxis->setNumberPrecision(2);
  training_->setName(tr("training"));
  training_->setLineStyle(QCPGraph::lsStepLeft);
  test_->setName(tr("held out"));
  for (QCPGraph* points : {test_, mark_}) points->setLineStyle(QCPGraph::lsNone);
  mark_->removeFromLegend();
  plot()->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
  plot()->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  followUntilZoomed();
  addKeys();
  connect(plot(), &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
    if (event->buttons() & Qt::LeftButton) setFollowing(false);
    const QString tip = tipAt(event->position());
    tip.isEmpty() ? QToolTip::hideText() : QToolTip::showText(event->globalPosition().toPoint(), tip, plot());
  });
  connect(plot(), &QCustomPlot::mouseRelease, this, [this](const QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || dragged(*event)) return;
    if (const int row = rowAt(event->position()); row >= 0) emit chosen(row);
  });
}

void FrontPlot::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot(), theme);
  plot()->legend->setFont(plotFont());
  plot()->legend->setTextColor(theme.dim);
  plot()->legend->setBrush(theme.card);
  plot()->legend->setBorderPen(QPen(theme.line));
  refresh();
}

void FrontPlot::begin(std::shared_ptr<const FitData> data) {
  data_ = std::move(data);
  front_ = std::make_shared<const FittedFront>();
  selected_ = -1;
  resetView();
}

void FrontPlot::setFront(std::shared_ptr<const FittedFront> front) {
  front_ = std::move(front);
  refresh();
}

void FrontPlot::setSelected(int row) {
  selected_ = row;
  refresh();
}

void FrontPlot::draw() {
  const bool judged = data_ && data_->rows.test;
  training_->setPen(QPen(theme_.front, 2));
  training_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, theme_.front, theme_.front, 7));
  test_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme_.secondary, 1.6), theme_.card, 8));
  mark_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme_.accent, 2), Qt::NoBrush, 15));
  setFloor();
  for (QCPGraph* graph : {training_, test_, mark_}) graph->data()->clear();
  for (std::size_t row = 0; row < front_->size(); ++row) {
    const tmbl::FittedProgram& program = (*front_)[row];
    const auto length = static_cast<double>(program.length);
    training_->addData(length, height(program.trainingError));
    if (judged && std::isfinite(program.testError)) test_->addData(length, height(program.testError));
    if (static_cast<int>(row) != selected_) continue;
    mark_->addData(length, height(program.trainingError));
    if (judged && std::isfinite(program.testError)) mark_->addData(length, height(program.testError));
  }
  plot()->legend->setVisible(judged && !front_->empty());
  plot()->axisRect()->setVisible(!front_->empty());
  if (following()) fitRanges();
  drawFocus();
  plot()->replot(QCustomPlot::rpQueuedReplot);
}

/// Below the smallest error there is one that is 0.
void FrontPlot::setFloor() {
  floor_ = std::numeric_limits<double>::infinity();
  bool exact = false;
  for (const tmbl::FittedProgram& program : *front_)
    for (const double error : {program.trainingError, program.testError}) {
      if (error > 0) floor_ = std::min(floor_, error);
      exact |= error == 0;
    }
  if (!std::isfinite(floor_)) floor_ = 1;
  if (exact) floor_ /= 10;
}

void FrontPlot::fitRanges() {
  if (front_->empty()) return;
  double most = 0;
  double largest = 0;
  for (const tmbl::FittedProgram& program : *front_) {
    largest = std::max(largest, program.trainingError);
    if (std::isfinite(program.testError)) most = std::max(most, program.testError);
  }
  most = std::max({floor_, largest, std::min(most, largest * highest)});
  const double room = std::pow(std::max(most / floor_, 2.0), 0.08);
  plot()->yAxis->setRange(floor_ / room, most * room * room);
  const double first = static_cast<double>(front_->front().length);
  const double last = static_cast<double>(front_->back().length);
  const double side = std::max(0.5, 0.05 * (last - first));
  plot()->xAxis->setRange(first - side, last + side);
}

void FrontPlot::drawFocus() { plot()->axisRect()->setBackground(focused_ ? QBrush(translucent(theme_.accent, 0.06F)) : Qt::NoBrush); }

int FrontPlot::rowAt(const QPointF& position) const {
  int nearest = -1;
  double least = reach;
  for (std::size_t row = 0; row < front_->size(); ++row) {
    const tmbl::FittedProgram& program = (*front_)[row];
    for (const double error : {program.trainingError, program.testError}) {
      if (!std::isfinite(error)) continue;
      const QPointF point(plot()->xAxis->coordToPixel(static_cast<double>(program.length)), plot()->yAxis->coordToPixel(height(error)));
      const double distance = QLineF(point, position).length();
      if (distance > least) continue;
      least = distance;
      nearest = static_cast<int>(row);
    }
  }
  return nearest;
}

QString FrontPlot::tipAt(const QPointF& position) const {
  const int row = rowAt(position);
  if (row < 0) return {};
  const tmbl::FittedProgram& program = (*front_)[static_cast<std::size_t>(row)];
  const auto error = [](double value) { return QString::fromStdString(tmbl::errorText(value)); };
  QString tip = tr("length %1<br>training error %2").arg(program.length).arg(error(program.trainingError));
  if (data_->rows.test) tip += tr("<br>test error %1").arg(error(program.testError));
  return tip + QStringLiteral("<br>") + QString::fromStdString(tmbl::formulaOf(program, data_->rows)).toHtmlEscaped();
}

void FrontPlot::addKeys() {
  const auto go = [this](int row) {
    const int last = static_cast<int>(front_->size()) - 1;
    if (last >= 0) emit chosen(std::clamp(row, 0, last));
  };
  addWidgetShortcut(*this, tr("Longer program"), {Qt::Key_Right, Qt::Key_Down}, [this, go] { go(selected_ + 1); });
  addWidgetShortcut(*this, tr("Shorter program"), {Qt::Key_Left, Qt::Key_Up}, [this, go] { go(selected_ - 1); });
  addWidgetShortcut(*this, tr("Shortest program"), {Qt::Key_Home}, [go] { go(0); });
  addWidgetShortcut(*this, tr("Longest program"), {Qt::Key_End}, [this, go] { go(static_cast<int>(front_->size())); });
  addWidgetShortcut(*this, tr("Fit the front into the view"), {Qt::Key_0}, [this] { resetView(); });
}

void FrontPlot::keyPressEvent(QKeyEvent* event) {
  if (QAction* action = widgetShortcut(*this, *event)) return action->trigger();
  PlotWidget::keyPressEvent(event);
}

void FrontPlot::focusInEvent(QFocusEvent* event) {
  const Qt::FocusReason reason = event->reason();
  focused_ = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
  refresh();
  PlotWidget::focusInEvent(event);
}

void FrontPlot::focusOutEvent(QFocusEvent* event) {
  focused_ = false;
  refresh();
  PlotWidget::focusOutEvent(event);
}

} // namespace gevo::ui
