#include "ui/diff/enclosing_function.h"

namespace gevo::ui {
namespace {

bool beginsFunction(const QString& line, const QString& syntax) {
  if (syntax == QLatin1String("LLVM IR")) return line.startsWith(QLatin1String("define "));
  if (syntax == QLatin1String("PTX")) return line.contains(QLatin1String(".entry ")) || line.startsWith(QLatin1String(".func "));
  const QChar first = line.isEmpty() ? QChar() : line.front();
  const bool isCode = (first.isLetter() || first == QLatin1Char('_')) && !line.startsWith(QLatin1String("template"));
  return isCode && line.contains(QLatin1Char('(')) && !line.trimmed().endsWith(QLatin1Char(';'));
}

} // namespace

std::vector<int> enclosingFunctions(const QStringList& lines, const QString& syntax) {
  std::vector<int> functions(static_cast<std::size_t>(lines.size()), -1);
  int begin = -1;
  for (int line = 0; line < lines.size(); ++line) {
    if (beginsFunction(lines[line], syntax)) begin = line;
    functions[static_cast<std::size_t>(line)] = begin;
    if (lines[line].startsWith(QLatin1Char('}'))) begin = -1;
  }
  return functions;
}

} // namespace gevo::ui
