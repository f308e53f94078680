/// What the mouse and keys do in the Pareto front; see pareto_view.cpp for what it shows.

#include "ui/pareto/edge_notes.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/lasso.h"
#include "ui/pareto/pareto_axes.h"
#include "ui/pareto/pareto_view.h"
#include "ui/widgets/widget_shortcuts.h"

#include <QKeyEvent>
#include <qcustomplot.h>

namespace gevo::ui {

void ParetoView::connectMouse() {
  connect(plot(), &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) { press(*event); });
  connect(plot(), &QCustomPlot::mouseRelease, this, [this](QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    const bool isLasso = lasso_->isDrawn() && takeLasso(event->modifiers()); // which may end where it began
    if (!isLasso && !dragged(*event)) click(*event);
  });
  connect(plot(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) {
    if (event->buttons() == Qt::NoButton) {
      hover(event->position());
    } else if (lasso_->isDrawn()) {
      lasso_->moveTo(event->position());
      replotMarks();
    } else if (dragged(*event)) {
      setFollowing(false);
    }
  });
  followUntilZoomed();
  connect(plot()->selectionRect(), &QCPSelectionRect::accepted, this, [this](const QRect& rect) {
    setFollowing(false);
    axes_->zoomTo(rect);
    plot()->replot(QCustomPlot::rpQueuedReplot);
  });
}

void ParetoView::press(const QMouseEvent& event) {
  const bool band = event.button() == Qt::LeftButton && (bandZoom_ || event.modifiers().testFlag(Qt::ShiftModifier));
  const bool control = event.modifiers().testFlag(Qt::ControlModifier);
  const bool lassos = event.button() == Qt::LeftButton && !band && (lassos_ || control) && scale_.area().contains(event.pos());
  plot()->setSelectionRectMode(band ? QCP::srmCustom : QCP::srmNone);
  if (lassos) {
    plot()->setInteraction(QCP::iRangeDrag, false);
    lasso_->begin(event.position());
  }
  setFocus(Qt::MouseFocusReason);
}

void ParetoView::click(const QMouseEvent& event) {
  if (notes_->isAt(event.position())) return showEverything();
  const auto id = pointAt(event.position(), PointKinds::Variants);
  if (!id || !model_.variantOrUnderWay(*id)) return; // the picture may be of the previous run
  if (!event.modifiers().testFlag(Qt::ControlModifier)) return selection_.choose(*id);
  if (model_.variant(*id)) group_.toggle(*id);
}

void ParetoView::dropLasso() {
  lasso_->end();
  plot()->setInteraction(QCP::iRangeDrag, true);
  replotMarks();
}

bool ParetoView::takeLasso(Qt::KeyboardModifiers modifiers) {
  const QPolygonF line = lasso_->end();
  dropLasso();
  if (line.isEmpty()) return false;
  const std::vector<std::int64_t> within = variantsWithin(line);
  modifiers.testFlag(Qt::ControlModifier) ? group_.add(within) : group_.set(within);
  return true;
}

std::vector<std::int64_t> ParetoView::variantsWithin(const QPolygonF& line) const {
  const AxisTransform transform = scale_.transform();
  const QRectF extent = line.boundingRect();
  const std::shared_ptr<const std::vector<bool>> passing = filter_.passing();
  std::vector<std::int64_t> within;
  const auto look = [&](const VariantRow& row, bool isMiddle) {
    const QPointF place = isMiddle ? transform.position(pointOf(row)) : transform.jittered(pointOf(row));
    if (extent.contains(place) && line.containsPoint(place, Qt::OddEvenFill)) within.push_back(row.id);
  };
  const std::vector<VariantRow>& rows = model_.variants();
  for (std::size_t place = 0; place < rows.size(); ++place)
    if ((!passing || (*passing)[place]) && (rows[place].id == 0 || shows(rows[place])))
      look(rows[place], rows[place].id == 0 || onFront(rows[place].id));
  for (const VariantRow& row : model_.derived())
    if (filter_.empty() || filter_.passes(row)) look(row, false);
  return within;
}

void ParetoView::hover(const QPointF& position) {
  mouse_ = position;
  const bool atNote = notes_->isAt(position);
  const std::optional<std::int64_t> id = atNote ? std::nullopt : pointAt(position);
  plot()->setCursor(atNote || (id && pointAt(position, PointKinds::Variants)) ? Qt::PointingHandCursor : Qt::ArrowCursor);
  if (id == hovered_) return;
  hovered_ = id;
  updateMarks();
  updateTip();
}

void ParetoView::step(int direction) {
  const std::vector<std::int64_t>& members = front();
  if (members.empty()) return;
  const auto position = std::ranges::find(members, selection_.variant());
  if (position == members.end()) return selection_.choose(timeline_.isPresent() ? model_.suggestion() : members.front());
  const auto next = std::clamp<std::ptrdiff_t>(position - members.begin() + direction, 0, std::ssize(members) - 1);
  selection_.choose(members[static_cast<std::size_t>(next)]);
}

bool ParetoView::eventFilter(QObject* watched, QEvent* event) {
  if (watched == plot() && event->type() == QEvent::Leave) hover({-1000, -1000});
  return PlotWidget::eventFilter(watched, event);
}

void ParetoView::addKeys() {
  const auto choose = [this](auto end) {
    if (!front().empty()) selection_.choose(end(front()));
  };
  addWidgetShortcut(*this, tr("Next on the front"), {Qt::Key_Right, Qt::Key_Down}, [this] { step(1); });
  addWidgetShortcut(*this, tr("Previous on the front"), {Qt::Key_Left, Qt::Key_Up}, [this] { step(-1); });
  addWidgetShortcut(*this, tr("Fastest on the front"), {Qt::Key_Home},
                    [choose] { choose([](const auto& members) { return members.front(); }); });
  addWidgetShortcut(*this, tr("Smallest error on the front"), {Qt::Key_End}, [this, choose] {
    choose([this](const auto& members) {
      return *std::ranges::min_element(members, {},
                                       [this](std::int64_t id) { return point(id).value_or(ScatterPoint{.error = 1e300}).error; });
    });
  });
  addWidgetShortcut(*this, tr("End the selection of several"), {Qt::Key_Escape},
                    [this] { lasso_->isDrawn() ? dropLasso() : group_.clear(); });
  addWidgetShortcut(*this, tr("Fit the front into the view"), {Qt::Key_0}, [this] { resetView(); });
  addWidgetShortcut(*this, tr("Play or pause the replay"), {Qt::Key_Space}, [this] { emit playRequested(); });
  addWidgetShortcut(*this, tr("Earlier in the run"), {Qt::Key_PageUp}, [this] { emit timelineStepRequested(-1); });
  addWidgetShortcut(*this, tr("Later in the run"), {Qt::Key_PageDown}, [this] { emit timelineStepRequested(1); });
}

void ParetoView::keyPressEvent(QKeyEvent* event) {
  if (QAction* action = widgetShortcut(*this, *event)) return action->trigger();
  PlotWidget::keyPressEvent(event);
}

void ParetoView::focusInEvent(QFocusEvent* event) {
  // Only keyboard focus is shown.
  const Qt::FocusReason reason = event->reason();
  marks_->setFocused(reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason);
  updateMarks();
  PlotWidget::focusInEvent(event);
}

void ParetoView::focusOutEvent(QFocusEvent* event) {
  marks_->setFocused(false);
  updateMarks();
  PlotWidget::focusOutEvent(event);
}

} // namespace gevo::ui
