#include "ui/parallel/parallel_view.h"

#include "core/format/error_figure.h"
#include "ui/model/variant_summary.h"
#include "ui/parallel/parallel_painter.h"
#include "ui/pareto/scatter_layer.h"
#include "ui/plot/plot_style.h"
#include "ui/text/format.h"
#include "ui/widgets/widget_shortcuts.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double side = 54;  ///< beside the outer axes, for their names and ticks
constexpr double above = 46; ///< for names
constexpr double below = 14;
constexpr double axisReach = 11; ///< pixels within which the mouse means an axis
constexpr double lineReach = 6;
constexpr double brushWidth = 12;
constexpr double clickTolerance = 3;
constexpr int ticks = 4; ///< intervals

std::shared_ptr<const RunUpdate> everythingOf(const RunModel& model) {
  auto update = std::make_shared<RunUpdate>();
  update->reset = true;
  update->added = model.variants();
  return update;
}

bool sameAxis(const ParallelAxis& a, const ParallelAxis& b) { return a.column == b.column && (a.column || a.name == b.name); }

} // namespace

ParallelView::ParallelView(const ParallelSources& sources, QWidget* parent)
    : QWidget(parent), model_(sources.model), selection_(sources.selection), group_(sources.group), filter_(sources.filter),
      timeline_(sources.timeline), theme_(Theme::light()), painter_(new ParallelPainter(this)), throttle_([this] { request(); }),
      brushing_([this] { filter_.setFilter(withBrush(filter_.filter(), axes_[dragged_], wanted_, area().height())); }) {
  setObjectName("parallelCoordinates");
  setAccessibleName(tr("Parallel coordinates of the variants"));
  setAccessibleDescription(tr("Left and Right go from axis to axis, Ctrl with them moves it, Delete clears its range. The filter of the "
                              "variants narrows it."));
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(220, 140);
  connect(&model_, &RunModel::updated, painter_, &ParallelPainter::feed);
  connect(&model_, &RunModel::wasReset, this, &ParallelView::renewAxes);
  for (const auto signal : {&RunModel::variantsChanged, &RunModel::frontChanged, &RunModel::generationsChanged})
    connect(&model_, signal, this, &ParallelView::refresh);
  connect(&model_, &RunModel::variantsAdded, this, &ParallelView::refresh);
  connect(&filter_, &FilterModel::changed, this, &ParallelView::renewAxes);
  connect(&filter_, &FilterModel::factsChanged, this, &ParallelView::refresh);
  connect(&group_, &VariantGroup::changed, this, &ParallelView::refresh);
  connect(&timeline_, &TimelinePosition::changed, this, &ParallelView::refresh);
  connect(&selection_, &Selection::variantChanged, this, qOverload<>(&QWidget::update));
  connect(painter_, &ParallelPainter::painted, this, &ParallelView::show);
  painter_->feed(everythingOf(model_));
  addKeys();
  renewAxes();
}

ParallelView::~ParallelView() = default;

void ParallelView::addKeys() {
  const auto go = [this](int step) {
    if (axes_.empty()) return;
    keyboard_ = true;
    cursor_ = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(cursor_) + step, 0, std::ssize(axes_) - 1));
    update();
  };
  const auto carry = [this, go](int step) {
    const std::size_t from = cursor_;
    go(step);
    moveAxis(from, cursor_);
  };
  addWidgetShortcut(*this, tr("Next axis"), {Qt::Key_Right}, [go] { go(1); });
  addWidgetShortcut(*this, tr("Previous axis"), {Qt::Key_Left}, [go] { go(-1); });
  addWidgetShortcut(*this, tr("Move the axis to the right"), {Qt::CTRL | Qt::Key_Right}, [carry] { carry(1); });
  addWidgetShortcut(*this, tr("Move the axis to the left"), {Qt::CTRL | Qt::Key_Left}, [carry] { carry(-1); });
  addWidgetShortcut(*this, tr("Clear the range of the axis"), {Qt::Key_Delete}, [this] {
    if (cursor_ < axes_.size()) filter_.setFilter(withBrush(filter_.filter(), axes_[cursor_], std::nullopt, area().height()));
  });
  addWidgetShortcut(*this, tr("End the selection of several, then clear all ranges"), {Qt::Key_Escape},
                    [this] { group_.empty() ? clearBrushes() : group_.clear(); });
}

