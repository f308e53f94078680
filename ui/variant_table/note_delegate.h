#pragma once

/// The editor of a note, at least as wide as a sentence, however narrow its column is.

#include <QStyledItemDelegate>

namespace gevo::ui {

class NoteDelegate : public QStyledItemDelegate {
  Q_OBJECT
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace gevo::ui
