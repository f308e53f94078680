#include "ui/pareto/pareto_axes.h"

#include "core/format/error_figure.h"
#include "ui/plot/axis_bound.h"
#include "ui/plot/count_ticker.h"
#include "ui/plot/plot_style.h"
#include "ui/plot/unit_ticker.h"
#include "ui/text/format.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr int bandHeight = 22;
/// A smaller range (as a ratio) may not contain two powers of ten: linear ticks are used.
constexpr double wideRange = 30;
/// So many exact variants and no other: the next ones will be exact too.
constexpr std::size_t enoughExact = 4;

bool hasError(const VariantRow& row) { return row.error > 0; }

/// As where sums are only rounded otherwise: on an axis up to the tolerance all are exact.
bool theFrontHasNoErrorsToSpeakOf(const RunModel& model) {
  constexpr double share = 0.01;
  const double most = share * model.run().settings.evaluation.tolerance;
  return std::ranges::none_of(model.front(), [&](std::int64_t id) {
    const VariantRow* row = model.variant(id);
    return row && row->error > most;
  });
}

} // namespace

QString quantityName(Quantity quantity) {
  switch (quantity) {
  case Quantity::Runtime:
    return QObject::tr("runtime");
  case Quantity::Speedup:
    return QObject::tr("speedup");
  case Quantity::Error:
    return QObject::tr("error");
  case Quantity::Energy:
    return QObject::tr("energy");
  case Quantity::Edits:
    return QObject::tr("number of edits");
  case Quantity::Generation:
    return QObject::tr("generation");
  }
  return {};
}

std::vector<Quantity> quantitiesOf(const RunModel& model) {
  std::vector<Quantity> quantities{Quantity::Runtime, Quantity::Speedup, Quantity::Error};
  if (measuresEnergy(model.run().settings.evaluation)) quantities.push_back(Quantity::Energy);
  quantities.insert(quantities.end(), {Quantity::Edits, Quantity::Generation});
  return quantities;
}

std::vector<std::pair<Quantity, Quantity>> axisPairsOf(const RunModel& model) {
  std::vector<Quantity> objectives;
  for (const Objective objective : comparedObjectives(model.run().settings.evaluation))
    objectives.push_back(objective == Objective::Time     ? Quantity::Runtime
                         : objective == Objective::Error  ? Quantity::Error
                         : objective == Objective::Energy ? Quantity::Energy
                                                          : Quantity::Edits);
  std::vector<std::pair<Quantity, Quantity>> axisPairs;
  for (std::size_t first = 0; first < objectives.size(); ++first)
    for (std::size_t second = first + 1; second < objectives.size(); ++second) {
      // Error is the vertical axis, where exact variants have their band.
      const bool swapped = objectives[first] == Quantity::Error;
      axisPairs.emplace_back(objectives[swapped ? second : first], objectives[swapped ? first : second]);
    }
  return axisPairs;
}

bool everyVariantIsExact(const RunModel& model) {
  if (!model.hasRun() || std::ranges::any_of(model.variants(), hasError) || std::ranges::any_of(model.unfinished(), hasError)) return false;
  return model.run().settings.evaluation.mode == Mode::Exact || model.variants().size() + model.unfinished().size() > enoughExact;
}

Quantity usualSecond(const RunModel& model) {
  const auto axisPairs = axisPairsOf(model);
  const bool hasErrors = std::ranges::any_of(axisPairs, [](const auto& pair) { return pair.second == Quantity::Error; });
  if (!axisPairs.empty() && !hasErrors) return axisPairs.front().second;
  if (countsEdits(model.run().settings.evaluation) && theFrontHasNoErrorsToSpeakOf(model)) return Quantity::Edits;
  if (!everyVariantIsExact(model)) return Quantity::Error;
  return measuresEnergy(model.run().settings.evaluation) ? Quantity::Energy : Quantity::Edits;
}

ParetoAxes::ParetoAxes(QCustomPlot* plot, const RunModel& model, ParetoScale& scale)
    : QObject(plot), plot_(plot), model_(model), scale_(scale), theme_(Theme::light()) {
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
  stopAtZero(scale_.yAxis());
  stopAtZero(scale_.xAxis());
  scale_.errors->axis(QCPAxis::atBottom)->setTickLabels(false);
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
  connect(below, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] { setTicks(scale_.xAxis(), scale_.x, xTicks_); });
  connect(scale_.yAxis(), qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
          [this] { setTicks(scale_.yAxis(), scale_.y, yTicks_); });
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  scale_.exact->setRangeDrag(Qt::Horizontal);
  scale_.exact->setRangeZoom(Qt::Horizontal);
  setQuantities(scale_.x, scale_.y);
}

void ParetoAxes::setTheme(const Theme& theme) {
  theme_ = theme;
  stylePlot(plot_, theme);
  setSizes();
  relabel();
}

void ParetoAxes::setQuantities(Quantity x, Quantity y) {
  scale_.x = x;
  scale_.y = y;
  if (x == Quantity::Generation) setLogarithmic(Qt::Horizontal, false);
  if (y == Quantity::Generation) setLogarithmic(Qt::Vertical, false);
  setSizes();
  scale_.exact->axis(QCPAxis::atLeft)->setVisible(y == Quantity::Error);
  scale_.exact->axis(QCPAxis::atBottom)->grid()->setVisible(y == Quantity::Error);
  relabel();
}