void ParallelView::setTheme(const Theme& theme) {
  theme_ = theme;
  refresh();
}

void ParallelView::setColour(ScatterColour colour) {
  colour_ = colour;
  refresh();
}

void ParallelView::setLines(ParallelLines lines) {
  lines_ = lines;
  refresh();
}

/// Those of before keep their order and ranges.
void ParallelView::renewAxes() {
  std::vector<ParallelAxis> wanted = model_.hasRun() ? parallelAxes(model_, filter_.space()) : std::vector<ParallelAxis>();
  std::vector<ParallelAxis> axes;
  for (const ParallelAxis& known : axes_) {
    const auto still = std::ranges::find_if(wanted, [&](const ParallelAxis& one) { return sameAxis(one, known); });
    if (still == wanted.end()) continue;
    ParallelAxis axis = *still;
    axis.range = known.range;
    axis.logarithmic = known.logarithmic;
    axis.isCut = known.isCut;
    axes.push_back(axis);
    wanted.erase(still);
  }
  axes.insert(axes.end(), wanted.begin(), wanted.end());
  axes_ = std::move(axes);
  if (cursor_ >= axes_.size()) cursor_ = 0;
  refresh();
}

void ParallelView::usualOrder() {
  axes_.clear();
  renewAxes();
}

void ParallelView::moveAxis(std::size_t from, std::size_t to) {
  if (from == to || from >= axes_.size() || to >= axes_.size()) return;
  const ParallelAxis axis = axes_[from];
  axes_.erase(axes_.begin() + static_cast<std::ptrdiff_t>(from));
  axes_.insert(axes_.begin() + static_cast<std::ptrdiff_t>(to), axis);
  refresh();
}

void ParallelView::refresh() {
  update();
  if (isVisible()) throttle_.request();
}

void ParallelView::request() {
  if (area().width() < 2 || area().height() < 2) return;
  ParallelRequest request;
  request.number = ++requests_;
  request.axes = axes_;
  request.area = area();
  request.ratio = devicePixelRatioF();
  request.lines = lines_;
  request.colour = colour_;
  request.colours = scatterPalette(theme_);
  request.dimmedColour = translucent(theme_.dim, theme_.dark ? 0.22F : 0.2F).rgba();
  request.chosenColour = theme_.accent.rgba();
  request.frontColour = theme_.front.rgba();
  request.originalRuntime = model_.run().fastestOriginal();
  request.errorFactor = errorScale(model_.run().settings.evaluation.metric);
  request.tolerance = model_.run().settings.evaluation.tolerance;
  request.upTo = timeline_.generation();
  request.space = filter_.space();
  request.facts = filter_.facts();
  request.passing = filter_.passing();
  if (!group_.empty()) request.chosen = group_.shared();
  request.front = model_.front();
  std::ranges::sort(request.front);
  request.population = model_.population();
  request.islandSlots = model_.run().settings.search.population;
  painter_->paint(std::move(request));
}

void ParallelView::show(const std::shared_ptr<const ParallelPicture>& picture) {
  picture_ = picture;
  const bool isOfThese = std::ranges::equal(picture->request.axes, axes_, sameAxis);
  if (isOfThese) axes_ = picture->request.axes;
  emit painted();
  update();
}

bool ParallelView::settled() const {
  return picture_ && picture_->request.number == requests_ && !throttle_.waits() && picture_->request.area == area();
}

QRectF ParallelView::area() const { return QRectF(rect()).adjusted(side, above, -side, -below); }

QPointF ParallelView::placeOf(std::size_t axis, double share) const {
  const auto gaps = double(std::max<std::size_t>(axes_.size(), 2) - 1);
  return {area().left() + area().width() * double(axis) / gaps, area().bottom() - share * area().height()};
}

