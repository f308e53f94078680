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

/// The sentence in rows of about so many characters, broken between words. Code that is broken has its backquotes in each row.
QStringList wrappedNote(const QString& text, int columns = 72);

} // namespace gevo::ui
