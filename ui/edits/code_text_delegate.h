#pragma once

/// Draws text in which `parts between back quotes` are set in the code font, after the check box if there is one; and the text of
/// EditModel::ChipRole in a pill behind it.

#include <QStyledItemDelegate>

namespace gevo::ui {

class CodeTextDelegate : public QStyledItemDelegate {
  Q_OBJECT
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace gevo::ui
