#include "ui/edits/code_words_delegate.h"

#include "ui/theme/theme.h"

#include <QApplication>
#include <QPainter>

namespace gevo::ui {

void CodeWordsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QStringList parts = cell.text.split('`');
  cell.text.clear();
  QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);

  const QRect area = cell.rect.adjusted(9, 0, -9, 0);
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
  painter->restore();
}

} // namespace gevo::ui
