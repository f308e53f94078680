#include "ui/start/tile.h"

#include <QKeyEvent>
#include <QPainter>

namespace gevo::ui {
namespace {

constexpr double corner = 8;

} // namespace

Tile::Tile(QWidget* parent) : QAbstractButton(parent) {
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void Tile::setTheme(const Theme& theme) {
  theme_ = theme;
  update();
}

void Tile::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool active = underMouse() || isDown();
  painter.setPen(QPen(hasFocus() || active ? theme_.accent : theme_.line, hasFocus() ? 2 : 1));
  painter.setBrush(active ? theme_.hover : theme_.card);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), corner, corner);
  paintContents(painter);
}

void Tile::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

int Tile::drawLine(QPainter& painter, const QPoint& position, int width, const QString& text, const QColor& colour, const QFont& font,
                   Qt::TextElideMode shortened) const {
  painter.setFont(font);
  painter.setPen(colour);
  const QFontMetrics metrics(font);
  painter.drawText(QRect(position, QSize(width, metrics.height())), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(text, shortened, width));
  return position.y() + metrics.height();
}

} // namespace gevo::ui
