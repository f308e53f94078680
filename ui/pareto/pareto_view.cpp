#include "ui/pareto/pareto_view.h"

#include "ui/model/variant_summary.h"
#include "ui/pareto/edge_notes.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/lasso.h"
#include "ui/pareto/news_layer.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/scatter_layer.h"
#include "ui/pareto/scatter_painter.h"
#include "ui/pareto/variant_tip.h"
#include "ui/plot/plot_style.h"

#include <QLabel>
#include <qcustomplot.h>

#include <cmath>

namespace gevo::ui {
namespace {

constexpr double reach = 12;     ///< pixels within which a click means a point
constexpr double frontReach = 6; ///< within which it means a member of the front, whatever lies nearer
constexpr int newBestMilliseconds = 1200;
constexpr int newBestRings = 2;

double distance(const QPointF& a, const QPointF& b) { return std::hypot(a.x() - b.x(), a.y() - b.y()); }

/// The state that a new painter starts from; updates follow.
std::shared_ptr<const RunUpdate> everythingOf(const RunModel& model) {
  auto update = std::make_shared<RunUpdate>();
  update->reset = true;
  update->added = model.variants();
  update->unfinished = model.unfinished();
  update->failed = model.failures();
  return update;
}

} // namespace

ParetoView::ParetoView(const RunModel& model, Selection& selection, VariantGroup& group, const FilterModel& filter,
                       TimelinePosition& timeline, QWidget* parent)
    : PlotWidget(parent), model_(model), selection_(selection), group_(group), filter_(filter), timeline_(timeline), theme_(Theme::light()),
      axes_(new ParetoAxes(plot(), model, scale_)), notice_(new QLabel(plot())), tip_(new VariantTip(plot())),
      painter_(new ScatterPainter(this)) {
  setFocusPolicy(Qt::StrongFocus);
  setAccessibleName(tr("Pareto front: runtime against error"));
  plot()->setFocusPolicy(Qt::NoFocus);
  plot()->installEventFilter(this);
  notice_->setObjectName("plotNotice");
  notice_->setProperty("dim", true);
  notice_->setAlignment(Qt::AlignCenter);
  notice_->setWordWrap(true);
  notice_->setAttribute(Qt::WA_TransparentForMouseEvents);
  setUpLayers();
  setTheme(theme_);
  connectModel();
  connectMouse();
  addKeys();
  painter_->feed(everythingOf(model_));
}

ParetoView::~ParetoView() = default;

void ParetoView::setUpLayers() {
  for (const char* name : {"scatter", "front", "marks"}) {
    plot()->addLayer(name);
    plot()->layer(name)->setMode(QCPLayer::lmBuffered);
  }
  // The plot owns its layerables.
  scatter_ = new ScatterLayer(plot(), "scatter", scale_);
  front_ = new FrontLayer(plot(), "front", model_, scale_);
  notes_ = new EdgeNotes(plot(), "front", scale_);
  marks_ = new MarkLayer(plot(), "marks", scale_);
  lasso_ = new Lasso(plot(), "marks");
  news_ = new NewsLayer(plot(), "marks", scale_);
  marks_->setPositions([this](std::int64_t id) { return positionOf(id); });
  news_->setPositions([this](std::int64_t id) { return positionOf(id); });
  newBest_.setStartValue(0.0);
  newBest_.setEndValue(1.0);
  newBest_.setDuration(newBestMilliseconds);
  newBest_.setLoopCount(newBestRings);
  const auto show = [this](std::optional<double> progress) {
    if (const VariantRow* best = model_.bestSoFar()) marks_->setNewBest(best->id, progress);
    replotMarks();
  };
  connect(&newBest_, &QVariantAnimation::valueChanged, this, [show](const QVariant& value) { show(value.toDouble()); });
  connect(&newBest_, &QVariantAnimation::finished, this, [show] { show(std::nullopt); });
}

void ParetoView::connectModel() {
  connect(&model_, &RunModel::updated, painter_, &ScatterPainter::feed);
  connect(&model_, &RunModel::updated, this, &ParetoView::fitQuantities);
  connect(&model_, &RunModel::updated, this, &ParetoView::watchBest);
  connect(&model_, &RunModel::updated, this, &ParetoView::announceAdded);
  connect(&model_, &RunModel::wasReset, this, [this] {
    notice_->clear();
    resetView();
  });
  connect(&model_, &RunModel::variantsAdded, this, &ParetoView::refresh);
  connect(&model_, &RunModel::variantsChanged, this, &ParetoView::refresh);
  connect(&model_, &RunModel::unfinishedChanged, this, &ParetoView::refresh);
  connect(&model_, &RunModel::frontChanged, this, &ParetoView::refresh);
  connect(&model_, &RunModel::derivedChanged, this, &ParetoView::refresh);
  connect(&model_, &RunModel::validityChanged, this, &ParetoView::refresh);
  connect(&timeline_, &TimelinePosition::changed, this, &ParetoView::announceReplayed);
  connect(&timeline_, &TimelinePosition::changed, this, &ParetoView::refresh);
  connect(&selection_, &Selection::variantChanged, this, &ParetoView::updateMarks);
  connect(&selection_, &Selection::comparisonChanged, this, &ParetoView::updateMarks);
  connect(&group_, &VariantGroup::changed, this, &ParetoView::showGroup);
  connect(&filter_, &FilterModel::changed, this, &ParetoView::refresh);
  connect(painter_, &ScatterPainter::painted, this, &ParetoView::showPicture);
  // After a resize, a zoom or a drag, when the axes are laid out.
  connect(plot(), &QCustomPlot::afterReplot, this, &ParetoView::checkTransform);
  connect(plot(), &QCustomPlot::afterLayout, this, &ParetoView::updateTip);
}

/// Points of the scatter are coloured by the painter.
void ParetoView::showGroup() {
  markGroup();
  updateMarks();
  refresh();
}

void ParetoView::markGroup() {
  std::vector<std::int64_t> others;
  for (const std::int64_t id : front())
    if (group_.contains(id)) others.push_back(id);
  if (group_.contains(0)) others.push_back(0);
  for (const VariantRow& row : model_.derived())
    if (group_.contains(row.id)) others.push_back(row.id);
  marks_->setGroup(std::move(others));
}

/// A plot that was never laid out, as on a page that is not shown, has nothing to paint on.
void ParetoView::replotMarks() {
  if (!plot()->viewport().isEmpty()) plot()->layer("marks")->replot();
}

void ParetoView::setTheme(const Theme& theme) {
  theme_ = theme;
  axes_->setTheme(theme);
  front_->setTheme(theme);
  notes_->setTheme(theme);
  marks_->setTheme(theme);
  lasso_->setTheme(theme);
  news_->setTheme(theme);
  plot()->selectionRect()->setPen(QPen(theme.accent, 1));
  plot()->selectionRect()->setBrush(translucent(theme.accent, 0.12F));
  tip_->setFont(plotFont(theme.scale));
  tip_->setStyleSheet(QString("QLabel { background: %1; color: %2; border: 1px solid %3; border-radius: 6px; padding: 6px 9px; }")
                          .arg(theme.card.name(), theme.ink.name(), theme.line.name()));
  refresh();
}

const std::vector<std::int64_t>& ParetoView::front() const { return front_->front(); }

bool ParetoView::onFront(std::int64_t id) const {
  return timeline_.isPresent() ? model_.onFront(id) : std::ranges::find(front(), id) != front().end();
}

std::optional<ScatterPoint> ParetoView::point(std::int64_t id) const {
  if (const VariantRow* row = model_.variantOrUnderWay(id)) return pointOf(*row);
  if (const FailedRow* row = model_.failure(id)) return pointOf(*row);
  return std::nullopt;
}

std::optional<QPointF> ParetoView::positionOf(std::int64_t id) const {
  const std::optional<ScatterPoint> found = point(id);
  if (!found) return std::nullopt;
  const QPointF position = onFront(id) ? scale_.transform().position(*found) : scale_.transform().jittered(*found);
  if (!std::isfinite(position.x()) || !std::isfinite(position.y())) return std::nullopt; // it has no value for one of the axes
  return position;
}

std::optional<std::int64_t> ParetoView::pointAt(const QPointF& position, PointKinds kinds) const {
  std::optional<std::int64_t> nearest;
  double least = reach;
  const auto look = [&](std::int64_t id) {
    const std::optional<QPointF> there = positionOf(id);
    const double away = there ? distance(*there, position) : least;
    if (away < least) std::tie(nearest, least) = std::pair(id, away);
  };
  for (const std::int64_t id : front()) look(id);
  if (nearest && least <= frontReach) return nearest;
  look(0);
  for (const VariantRow& row : model_.derived()) look(row.id);
  const std::optional<std::int64_t> inScatter = scatter_->nearest(position, least, kinds);
  return inScatter ? inScatter : nearest;
}

bool ParetoView::shows(const VariantRow& row) const {
  if (onFront(row.id)) return true;
  if (!shows_.dominated || !timeline_.includes(row.generation)) return false;
  if (!shows_.populationOnly) return true;
  return timeline_.isPresent() ? model_.inPopulation(row.id) : row.generation == *timeline_.generation();
}

void ParetoView::setShown(const ParetoShows& shows) {
  shows_ = shows;
  refresh();
  emit shownChanged();
}

bool ParetoView::logarithmic(Qt::Orientation axis) const { return axes_->logarithmic(axis); }

void ParetoView::setLogarithmic(Qt::Orientation axis, bool on) {
  axes_->setLogarithmic(axis, on);
  resetView();
}

void ParetoView::setQuantities(Quantity x, Quantity y) {
  choosesQuantities_ = false;
  applyQuantities(x, y);
}

void ParetoView::chooseQuantities() {
  choosesQuantities_ = true;
  applyQuantities(Quantity::Runtime, usualSecond(model_));
}

void ParetoView::applyQuantities(Quantity x, Quantity y) {
  axes_->setQuantities(x, y);
  setAccessibleName(tr("Pareto front: %1 against %2").arg(quantityName(x), quantityName(y)));
  emit quantitiesChanged();
  resetView();
}

/// Another run may not have what the user chose, and whether there are errors shows in the variants.
void ParetoView::fitQuantities() {
  if (!model_.hasRun()) return;
  const std::vector<Quantity> known = quantitiesOf(model_);
  const bool shown = std::ranges::find(known, scale_.x) != known.end() && std::ranges::find(known, scale_.y) != known.end();
  const bool suits = !choosesQuantities_ || (scale_.x == Quantity::Runtime && scale_.y == usualSecond(model_));
  if (!shown || !suits) chooseQuantities();
}

/// What was there before, when a file is opened say, is no news.
void ParetoView::watchBest(const std::shared_ptr<const RunUpdate>& update) {
  const VariantRow* best = model_.bestSoFar();
  const double runtime = best ? best->runtime : 0;
  const bool isNew = best && update && !update->reset && (bestRuntime_ == 0 || runtime < bestRuntime_);
  bestRuntime_ = runtime;
  if (!isNew || !isVisible() || reducedMotion_) return;
  newBest_.stop();
  newBest_.start();
}

void ParetoView::announceAdded(const std::shared_ptr<const RunUpdate>& update) {
  if (!update || update->reset) {
    mayStep_ = false;
    return news_->clear();
  }
  if (!timeline_.isPresent()) return;
  std::vector<std::int64_t> ids;
  for (const VariantRow& row : update->added) ids.push_back(row.id);
  announce(std::move(ids));
}

/// What the generations since the one that was shown have found.
void ParetoView::announceReplayed() {
  const std::optional<std::uint32_t> before = std::exchange(replayed_, timeline_.generation());
  if (!before || (replayed_ && *replayed_ <= *before)) return;
  const std::vector<VariantRow>& rows = model_.variants();
  const auto first = std::ranges::upper_bound(rows, *before, {}, &VariantRow::generation); // ids rise with generations
  const auto last = replayed_ ? std::ranges::upper_bound(rows, *replayed_, {}, &VariantRow::generation) : rows.end();
  std::vector<std::int64_t> ids;
  for (auto row = first; row < last; ++row) ids.push_back(row->id);
  announce(std::move(ids));
}

void ParetoView::announce(std::vector<std::int64_t> ids) {
  if (reducedMotion_ || !isVisible() || ids.empty()) return;
  mayStep_ = true;
  if (shows_.dominated) news_->announce(std::move(ids));
}

void ParetoView::setReducedMotion(bool reduced) {
  reducedMotion_ = reduced;
  if (!reduced) return;
  news_->clear();
  newBest_.setCurrentTime(newBest_.totalDuration());
}

std::optional<std::int64_t> ParetoView::knee() const { return front_->knee(); }

void ParetoView::setNotice(const QString& notice) {
  notice_->setText(notice);
  notice_->setVisible(!model_.hasRun());
}

void ParetoView::setWhatIf(std::optional<WhatIfMark> mark) {
  marks_->setWhatIf(std::move(mark));
  replotMarks();
}

void ParetoView::showEverything() {
  setFollowing(false);
  fit_ = ScatterRequest::Fit::Everything;
  drawNow();
}

void ParetoView::draw() {
  const bool hadAxes = scale_.errors->visible();
  axes_->relabel();
  if (!hadAxes && scale_.errors->visible()) plot()->replot(); // they are laid out, and can be pointed at, once they were drawn
  notice_->setVisible(!model_.hasRun());
  if (scale_.area().width() < 2 || scale_.area().height() < 2) return plot()->replot(QCustomPlot::rpQueuedReplot); // not yet laid out
  ScatterRequest request;
  request.number = ++requests_;
  request.transform = requestedTransform_ = scale_.transform();
  if (following()) fit_ = ScatterRequest::Fit::Usual;
  request.fit = std::exchange(fit_, ScatterRequest::Fit::None);
  request.tolerance = model_.run().settings.evaluation.tolerance;
  request.colour = shows_.colour;
  request.islandSlots = model_.run().settings.search.population;
  request.colours = scatterPalette(theme_);
  request.failedColour = translucent(theme_.bad, 0.55F).rgba();
  request.dimmedColour = translucent(theme_.dim, theme_.dark ? 0.22F : 0.18F).rgba();
  request.chosenColour = theme_.accent.rgba();
  request.passing = filter_.passing();
  if (request.passing)
    for (const VariantRow& row : model_.unfinished()) request.unfinishedPassing.push_back(filter_.passes(row));
  if (!group_.empty()) request.chosen = group_.shared();
  request.dominated = shows_.dominated;
  request.failed = shows_.failed;
  request.populationOnly = shows_.populationOnly;
  request.objectives = model_.run().settings.evaluation.objectives;
  request.upTo = timeline_.generation();
  if (shows_.populationOnly && timeline_.isPresent()) request.population = model_.population();
  request.ratio = plot()->devicePixelRatioF();
  request.scale = theme_.scale;
  painter_->paint(std::move(request));
}

void ParetoView::showPicture(const std::shared_ptr<const ScatterPicture>& picture) {
  const ScatterRequest& request = picture->request;
  shownRequest_ = request.number;
  scatter_->setPicture(picture);
  std::vector<std::int64_t> front = request.upTo ? picture->front : model_.front();
  const bool isOther = front != front_->front();
  const bool steps = std::exchange(mayStep_, false) && isOther;
  front_->setFront(std::move(front));
  front_->setColour(request.colour);
  front_->setFewestEdits(picture->fewestEdits);
  front_->setPasses(filter_.empty() ? std::function<bool(const VariantRow&)>()
                                    : [this](const VariantRow& row) { return filter_.passes(row); });
  notes_->setOutside(model_.hasRun() ? picture->outside : PointsOutside());
  const bool fits = request.fit == ScatterRequest::Fit::Everything || (request.fit == ScatterRequest::Fit::Usual && following());
  if (fits && request.transform.x.quantity == scale_.x && request.transform.y.quantity == scale_.y) {
    scale_.setRanges(request.transform);
    const AxisTransform now = scale_.transform();
    requestedTransform_.x.range = now.x.range;
    requestedTransform_.y.range = now.y.range;
  }
  markGroup();
  if (steps) news_->glow(front_->line());
  if (hovered_) hover(mouse_); // evaluations under way get other ids at the end of their generation
  marks_->setMarks(selection_.variant(), selection_.comparison(), hovered_);
  plot()->replot(QCustomPlot::rpQueuedReplot);
  if (isOther) emit frontShown();
}

void ParetoView::checkTransform() {
  if (scale_.transform() != requestedTransform_) refresh();
}

bool ParetoView::settled() const {
  return scatter_->picture() && shownRequest_ == requests_ && !waitsToDraw() && requestedTransform_ == scale_.transform();
}

void ParetoView::updateMarks() {
  marks_->setMarks(selection_.variant(), selection_.comparison(), hovered_);
  replotMarks();
}

void ParetoView::updateTip() {
  const std::optional<QPointF> position = hovered_ ? positionOf(*hovered_) : std::nullopt;
  if (!position) return tip_->hide();
  tip_->showAt(position->toPoint(), summaryOf(*hovered_));
}

QString ParetoView::summaryOf(std::int64_t id) const {
  if (const VariantRow* row = model_.variant(id)) return variantSummary(model_, *row);
  if (const VariantRow* row = model_.evaluationUnderWay(id)) return underWaySummary(model_, *row);
  return failureSummary(model_, *model_.failure(id));
}

void ParetoView::resizeEvent(QResizeEvent* event) {
  PlotWidget::resizeEvent(event);
  notice_->setGeometry(rect().adjusted(20, 20, -20, -20));
}

} // namespace gevo::ui
