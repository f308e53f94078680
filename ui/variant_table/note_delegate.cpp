#include "ui/variant_table/note_delegate.h"

#include <QLineEdit>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int leastWidth = 320;

} // namespace

QWidget* NoteDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
  editor->setProperty("framed", true); // it may cover other columns
  if (auto* line = qobject_cast<QLineEdit*>(editor)) line->setPlaceholderText(tr("Note"));
  return editor;
}

void NoteDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  QStyledItemDelegate::updateEditorGeometry(editor, option, index);
  const QWidget* area = editor->parentWidget();
  QRect place = option.rect;
  place.setWidth(std::min(std::max(place.width(), leastWidth), area->width()));
  // To the left where the right side of the table is near.
  place.moveLeft(std::max(0, std::min(place.left(), area->width() - place.width())));
  editor->setGeometry(place);
}

} // namespace gevo::ui
