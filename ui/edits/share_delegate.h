#pragma once

/// A bar as long as EditModel::BarRole says, and the figure behind it.

#include "ui/theme/theme.h"

#include <QStyledItemDelegate>

namespace gevo::ui {

class ShareDelegate : public QStyledItemDelegate {
  Q_OBJECT
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void setTheme(const Theme& theme) { theme_ = theme; }
  /// A short bar, where the texts need the room.
  void setNarrow(bool narrow) { narrow_ = narrow; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
  int barWidth() const;

  Theme theme_ = Theme::light();
  bool narrow_ = false;
};

} // namespace gevo::ui