/// Of margins, and of the band where there is one.
void ParetoAxes::setSizes() {
  const QMargins margins = plotMargins * theme_.scale;
  scale_.errors->setMargins({0, margins.top(), 0, margins.bottom()});
  scale_.errors->setMinimumMargins(margins);
  scale_.exact->setMinimumMargins({margins.left(), 0, margins.right(), 0});
  const int height = scale_.y == Quantity::Error ? theme_.px(bandHeight) : 1;
  scale_.exact->setMinimumSize(60, height);
  scale_.exact->setMaximumSize(QWIDGETSIZE_MAX, height);
  scale_.xAxis()->setTickLabelPadding(theme_.px(3));
  scale_.xAxis()->setLabelPadding(theme_.px(4));
  scale_.yAxis()->setTickLabelPadding(theme_.px(5));
  scale_.yAxis()->setLabelPadding(theme_.px(10));
}

void ParetoAxes::setLogarithmic(Qt::Orientation axis, bool on) {
  const Quantity quantity = axis == Qt::Horizontal ? scale_.x : scale_.y;
  const auto type = on && quantity != Quantity::Generation ? QCPAxis::stLogarithmic : QCPAxis::stLinear;
  if (axis == Qt::Horizontal) {
    scale_.errors->axis(QCPAxis::atBottom)->setScaleType(type);
    scale_.xAxis()->setScaleType(type);
  } else {
    scale_.yAxis()->setScaleType(type);
  }
  relabel();
}

bool ParetoAxes::logarithmic(Qt::Orientation axis) const {
  return (axis == Qt::Horizontal ? scale_.xAxis() : scale_.yAxis())->scaleType() == QCPAxis::stLogarithmic;
}

QString ParetoAxes::unit(Quantity quantity) const {
  if (quantity == Quantity::Error && isShare(model_.run().settings.evaluation.metric)) return QStringLiteral(" %");
  return quantity == Quantity::Speedup ? QString(QChar(0xd7)) : QString();
}

QString ParetoAxes::label(Quantity quantity) const {
  if (quantity == Quantity::Energy) { // few variants have one, and the label says so
    const auto known = std::ranges::count_if(model_.variants(), [](const VariantRow& row) { return std::isfinite(row.energy); });
    return tr("GPU energy, mJ (known for %1 of %2)").arg(countText(static_cast<std::uint64_t>(known)), countText(model_.variants().size()));
  }
  if (quantity == Quantity::Edits && everyVariantIsExact(model_))
    return model_.run().settings.evaluation.statistical ? tr("number of edits, every variant is alike")
                                                        : tr("number of edits, every variant is exact");
  if (quantity != Quantity::Runtime) return quantityName(quantity);
  const bool simulated = isSimulated(model_.run().settings.evaluation);
  return simulated ? tr("kernel runtime, simulated µs") : tr("kernel runtime, µs");
}

void ParetoAxes::setTicks(QCPAxis* axis, Quantity quantity, Ticks& now) {
  const bool wide =
      axis->scaleType() == QCPAxis::stLogarithmic && axis->range().lower > 0 && axis->range().upper > wideRange * axis->range().lower;
  const bool zero = quantity != Quantity::Error || axis == scale_.xAxis();
  const bool counts = quantity == Quantity::Edits || quantity == Quantity::Generation;
  const Ticks wanted{wide ? 2 : counts ? 3 : zero ? 1 : 0, unit(quantity)};
  if (now == wanted) return;
  now = wanted;
  axis->setNumberFormat("g");
  axis->setNumberPrecision(6);
  if (wide)
    axis->setTicker(QSharedPointer<UnitTicker<QCPAxisTickerLog>>::create(wanted.unit));
  else if (counts)
    axis->setTicker(QSharedPointer<CountTicker>::create());
  else
    axis->setTicker(QSharedPointer<UnitTicker<QCPAxisTicker>>::create(wanted.unit, zero));
}

void ParetoAxes::relabel() {
  for (QCPAxisRect* rect : {scale_.errors, scale_.exact}) rect->setVisible(model_.hasRun()); // without one, any range would be invented
  const EvaluationSettings& settings = model_.run().settings.evaluation;
  scale_.errorFactor = errorScale(settings.metric);
  const double original = model_.run().fastestOriginal();
  scale_.originalRuntime = original > 0 ? original : 1;
  scale_.originalEnergy = std::isfinite(model_.run().originalEnergy) ? model_.run().originalEnergy : 0;
  scale_.xAxis()->setLabel(label(scale_.x));
  // No label for error: the title names it, and the points get the room.
  scale_.yAxis()->setLabel(scale_.y == Quantity::Error ? QString() : label(scale_.y));
  scale_.exact->setBackground(scale_.y == Quantity::Error ? QBrush(theme_.added) : QBrush(Qt::NoBrush));
  setTicks(scale_.xAxis(), scale_.x, xTicks_);
  setTicks(scale_.yAxis(), scale_.y, yTicks_);
}

void ParetoAxes::zoomTo(const QRectF& part) {
  const AxisTransform transform = scale_.transform();
  const QRectF inside = part.normalized().intersected(transform.area);
  if (inside.width() < 4 || inside.height() < 2) return;
  scale_.xAxis()->setRange(transform.x.value(inside.left()), transform.x.value(inside.right()));
  const double bottom = transform.band.isNull() ? inside.bottom() : std::min(inside.bottom(), transform.y.from);
  if (bottom - inside.top() >= 4) scale_.yAxis()->setRange(transform.y.value(bottom), transform.y.value(inside.top()));
}

} // namespace gevo::ui
