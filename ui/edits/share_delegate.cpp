#include "ui/edits/share_delegate.h"

#include "ui/edits/edit_model.h"
#include "ui/text/figures.h"

#include <QApplication>
#include <QPainter>

namespace gevo::ui {
namespace {

constexpr int wideBar = 64;
constexpr int narrowBar = 22;
constexpr int barHeight = 6;
constexpr int figureWidth = 52;
constexpr int margin = 8;

} // namespace

int ShareDelegate::barWidth() const { return narrow_ ? narrowBar : wideBar; }

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyleOptionViewItem cell = option;
  initStyleOption(&cell, index);
  const QString text = std::exchange(cell.text, {});
  QStyle* style = cell.widget ? cell.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
  if (text.isEmpty()) return;

  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  QRectF bar(cell.rect.left() + margin, cell.rect.center().y() - barHeight / 2.0 + 0.5, barWidth(), barHeight);
  painter->setBrush(theme_.gutter);
  painter->drawRoundedRect(bar, barHeight / 2.0, barHeight / 2.0);
  bar.setWidth(barWidth() * index.data(EditModel::BarRole).toDouble());
  painter->setBrush(theme_.good);
  if (bar.width() >= 1) painter->drawRoundedRect(bar, barHeight / 2.0, barHeight / 2.0);
  painter->setFont(cell.font);
  painter->setPen(index.data(Qt::ForegroundRole).value<QColor>());
  drawFigures(*painter, cell.rect.adjusted(margin + barWidth(), 0, -margin, 0), text, true);
  painter->restore();
}

QSize ShareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  return {barWidth() + figureWidth + 2 * margin, QStyledItemDelegate::sizeHint(option, index).height()};
}

} // namespace gevo::ui
