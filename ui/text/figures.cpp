#include "ui/text/figures.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <cmath>

namespace gevo::ui {
namespace {

constexpr QStringView partMark = u" · ";

double digitWidth(const QFontMetricsF& metrics) {
  double width = 0;
  for (char digit = '0'; digit <= '9'; ++digit) width = std::max(width, metrics.horizontalAdvance(QChar(digit)));
  return width;
}

} // namespace

double figuresWidth(const QFontMetricsF& metrics, const QString& text) {
  const double digit = digitWidth(metrics);
  double width = 0;
  for (const QChar letter : text) width += letter.isDigit() ? digit : metrics.horizontalAdvance(letter);
  return width;
}

void drawFigures(QPainter& painter, const QRectF& area, const QString& text, bool right) {
  const QFontMetricsF metrics(painter.font());
  const double digit = digitWidth(metrics);
  double x = right ? area.right() - figuresWidth(metrics, text) : area.left();
  const double baseline = area.top() + (area.height() - metrics.height()) / 2 + metrics.ascent();
  for (const QChar letter : text) {
    const double own = metrics.horizontalAdvance(letter);
    const double cell = letter.isDigit() ? digit : own;
    painter.drawText(QPointF(x + (cell - own) / 2, baseline), QString(letter));
    x += cell;
  }
}

FigureLabel::FigureLabel(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); }

void FigureLabel::setText(const QString& text) {
  if (text == text_) return;
  const bool resized = text.size() != text_.size();
  text_ = text;
  setAccessibleName(text);
  if (resized) updateGeometry();
  update();
}

QSize FigureLabel::sizeHint() const {
  const QFontMetricsF metrics(font());
  return {static_cast<int>(std::ceil(figuresWidth(metrics, text_))) + 2, static_cast<int>(std::ceil(metrics.height()))};
}

QSize FigureLabel::minimumSizeHint() const {
  return {static_cast<int>(std::ceil(figuresWidth(QFontMetricsF(font()), text_.section(partMark.toString(), 0, 0)))), sizeHint().height()};
}

void FigureLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setFont(font());
  const bool dim = property("dim").toBool();
  painter.setPen(palette().color(dim ? QPalette::PlaceholderText : QPalette::WindowText));
  QString shown = text_;
  while (shown.contains(partMark) && figuresWidth(QFontMetricsF(font()), shown) > width()) shown.truncate(shown.lastIndexOf(partMark));
  drawFigures(painter, rect(), shown, false);
}

void FigureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QString text = cell.text;
  cell.text.clear();
  QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  painter->save();
  painter->setFont(cell.font);
  const QVariant colour = index.data(Qt::ForegroundRole);
  painter->setPen(colour.isValid() ? colour.value<QColor>() : cell.palette.color(QPalette::Text));
  drawFigures(*painter, QRectF(cell.rect).adjusted(9, 0, -17, 0), text, true);
  painter->restore();
}

} // namespace gevo::ui
