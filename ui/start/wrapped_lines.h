#pragma once

/// A text broken into a few lines for painting.

#include <QFont>
#include <QStringList>

namespace gevo::ui {

/// At most `most` lines, broken between words, each no wider than `width` (pixels). The last one ends in "…" where there is more.
QStringList wrappedLines(const QString& text, const QFont& font, int width, int most);

} // namespace gevo::ui