double ParallelView::shareAt(double y) const { return std::clamp((area().bottom() - y) / area().height(), 0.0, 1.0); }

QRectF ParallelView::nameRect(std::size_t axis) const {
  const double gap = axes_.size() > 1 ? area().width() / double(axes_.size() - 1) : area().width();
  const double width = std::min(gap - 6, axis == 0 || axis + 1 == axes_.size() ? 2 * side - 4 : gap);
  return {placeOf(axis, 1).x() - width / 2, 4, width, above - 14};
}

std::optional<std::size_t> ParallelView::axisAt(const QPointF& position) const {
  if (position.y() < area().top() - 8 || position.y() > area().bottom() + 8) return std::nullopt;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    if (std::abs(placeOf(axis, 0).x() - position.x()) <= axisReach) return axis;
  return std::nullopt;
}

std::optional<std::size_t> ParallelView::nameAt(const QPointF& position) const {
  for (std::size_t axis = 0; axis < axes_.size(); ++axis)
    if (nameRect(axis).contains(position)) return axis;
  return std::nullopt;
}

void ParallelView::mousePressEvent(QMouseEvent* event) {
  keyboard_ = false;
  if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
  pressed_ = mouse_ = event->position();
  moved_ = false;
  drag_ = Drag::None;
  if (const auto name = nameAt(pressed_)) {
    drag_ = Drag::Axis;
    dragged_ = cursor_ = *name;
  } else if (const auto axis = axisAt(pressed_)) {
    dragged_ = cursor_ = *axis;
    before_ = brushOf(filter_.filter(), axes_[dragged_]);
    const double share = shareAt(pressed_.y());
    const bool isWithin = before_ && share >= before_->lower && share <= before_->upper && (before_->lower > 0 || before_->upper < 1);
    drag_ = isWithin ? Drag::Shift : Drag::Brush;
  }
}

void ParallelView::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() == Qt::NoButton) return hover(event->position());
  mouse_ = event->position();
  moved_ = moved_ || (mouse_ - pressed_).manhattanLength() > clickTolerance;
  if (!moved_) return;
  if (drag_ == Drag::Brush || drag_ == Drag::Shift) brush(mouse_);
  if (drag_ == Drag::Axis) {
    std::size_t nearest = dragged_;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis)
      if (std::abs(placeOf(axis, 0).x() - mouse_.x()) < std::abs(placeOf(nearest, 0).x() - mouse_.x())) nearest = axis;
    moveAxis(dragged_, nearest);
    dragged_ = cursor_ = nearest;
  }
  update();
}

/// Dragging within the range of before moves it.
void ParallelView::brush(const QPointF& position) {
  const double from = shareAt(pressed_.y());
  const double to = shareAt(position.y());
  if (drag_ == Drag::Shift) {
    const double by = std::clamp(to - from, -before_->lower, 1 - before_->upper);
    wanted_ = Interval{before_->lower + by, before_->upper + by};
  } else {
    wanted_ = Interval{std::min(from, to), std::max(from, to)};
  }
  brushing_.request();
}

void ParallelView::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  const Drag drag = std::exchange(drag_, Drag::None);
  if (moved_ && (drag == Drag::Brush || drag == Drag::Shift)) {
    brushing_.now();
  } else if (!moved_ && (drag == Drag::Brush || drag == Drag::Shift)) {
    wanted_.reset();
    brushing_.now(); // a click on an axis clears it
  } else if (!moved_ && drag == Drag::None) {
    click(*event);
  }
  update();
}

void ParallelView::mouseDoubleClickEvent(QMouseEvent* event) { mousePressEvent(event); }

void ParallelView::click(const QMouseEvent& event) {
  const auto found = picture_ ? picture_->nearest(event.position(), lineReach) : std::nullopt;
  if (!found || !model_.variant(*found)) return;
  event.modifiers().testFlag(Qt::ControlModifier) ? group_.toggle(*found) : selection_.choose(*found);
}

