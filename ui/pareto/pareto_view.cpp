#include "ui/pareto/pareto_view.h"

#include "ui/pareto/axis_tickers.h"
#include "ui/pareto/cloud_layer.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/pareto_range.h"
#include "ui/pareto/variant_tip.h"
#include "ui/text/format.h"
#include "ui/theme/plot_style.h"

#include <QKeyEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

namespace gevo::ui {
namespace {

constexpr int bandHeight = 22;
constexpr double reach = 12; ///< pixels within which a click means a point

double distance(const QPointF& a, const QPointF& b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

} // namespace

ParetoView::ParetoView(const RunModel& model, Selection& selection, QWidget* parent)
    : QWidget(parent), model_(model), selection_(selection), theme_(Theme::light()), plot_(new QCustomPlot(this)),
      tip_(new VariantTip(plot_)) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Pareto front: runtime against error"));
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plot_);
  setUpAxes();
  setUpLayers();
  setTheme(theme_);
  connectModel();
}

ParetoView::~ParetoView() = default;

void ParetoView::setUpAxes() {
  plot_->plotLayout()->clear();
  plot_->plotLayout()->setRowSpacing(0);
  scale_.errors = new QCPAxisRect(plot_);
  scale_.exact = new QCPAxisRect(plot_);
  plot_->plotLayout()->addElement(0, 0, scale_.errors);
  plot_->plotLayout()->addElement(1, 0, scale_.exact);
  auto* sides = new QCPMarginGroup(plot_);
  for (QCPAxisRect* rect : {scale_.errors, scale_.exact}) {
    rect->setMarginGroup(QCP::msLeft | QCP::msRight, sides);
    rect->axis(QCPAxis::atTop)->setVisible(false);
    rect->axis(QCPAxis::atRight)->setVisible(false);
  }
  scale_.errors->setAutoMargins(QCP::msLeft | QCP::msRight);
  scale_.errors->setMargins({0, 14, 0, 8});
  scale_.errors->setMinimumMargins({44, 14, 20, 8});
  scale_.errors->axis(QCPAxis::atBottom)->setTickLabels(false);
  scale_.errors->axis(QCPAxis::atLeft)->ticker()->setTickCount(5);
  scale_.exact->setMinimumMargins({44, 0, 20, 0});
  scale_.exact->setMinimumSize(60, bandHeight);
  scale_.exact->setMaximumSize(QWIDGETSIZE_MAX, bandHeight);
  scale_.exact->setSizeConstraintRect(QCPLayoutElement::scrInnerRect);
  auto zero = QSharedPointer<QCPAxisTickerText>::create();
  zero->addTick(0, "0");
  QCPAxis* band = scale_.exact->axis(QCPAxis::atLeft);
  band->setTicker(zero);
  band->setRange(-1, 1);
  band->grid()->setVisible(false);

  QCPAxis* above = scale_.errors->axis(QCPAxis::atBottom);
  QCPAxis* below = scale_.exact->axis(QCPAxis::atBottom);
  const auto follow = [](QCPAxis* axis) { return [axis](const QCPRange& range) { axis->setRange(range); }; };
  connect(above, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), below, follow(below));
  connect(below, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), above, follow(above));
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  below->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(QString()));
  scale_.exact->setRangeDrag(Qt::Horizontal);
  scale_.exact->setRangeZoom(Qt::Horizontal);
  setLogarithmic(false);
}

void ParetoView::setUpLayers() {
  for (const char* name : {"cloud", "front", "marks"}) {
    plot_->addLayer(name);
    plot_->layer(name)->setMode(QCPLayer::lmBuffered);
  }
  // The plot owns its layerables.
  cloud_ = new CloudLayer(plot_, "cloud", model_, scale_);
  front_ = new FrontLayer(plot_, "front", model_, scale_);
  marks_ = new MarkLayer(plot_, "marks", model_, scale_);
}

void ParetoView::connectModel() {
  connect(&model_, &RunModel::wasReset, this, &ParetoView::resetView);
  connect(&model_, &RunModel::variantsAdded, this, &ParetoView::refresh);
  connect(&model_, &RunModel::variantsChanged, this, &ParetoView::refresh);
  connect(&model_, &RunModel::frontChanged, this, &ParetoView::refresh);
  connect(&selection_, &Selection::variantChanged, this, &ParetoView::updateMarks);
  connect(&selection_, &Selection::comparisonChanged, this, &ParetoView::updateMarks);
  connect(plot_, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
    pressed_ = event->pos();
    setFocus(Qt::MouseFocusReason);
  });
  connect(plot_, &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    if ((event->pos() - pressed_).manhattanLength() > 3 || event->button() != Qt::LeftButton) return;
    const std::int64_t id = variantAt(event->position());
    if (id >= 0) selection_.choose(id);
  });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton)
      hover(event->position());
    else if ((event->pos() - pressed_).manhattanLength() > 3)
      following_ = false;
  });
  connect(plot_, &QCustomPlot::mouseWheel, this, [this] { following_ = false; });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, &ParetoView::resetView);
  connect(plot_, &QCustomPlot::afterLayout, this, &ParetoView::updateTip);
}

