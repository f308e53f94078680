#include "ui/diff/text_selection.h"

namespace gevo::ui {

namespace {

bool isWordCharacter(QChar character) { return character.isLetterOrNumber() || character == QLatin1Char('_'); }

} // namespace

std::pair<int, int> TextSelection::columnsIn(int line, int length) const {
  if (isEmpty() || line < begin().line || line > end().line) return {0, 0};
  const int first = line == begin().line ? begin().column : 0;
  const int last = line == end().line ? end().column : length + 1;
  return {first, last};
}

QString selectedText(const DiffModel& model, const TextSelection& selection) {
  if (selection.isEmpty()) return {};
  const QStringList& lines = model.lines(selection.side);
  QStringList parts;
  for (int line = selection.begin().line; line <= selection.end().line && line < lines.size(); ++line) {
    const auto [first, last] = selection.columnsIn(line, static_cast<int>(lines[line].size()));
    parts.append(lines[line].mid(first, last - first));
  }
  return parts.join(QLatin1Char('\n'));
}

TextSelection selectWord(const DiffModel& model, Side side, TextPosition position) {
  const QString& line = model.lines(side).at(position.line);
  int first = position.column;
  while (first > 0 && isWordCharacter(line[first - 1])) --first;
  int last = position.column;
  while (last < line.size() && isWordCharacter(line[last])) ++last;
  return {side, {position.line, first}, {position.line, last}};
}

TextSelection selectAll(const DiffModel& model, Side side) {
  const QStringList& lines = model.lines(side);
  if (lines.isEmpty()) return {side, {}, {}};
  const int last = static_cast<int>(lines.size()) - 1;
  return {side, {0, 0}, {last, static_cast<int>(lines[last].size())}};
}

} // namespace gevo::ui