void ParallelView::hover(const QPointF& position) {
  const bool atAxis = axisAt(position).has_value();
  const bool atName = nameAt(position).has_value();
  std::optional<std::int64_t> found;
  if (picture_ && !atAxis && !atName) found = picture_->nearest(position, lineReach);
  if (found && !model_.variant(*found)) found.reset(); // the picture may be of the previous run
  setCursor(atAxis ? Qt::SplitVCursor : atName ? Qt::SizeHorCursor : found ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (found == hovered_) return;
  hovered_ = found;
  hovered_ ? QToolTip::showText(mapToGlobal(position.toPoint()), variantSummary(model_, *model_.variant(*hovered_)), this)
           : QToolTip::hideText();
  update();
}

void ParallelView::leaveEvent(QEvent*) {
  hovered_.reset();
  update();
}

void ParallelView::clearBrushes() {
  VariantFilter filter = filter_.filter();
  for (const ParallelAxis& axis : axes_) filter = withBrush(filter, axis, std::nullopt, area().height());
  if (filter != filter_.filter()) filter_.setFilter(filter);
}

void ParallelView::resizeEvent(QResizeEvent*) { refresh(); }

void ParallelView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  throttle_.now();
}

void ParallelView::focusInEvent(QFocusEvent* event) {
  if (event->reason() != Qt::ActiveWindowFocusReason) keyboard_ = event->reason() != Qt::MouseFocusReason;
  QWidget::focusInEvent(event);
  update();
}

void ParallelView::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void ParallelView::paintPicture(QPaintDevice& device) {
  QPainter painter(&device);
  paintAll(painter);
}

