#pragma once

/// Tabular figures: Inter's digits differ in width and Qt 6.4 has no way to ask a font for its tabular ones, so digits are
/// set one by one in cells as wide as the widest.

#include <QColor>
#include <QLabel>
#include <QRectF>
#include <QString>
#include <QStyledItemDelegate>

class QPainter;

namespace gevo::ui {

double figuresWidth(const QFontMetricsF& metrics, const QString& text);
/// Draws `text` in the painter's font and pen, vertically centred, right-aligned when `right`.
void drawFigures(QPainter& painter, const QRectF& area, const QString& text, bool right);

/// A one-line label whose width does not tremble while its digits change. Of a text in parts, as "3 valid · 0:12", the last ones are left
/// out where room is short.
class FigureLabel : public QWidget {
  Q_OBJECT
public:
  explicit FigureLabel(QWidget* parent = nullptr);
  void setText(const QString& text);
  QString text() const { return text_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void paintEvent(QPaintEvent* event) override;

private:
  QString text_;
};

/// Right-aligned tabular figures in a table's cell.
class FigureDelegate : public QStyledItemDelegate {
  Q_OBJECT
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace gevo::ui
