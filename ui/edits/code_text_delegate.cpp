#include "ui/edits/code_text_delegate.h"

#include "ui/edits/edit_model.h"

#include <QApplication>
#include <QPainter>

namespace gevo::ui {
namespace {

/// Whole or not at all: the tooltip has its text, too.
void drawChip(QPainter& painter, const QString& text, const QStyleOptionViewItem& cell, int left, int right) {
  painter.setFont(interfaceFont(11));
  const int width = painter.fontMetrics().horizontalAdvance(text) + 16;
  if (left + width > right) return;
  const QRectF pill(left, cell.rect.center().y() - 8, width, 18);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(cell.palette.color(QPalette::AlternateBase));
  painter.drawRoundedRect(pill, 9, 9);
  painter.setPen(cell.palette.color(QPalette::Dark));
  painter.drawText(pill, Qt::AlignCenter, text);
}

} // namespace

void CodeTextDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStringList parts = cell.text.split('`');
  cell.text.clear();
  QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

  // The cell is drawn without its text, so that the style would give the text no room.
  int left = cell.rect.left() + 9;
  if (cell.features & QStyleOptionViewItem::HasCheckIndicator)
    left = style->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &cell, cell.widget).right() + 9;
  const QRect area(QPoint(left, cell.rect.top()), QPoint(cell.rect.right() - 9, cell.rect.bottom()));
  const QFont code = codeFont(12);
  const QVariant colour = index.data(Qt::ForegroundRole);
  painter->save();
  painter->setClipRect(area);
  painter->setPen(colour.isValid() ? colour.value<QColor>() : cell.palette.color(QPalette::Text));
  int x = area.left();
  for (qsizetype part = 0; part < parts.size(); ++part) {
    painter->setFont(part % 2 == 1 ? code : cell.font);
    const QString text = painter->fontMetrics().elidedText(parts[part], Qt::ElideRight, area.right() - x);
    painter->drawText(QRect(x, area.top(), area.right() - x + 1, area.height()), Qt::AlignVCenter | Qt::AlignLeft, text);
    x += painter->fontMetrics().horizontalAdvance(text);
    if (text != parts[part]) break;
  }
  if (const QString chip = index.data(EditModel::ChipRole).toString(); !chip.isEmpty()) drawChip(*painter, chip, cell, x + 6, area.right());
  painter->restore();
}

} // namespace gevo::ui
