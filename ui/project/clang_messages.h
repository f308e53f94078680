#pragma once

/// What clang said, message by message.

#include <QList>
#include <QString>

namespace gevo::ui {

struct ClangMessage {
  enum class Kind { Error, Warning, Note };
  Kind kind = Kind::Error;
  QString file; ///< as clang names it: relative to the folder that it ran in, or absolute
  int line = 0; ///< from 1
  int column = 0;
  QString text;
};

/// Excerpts of the source and counts of errors are left out, as is what is no message of clang's.
QList<ClangMessage> parseClangMessages(const QString& words);

} // namespace gevo::ui
