/// Mouse and keyboard of the canvas.

#include "ui/diff/diff_canvas.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>

namespace gevo::ui {

namespace {

constexpr int kDividerReach = 3;
constexpr int kDragScrollMilliseconds = 40;

} // namespace

DiffCanvas::Spot DiffCanvas::spotAt(const QPoint& position) const {
  Spot spot;
  spot.side = position.x() <= dividerLeft() ? Side::Left : Side::Right;
  const int index = (position.y() + verticalScrollBar()->value()) / rowHeight();
  if (position.y() < 0 || index >= folds_.count()) return spot;
  spot.item = index;
  if (folds_.at(index).folded == 0) spot.row = folds_.at(index).row;
  return spot;
}

TextPosition DiffCanvas::textPositionAt(Side side, const QPoint& position) {
  const auto count = static_cast<int>(model_->lines(side).size());
  if (folds_.count() == 0 || count == 0) return {};
  const int index = std::clamp((position.y() + verticalScrollBar()->value()) / rowHeight(), 0, folds_.count() - 1);
  // A filler stands for the line below it, or the text's end.
  for (int row = folds_.at(index).row; row < model_->rowCount(); ++row) {
    const int line = model_->lineOfRow(side, row);
    if (line < 0) continue;
    if (row != folds_.at(index).row || folds_.at(index).folded > 0) return {line, 0};
    const qreal x = position.x() - paneGeometry(side).textLeft() + state_.horizontalOffset;
    return {line, layouts_.layout(side, line).lineAt(0).xToCursor(x)};
  }
  return {count - 1, static_cast<int>(model_->lines(side).at(count - 1).size())};
}

bool DiffCanvas::isOnDivider(const QPoint& position) const { return !single_ && std::abs(position.x() - dividerLeft()) <= kDividerReach; }

int DiffCanvas::editAt(const Spot& spot) const {
  if (spot.row < 0) return -1;
  if (const NoteRow* note = model_->note(spot.row)) return note->side == spot.side ? note->edit : -1;
  const auto notes = model_->notes(spot.side, model_->lineOfRow(spot.side, spot.row));
  return notes.isEmpty() ? -1 : notes.front().edit;
}

bool DiffCanvas::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::Leave) stopHovering();
  if (event->type() != QEvent::ToolTip) return QAbstractScrollArea::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(), tipAt(help->pos()), viewport());
  return true;
}

QString DiffCanvas::tipAt(const QPoint& position) const {
  const Spot spot = spotAt(position);
  const int line = spot.row < 0 ? -1 : model_->lineOfRow(spot.side, spot.row);
  if (line < 0) return {};
  const DiffDocument& document = model_->document(spot.side);
  const QString heat = position.x() < paneGeometry(spot.side).barLeft() ? document.heat.value(line).tip : QString();
  return heat.isEmpty() ? document.tips.value(line) : heat;
}

void DiffCanvas::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  pressedAt_ = event->position().toPoint();
  if (isOnDivider(pressedAt_)) {
    drag_ = Drag::Divider;
    return;
  }
  drag_ = Drag::Text;
  const Side side = spotAt(pressedAt_).side;
  const TextPosition position = textPositionAt(side, pressedAt_);
  const bool extend = event->modifiers().testFlag(Qt::ShiftModifier) && side == state_.selection.side;
  setSelection({side, extend ? state_.selection.anchor : position, position});
}

void DiffCanvas::mouseMoveEvent(QMouseEvent* event) {
  const QPoint position = event->position().toPoint();
  if (drag_ == Drag::Divider) {
    dividerShare_ = std::clamp(static_cast<double>(position.x()) / std::max(1, viewport()->width()), 0.1, 0.9);
    updateScrollBars();
  } else if (drag_ == Drag::Text) {
    extendSelection(position);
    const bool outside = position.y() < 0 || position.y() >= viewport()->height();
    if (outside && !dragScroll_.isActive()) dragScroll_.start(kDragScrollMilliseconds, this);
    if (!outside) dragScroll_.stop();
  } else {
    hover(position);
  }
}

void DiffCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  const Drag finished = std::exchange(drag_, Drag::None);
  dragScroll_.stop();
  const QPoint position = event->position().toPoint();
  const bool stayed = (position - pressedAt_).manhattanLength() < QApplication::startDragDistance();
  if (finished == Drag::Text && stayed && state_.selection.isEmpty()) click(position);
}

void DiffCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const Spot spot = spotAt(event->position().toPoint());
  if (spot.row < 0 || model_->lineOfRow(spot.side, spot.row) < 0) return;
  setSelection(selectWord(*model_, spot.side, textPositionAt(spot.side, event->position().toPoint())));
}

void DiffCanvas::timerEvent(QTimerEvent* event) {
  if (event->timerId() != dragScroll_.timerId()) return QAbstractScrollArea::timerEvent(event);
  const QPoint position = viewport()->mapFromGlobal(QCursor::pos());
  const int step = position.y() < 0 ? -rowHeight() : rowHeight();
  verticalScrollBar()->setValue(verticalScrollBar()->value() + step);
  extendSelection(position);
}

void DiffCanvas::extendSelection(const QPoint& position) {
  TextSelection selection = state_.selection;
  selection.cursor = textPositionAt(selection.side, position);
  if (selection.cursor != state_.selection.cursor) setSelection(selection);
}

void DiffCanvas::click(const QPoint& position) {
  const Spot spot = spotAt(position);
  if (spot.item >= 0 && spot.row < 0) {
    folds_.reveal(folds_.at(spot.item).row);
    hoveredItem_ = -1;
    updateScrollBars();
    emit foldsChanged();
    return;
  }
  if (spot.row < 0) return;
  emit rowActivated(spot.row);
  if (const int edit = editAt(spot); edit >= 0) emit editActivated(edit);
  const int line = model_->lineOfRow(spot.side, spot.row);
  if (const SourceLine source = model_->sourceOf(spot.side, line); source.isValid()) emit sourceLineActivated(source.file, source.line);
}

void DiffCanvas::hover(const QPoint& position) {
  const Spot spot = spotAt(position);
  const bool onFold = spot.item >= 0 && spot.row < 0;
  const bool onLink = onFold || (spot.row >= 0 && model_->note(spot.row) && editAt(spot) >= 0);
  const bool onText = spot.row >= 0 && position.x() >= paneGeometry(spot.side).textLeft();
  viewport()->setCursor(isOnDivider(position) ? Qt::SplitHCursor
                        : onLink              ? Qt::PointingHandCursor
                        : onText              ? Qt::IBeamCursor
                                              : Qt::ArrowCursor);
  const SourceLine source = spot.row < 0 ? SourceLine{} : model_->sourceOf(spot.side, model_->lineOfRow(spot.side, spot.row));
  if (hoveredItem_ != spot.item) {
    hoveredItem_ = spot.item;
    state_.hoveredRow = spot.row;
    viewport()->update();
  }
  if (source == state_.linked) return;
  setLinkedSource(source);
  emit sourceLineHovered(source.file, source.line);
}

void DiffCanvas::stopHovering() {
  const bool linked = state_.linked.isValid();
  hoveredItem_ = -1;
  state_.hoveredRow = -1;
  state_.linked = {};
  viewport()->update();
  if (linked) emit sourceLineHovered(-1, -1);
}

void DiffCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) {
    copySelection();
  } else if (event->matches(QKeySequence::SelectAll)) {
    setSelection(selectAll(*model_, activeSide()));
  } else if (event->key() == Qt::Key_Home) {
    verticalScrollBar()->setValue(verticalScrollBar()->minimum());
  } else if (event->key() == Qt::Key_End) {
    verticalScrollBar()->setValue(verticalScrollBar()->maximum());
  } else {
    QAbstractScrollArea::keyPressEvent(event);
  }
}

} // namespace gevo::ui
