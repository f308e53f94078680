#include "ui/presentation/hunks.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace gevo::ui {
namespace {

constexpr int contextLines = 2;
/// More than any screen shows.
constexpr qsizetype mostCodeLines = 80;

QString withoutTabs(QString text) { return text.replace('\t', QString(DiffModel::kTabColumns, ' ')); }

int indentationOf(const QString& text) {
  const auto first = std::ranges::find_if(text, [](QChar character) { return !character.isSpace(); });
  return static_cast<int>(first - text.begin());
}

void shiftLeft(Hunk& hunk) {
  int common = std::numeric_limits<int>::max();
  for (const HunkLine& line : hunk.lines)
    if (line.kind != HunkLine::Kind::Note && !line.text.trimmed().isEmpty()) common = std::min(common, indentationOf(line.text));
  if (common == std::numeric_limits<int>::max()) return;
  for (HunkLine& line : hunk.lines) {
    if (line.kind == HunkLine::Kind::Note) continue;
    line.text.remove(0, common);
    line.indentation = common;
    for (TextSpan& span : line.changed) {
      const auto shift = [common](std::uint32_t at) { return at - std::min(at, static_cast<std::uint32_t>(common)); };
      span = {shift(span.begin), shift(span.end)};
    }
  }
}

bool isBlankContext(const HunkLine& line) { return line.kind == HunkLine::Kind::Context && line.text.trimmed().isEmpty(); }

/// Empty lines around a place say nothing.
void trim(Hunk& hunk) {
  while (!hunk.lines.empty() && isBlankContext(hunk.lines.back())) hunk.lines.pop_back();
  hunk.lines.erase(hunk.lines.begin(), std::ranges::find_if_not(hunk.lines, isBlankContext));
}

/// Writes rows one below the other: of each changed place, first what is removed, then what is added.
class Writer {
public:
  explicit Writer(const DiffModel& model) : model_(model) {}

  void add(int row) {
    if (model_.note(row)) return; // written below the line that it is about
    const DiffRow& compared = model_.row(row);
    if (compared.kind == RowKind::Equal) {
      flush();
      write(hunk_.lines, HunkLine::Kind::Context, Side::Right, compared.right, {});
      return;
    }
    if (compared.left >= 0) write(removed_, HunkLine::Kind::Removed, Side::Left, compared.left, compared.leftChanged);
    if (compared.right >= 0) write(added_, HunkLine::Kind::Added, Side::Right, compared.right, compared.rightChanged);
  }

  Hunk finish() && {
    flush();
    trim(hunk_);
    shiftLeft(hunk_);
    return std::move(hunk_);
  }

private:
  void write(std::vector<HunkLine>& lines, HunkLine::Kind kind, Side side, int line, std::vector<TextSpan> changed) {
    const QString& text = model_.lines(side).at(line);
    if (text.contains('\t')) changed.clear(); // they count a tab as one character
    lines.push_back({kind, line, withoutTabs(text), std::move(changed)});
    // The original has none of its own: what is said is about the variant.
    if (side == Side::Right)
      for (const LineNote& note : model_.notes(side, line))
        if (!note.text.isEmpty()) lines.push_back({HunkLine::Kind::Note, -1, note.text});
  }

  void flush() {
    for (std::vector<HunkLine>* lines : {&removed_, &added_}) {
      std::ranges::move(*lines, std::back_inserter(hunk_.lines));
      lines->clear();
    }
  }

  const DiffModel& model_;
  Hunk hunk_;
  std::vector<HunkLine> removed_;
  std::vector<HunkLine> added_;
};

/// The row so many lines away, which may have notes between them; or the end of the text.
int away(const DiffModel& model, int row, int step, int lines) {
  while (lines > 0 && row + step >= 0 && row + step < model.rowCount()) {
    row += step;
    if (!model.note(row)) --lines;
  }
  return row;
}

} // namespace

std::vector<Hunk> hunksOf(const DiffModel& model) {
  std::vector<Difference> places;
  for (const Difference& difference : model.differences()) {
    const Difference place{away(model, difference.firstRow, -1, contextLines), away(model, difference.lastRow, 1, contextLines)};
    if (!places.empty() && place.firstRow <= places.back().lastRow + 1)
      places.back().lastRow = std::max(places.back().lastRow, place.lastRow);
    else
      places.push_back(place);
  }
  std::vector<Hunk> hunks;
  for (const Difference& place : places) {
    Writer writer(model);
    for (int row = place.firstRow; row <= place.lastRow; ++row) writer.add(row);
    hunks.push_back(std::move(writer).finish());
  }
  return hunks;
}

Hunk kernelCode(const QString& text) {
  const QStringList lines = text.split('\n');
  qsizetype first = lines.indexOf(QRegularExpression(".*__global__.*"));
  first = std::max<qsizetype>(first, 0);
  Hunk hunk;
  for (qsizetype line = first; line < std::min(lines.size(), first + mostCodeLines); ++line)
    hunk.lines.push_back({HunkLine::Kind::Context, static_cast<int>(line), withoutTabs(lines[line])});
  return hunk;
}

} // namespace gevo::ui
