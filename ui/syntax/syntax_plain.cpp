#include "ui/syntax/line_syntax.h"

namespace gevo::ui {

bool syntaxHighlightingAvailable() { return false; }

std::unique_ptr<LineSyntax> makeLineSyntax(const QString&, const QStringList&) { return nullptr; }

} // namespace gevo::ui
