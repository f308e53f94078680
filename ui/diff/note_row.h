#pragma once

/// The rows of a note below a line.

#include <QString>
#include <QStringList>

namespace gevo::ui {

enum class Side;

struct NoteRow {
  Side side;
  int lineRow = -1; ///< row of the line that it belongs to
  QString text = {};
  int edit = -1;
  bool begins = true; ///< the first row of its note
};

/// The sentence in rows as wide as so many characters of code, broken between words. Code that is broken has its backquotes in each row.
QStringList wrappedNote(const QString& text, int columns);

} // namespace gevo::ui
