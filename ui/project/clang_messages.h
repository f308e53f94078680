#pragma once

/// Parses the messages of clang.

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

/// Source excerpts, error counts, and text that is not a clang message are left out.
QList<ClangMessage> parseClangMessages(const QString& output);

} // namespace gevo::ui