void ParetoView::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot_, theme);
  scale_.exact->setBackground(theme.added);
  scale_.exact->axis(QCPAxis::atBottom)->setLabelPadding(4);
  cloud_->setTheme(theme);
  front_->setTheme(theme);
  marks_->setTheme(theme);
  tip_->setFont(interfaceFont(11));
  tip_->setStyleSheet(QString("#variantTip { background: %1; color: %2; border: 1px solid %3; border-radius: 6px; padding: 6px 9px; }")
                          .arg(theme.card.name(), theme.dim.name(), theme.line.name()));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

std::int64_t ParetoView::variantAt(const QPointF& place) const {
  std::int64_t nearest = -1;
  double least = reach;
  for (const std::int64_t id : model_.front()) {
    const VariantRow* row = model_.variant(id);
    const double away = row ? distance(scale_.pixel(row->runtime, row->error), place) : least;
    if (away < least) std::tie(nearest, least) = std::pair(id, away);
  }
  if (nearest >= 0 && least <= 6) return nearest;
  for (const VariantRow& row : model_.variants()) {
    if (model_.onFront(row.id) || (row.id != 0 && !cloud_->shows(row))) continue;
    const double away = distance(scale_.strewn(row), place);
    if (away < least) std::tie(nearest, least) = std::pair(row.id, away);
  }
  return nearest;
}

void ParetoView::resetView() {
  following_ = true;
  refresh();
}

void ParetoView::showEverything() {
  following_ = false;
  const ParetoRange range = everythingRange(model_, logarithmic_);
  scale_.errors->axis(QCPAxis::atBottom)->setRange(range.runtime.lower, range.runtime.upper);
  scale_.errors->axis(QCPAxis::atLeft)->setRange(range.error.lower, range.error.upper);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoView::setLogarithmic(bool logarithmic) {
  logarithmic_ = logarithmic;
  const QString unit = isShare(model_.run().settings.evaluation.metric) ? QStringLiteral(" %") : QString();
  QCPAxis* axis = scale_.errors->axis(QCPAxis::atLeft);
  axis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis->setNumberFormat("g");
  axis->setNumberPrecision(6);
  if (logarithmic)
    axis->setTicker(QSharedPointer<UnitTicker<QCPAxisTickerLog>>::create(unit));
  else
    axis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(unit, false));
  if (cloud_) resetView();
}

void ParetoView::labelAxes() {
  const bool simulated = model_.run().settings.evaluation.device.starts_with("sim");
  scale_.exact->axis(QCPAxis::atBottom)->setLabel(simulated ? tr("kernel runtime, simulated µs") : tr("kernel runtime, µs"));
  scale_.errorFactor = errorScale(model_.run().settings.evaluation.metric);
}

void ParetoView::fitRanges() {
  const ParetoRange range = usualRange(model_, logarithmic_);
  scale_.errors->axis(QCPAxis::atBottom)->setRange(range.runtime.lower, range.runtime.upper);
  scale_.errors->axis(QCPAxis::atLeft)->setRange(range.error.lower, range.error.upper);
}

void ParetoView::refresh() {
  labelAxes();
  if (following_) fitRanges();
  marks_->setMarks(selection_.variant(), selection_.comparison(), hovered_);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoView::updateMarks() {
  marks_->setMarks(selection_.variant(), selection_.comparison(), hovered_);
  plot_->layer("marks")->replot();
}

void ParetoView::hover(const QPointF& place) {
  const std::int64_t id = variantAt(place);
  if (id == hovered_) return;
  hovered_ = id;
  plot_->setCursor(id >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
  updateMarks();
  updateTip();
}

void ParetoView::updateTip() {
  const VariantRow* row = model_.variant(hovered_);
  if (!row) return tip_->hide();
  const QPointF point = model_.onFront(row->id) ? scale_.pixel(row->runtime, row->error) : scale_.strewn(*row);
  tip_->showAt(point.toPoint(), variantSummary(model_, *row));
}

void ParetoView::step(int direction) {
  const std::vector<std::int64_t>& front = model_.front();
  if (front.empty()) return;
  const auto place = std::find(front.begin(), front.end(), selection_.variant());
  if (place == front.end()) return selection_.choose(model_.suggestion());
  const auto next = std::clamp<std::ptrdiff_t>(place - front.begin() + direction, 0, std::ssize(front) - 1);
  selection_.choose(front[static_cast<std::size_t>(next)]);
}

bool ParetoView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot_ && event->type() == QEvent::Leave) hover({-1000, -1000});
  return QWidget::eventFilter(watched, event);
}

void ParetoView::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
  case Qt::Key_Right:
  case Qt::Key_Down:
    return step(1);
  case Qt::Key_Left:
  case Qt::Key_Up:
    return step(-1);
  case Qt::Key_Home:
    return model_.front().empty() ? void() : selection_.choose(model_.front().front());
  case Qt::Key_End:
    return model_.front().empty() ? void() : selection_.choose(model_.front().back());
  case Qt::Key_0:
    return resetView();
  default:
    QWidget::keyPressEvent(event);
  }
}

void ParetoView::focusInEvent(QFocusEvent* event) {
  // The mouse shows by itself where it is.
  const Qt::FocusReason reason = event->reason();
  marks_->setFocused(reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason);
  updateMarks();
  QWidget::focusInEvent(event);
}

void ParetoView::focusOutEvent(QFocusEvent* event) {
  marks_->setFocused(false);
  updateMarks();
  QWidget::focusOutEvent(event);
}

} // namespace gevo::ui
