#include "ui/diff/note_row.h"

namespace gevo::ui {

namespace {

/// In twentieths of a character of code. Words have a narrower font, and backquotes are not shown.
qsizetype widthOf(const QString& word, bool inCode) {
  qsizetype width = 0;
  for (const QChar c : word) {
    if (c == QLatin1Char('`'))
      inCode = !inCode;
    else
      width += inCode ? 20 : 17;
  }
  return width;
}

} // namespace

QStringList wrappedNote(const QString& text, int columns) {
  QStringList rows;
  QString row;
  qsizetype width = 0;
  bool inCode = false;
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (const QString& word : words) {
    const qsizetype own = widthOf(QLatin1Char(' ') + word, inCode);
    if (!row.isEmpty() && width + own > 20 * columns) {
      rows << (inCode ? row + QLatin1Char('`') : row);
      row = inCode ? QStringLiteral("`") + word : word;
      width = own;
    } else {
      row += row.isEmpty() ? word : QLatin1Char(' ') + word;
      width += own;
    }
    if (word.count(QLatin1Char('`')) % 2 != 0) inCode = !inCode;
  }
  if (!row.isEmpty()) rows << row;
  return rows;
}

} // namespace gevo::ui
