#include "ui/diff/note_row.h"

namespace gevo::ui {

QStringList wrappedNote(const QString& text, int columns) {
  QStringList rows;
  QString row;
  bool inCode = false;
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& word : words) {
    if (!row.isEmpty() && row.size() + 1 + word.size() > columns) {
      rows << (inCode ? row + QLatin1Char('`') : row);
      row = inCode ? QStringLiteral("`") + word : word;
    } else {
      row += row.isEmpty() ? word : QLatin1Char(' ') + word;
    }
    if (word.count(QLatin1Char('`')) % 2 != 0) inCode = !inCode;
  }
  if (!row.isEmpty()) rows << row;
  return rows;
}

} // namespace gevo::ui