void ParallelView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintAll(painter);
  if (hovered_ && picture_) {
    for (const QPolygonF& part : picture_->parts(*hovered_)) {
      painter.setPen(QPen(theme_.card, 5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPolyline(part);
      painter.setPen(QPen(theme_.ink, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
      painter.drawPolyline(part);
    }
  }
}

void ParallelView::paintAll(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme_.card);
  painter.setFont(plotFont());
  if (!model_.hasRun()) return;
  // Stretched until there is one of this size.
  if (picture_) {
    const QRectF grown = area().adjusted(-imageMargin, -imageMargin, imageMargin, imageMargin);
    painter.drawImage(grown, picture_->image, QRectF(picture_->image.rect()));
  }
  paintMarked(painter);
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) paintAxis(painter, axis);
}

/// The variant that is selected.
void ParallelView::paintMarked(QPainter& painter) const {
  if (!picture_ || selection_.variant() < 0) return;
  for (const QPolygonF& part : picture_->parts(selection_.variant())) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme_.card, 4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(part);
    painter.setPen(QPen(theme_.ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(part);
    painter.setPen(QPen(theme_.card, 1.2));
    painter.setBrush(theme_.ink);
    for (const QPointF& point : part) painter.drawEllipse(point, 3.5, 3.5);
  }
}

void ParallelView::paintAxis(QPainter& painter, std::size_t number) const {
  const ParallelAxis& axis = axes_[number];
  const QPointF top = placeOf(number, 1);
  const bool isPointed = keyboard_ && hasFocus() && cursor_ == number;
  painter.setPen(QPen(isPointed ? theme_.accent : theme_.dim, isPointed ? 2 : 1));
  painter.drawLine(top, placeOf(number, 0));
  paintBrush(painter, number);
  const QFontMetricsF metrics(painter.font());
  const QRectF name = nameRect(number);
  painter.setPen(isPointed ? theme_.accent : theme_.ink);
  painter.drawText(QRectF(name.left(), name.top(), name.width(), metrics.height()), Qt::AlignCenter,
                   metrics.elidedText(axis.name, Qt::ElideMiddle, name.width()));
  if (axis.simulated) {
    painter.setPen(theme_.dim);
    painter.drawText(QRectF(name.left(), name.top() + metrics.height(), name.width(), metrics.height()), Qt::AlignCenter, tr("simulated"));
  }
  paintTicks(painter, number);
}

QString ParallelView::tickText(const ParallelAxis& axis, double share) const {
  const double figure = axis.figureAt(share);
  const Metric metric = model_.run().settings.evaluation.metric;
  QString text;
  if (axis.column == VariantColumn::Runtime) text = runtimeText(figure);
  if (axis.column == VariantColumn::Error) text = errorText(metric, figure / errorScale(metric));
  if (axis.column == VariantColumn::Energy) text = energyText(figure);
  return axis.isCut && share == 0 ? QStringLiteral("≥ ") + text : text;
}

void ParallelView::paintTicks(QPainter& painter, std::size_t number) const {
  const ParallelAxis& axis = axes_[number];
  const QFontMetricsF metrics(painter.font());
  const bool isLast = number + 1 == axes_.size() && number > 0;
  const double gap = axes_.size() > 1 ? area().width() / double(axes_.size() - 1) : area().width();
  const double room = isLast ? side - 8 : gap * 0.55;
  const auto tick = [&](double share, const QString& whole, const QColor& colour) {
    const QPointF place = placeOf(number, share);
    const QString text = metrics.elidedText(whole, Qt::ElideRight, room);
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
    label.moveCenter(place);
    label.moveLeft(place.x() + 5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(translucent(theme_.card, 0.82F));
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(theme_.dim);
    painter.drawLine(place - QPointF(3, 0), place + QPointF(3, 0));
    painter.setPen(colour);
    painter.drawText(label, Qt::AlignCenter, text);
  };
  if (axis.isParameter()) {
    const auto count = static_cast<int>(axis.values.size());
    const double spacing = area().height() / std::max(count - 1, 1);
    const int every = std::max(1, static_cast<int>(std::ceil((metrics.height() + 2) / spacing)));
    for (int value = 0; value < count; value += every)
      tick(axis.shareOfValue(value), axis.values[value], value == axis.own ? theme_.ink : theme_.dim);
    return;
  }
  if (axis.column == VariantColumn::Edits) { // whole numbers
    const int step = std::max(1, static_cast<int>(std::ceil(axis.range.upper / ticks)));
    for (int count = 0; count <= axis.range.upper; count += step)
      tick(axis.share(count), countText(static_cast<std::uint64_t>(count)), theme_.dim);
    return;
  }
  const bool isError = axis.column == VariantColumn::Error;
  const double most = isError ? exactShare - 0.05 : 1;
  QString last;
  for (int i = 0; i <= ticks; ++i) {
    const double share = most * i / ticks;
    if (isError && i == ticks && !axis.logarithmic) continue; // 0, which is exact
    if (const QString text = tickText(axis, share); text != last) tick(share, last = text, theme_.dim);
  }
  if (isError) tick(1, model_.run().settings.evaluation.statistical ? tr("alike") : tr("exact"), theme_.dim);
}

void ParallelView::paintBrush(QPainter& painter, std::size_t number) const {
  const ParallelAxis& axis = axes_[number];
  painter.setPen(QPen(theme_.accent, 1));
  painter.setBrush(translucent(theme_.accent, 0.25F));
  const auto paint = [&](double lower, double upper) {
    const QPointF top = placeOf(number, upper);
    const double bottom = placeOf(number, lower).y();
    const double height = std::max(bottom - top.y(), 3.0);
    painter.drawRoundedRect(QRectF(top.x() - brushWidth / 2, (top.y() + bottom - height) / 2, brushWidth, height), 3, 3);
  };
  if (const bool isDrawn = moved_ && (drag_ == Drag::Brush || drag_ == Drag::Shift) && dragged_ == number; isDrawn && wanted_)
    return paint(wanted_->lower, wanted_->upper);
  if (const std::optional<Interval> brush = brushOf(filter_.filter(), axis)) return paint(brush->lower, brush->upper);
  const double half = axis.values.size() > 1 ? std::min(0.4 / double(axis.values.size() - 1), 0.04) : 0.04;
  for (const int value : brushedValues(filter_.filter(), axis)) {
    const double share = axis.shareOfValue(value);
    paint(std::max(0.0, share - half), std::min(1.0, share + half));
  }
}

} // namespace gevo::ui
