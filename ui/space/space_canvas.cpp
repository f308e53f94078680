#include "ui/space/space_canvas.h"

#include "ui/plot/plot_style.h"
#include "ui/space/space_legend.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTextDocumentFragment>
#include <QToolTip>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr double margin = 14;

} // namespace

SpaceCanvas::SpaceCanvas(QWidget* parent) : QWidget(parent), model_(std::make_shared<const SpaceModel>()), theme_(Theme::light()) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setMinimumSize(200, 120);
}

void SpaceCanvas::setModel(std::shared_ptr<const SpaceModel> model) {
  const int line = cursor_ == none ? none : lineOf(cursor_);
  hovered_ = cursor_ = none;
  model_ = std::move(model);
  scale_ = speedupScale(*model_);
  modelChanged();
  if (line >= 0 && line < static_cast<int>(model_->lines.size())) cursor_ = spotOf(line);
  findSelected();
  refresh();
}

void SpaceCanvas::setTheme(const Theme& theme) {
  theme_ = theme;
  refresh();
}

void SpaceCanvas::setSelected(std::int64_t variant) {
  selected_ = variant;
  findSelected();
  refresh();
}

void SpaceCanvas::findSelected() {
  const auto found = std::ranges::find_if(model_->lines, [&](const SpaceLine& line) { return line.valid() && line.best == selected_; });
  selectedLine_ = found == model_->lines.end() ? none : static_cast<int>(found - model_->lines.begin());
}

QRectF SpaceCanvas::area() const { return QRectF(rect()).adjusted(margin, margin / 2, -margin, -legendHeight - margin / 2); }

void SpaceCanvas::refresh() {
  picture_ = QPixmap();
  update();
}

void SpaceCanvas::paintAll(QPainter& painter) {
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), theme_.card);
  painter.setFont(plotFont());
  paintData(painter);
  paintKey(painter, QRectF(margin, height() - legendHeight, width() - 2 * margin, legendHeight));
}

void SpaceCanvas::paintPicture(QPaintDevice& device) {
  QPainter painter(&device);
  paintAll(painter);
}

void SpaceCanvas::paintEvent(QPaintEvent*) {
  if (picture_.isNull()) {
    picture_ = QPixmap(size() * devicePixelRatioF());
    picture_.setDevicePixelRatio(devicePixelRatioF());
    QPainter painter(&picture_);
    paintAll(painter);
  }
  QPainter painter(this);
  painter.drawPixmap(0, 0, picture_);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(plotFont());
  if (hovered_ != none)
    paintPointed(painter, hovered_);
  else if (cursor_ != none && keyboard_ && hasFocus())
    paintPointed(painter, cursor_);
}

void SpaceCanvas::hover(int spot, const QPoint& globalPosition) {
  if (spot == hovered_) return;
  keyboard_ = false;
  hovered_ = spot;
  setCursor(spot != none && lineOf(spot) != none ? Qt::PointingHandCursor : Qt::ArrowCursor);
  spot == none ? QToolTip::hideText() : QToolTip::showText(globalPosition, tipOf(spot), this);
  update();
}

void SpaceCanvas::moveCursor(int spot) {
  hovered_ = none;
  cursor_ = spot;
  keyboard_ = true;
  update();
  if (spot == none) return;
  const QString tip = tipOf(spot);
  setAccessibleDescription(QTextDocumentFragment::fromHtml(tip).toPlainText());
  QToolTip::showText(mapToGlobal(centreOf(spot).toPoint()), tip, this);
}

void SpaceCanvas::choose(int spot) {
  if (spot == none) return;
  if (const int line = lineOf(spot); line != none) emit lineChosen(line);
}

void SpaceCanvas::mouseMoveEvent(QMouseEvent* event) { hover(spotAt(event->position()), event->globalPosition().toPoint()); }

void SpaceCanvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
  cursor_ = spotAt(event->position());
  update();
  choose(cursor_);
}

void SpaceCanvas::leaveEvent(QEvent*) { hover(none, {}); }

void SpaceCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return choose(cursor_);
  if (model_->lines.empty()) return QWidget::keyPressEvent(event);
  if (const std::optional<int> spot = stepped(cursor_, event->key()))
    moveCursor(*spot);
  else
    QWidget::keyPressEvent(event);
}

void SpaceCanvas::focusInEvent(QFocusEvent* event) {
  if (cursor_ == none && model_->best >= 0) cursor_ = spotOf(selectedLine_ != none ? selectedLine_ : model_->best);
  if (event->reason() != Qt::ActiveWindowFocusReason) keyboard_ = event->reason() != Qt::MouseFocusReason;
  QWidget::focusInEvent(event);
  update();
}

void SpaceCanvas::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void SpaceCanvas::resizeEvent(QResizeEvent*) { refresh(); }

} // namespace gevo::ui
