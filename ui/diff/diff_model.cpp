#include "ui/diff/diff_model.h"

#include "ui/diff/enclosing_function.h"

#include <algorithm>

namespace gevo::ui {

namespace {

/// Offsets of bytes become offsets of UTF-16 units; the same for ASCII, which code nearly always is.
void toUtf16(std::vector<TextSpan>& spans, std::string_view utf8, const QString& line) {
  if (utf8.size() == static_cast<std::size_t>(line.size())) return;
  const auto units = [utf8](std::uint32_t bytes) {
    return static_cast<std::uint32_t>(QString::fromUtf8(utf8.data(), static_cast<qsizetype>(bytes)).size());
  };
  for (TextSpan& span : spans) span = {units(span.begin), units(span.end)};
}

Comparison comparisonOf(const DiffDocument& left, const DiffDocument& right) {
  if (left.syntax != right.syntax) return Comparison::Text;
  if (left.syntax == QLatin1String("LLVM IR")) return Comparison::Values;
  return left.syntax == QLatin1String("PTX") ? Comparison::Registers : Comparison::Text;
}

QStringList linesOf(const std::vector<std::string_view>& views) {
  QStringList lines;
  lines.reserve(static_cast<qsizetype>(views.size()));
  for (std::string_view view : views) lines.append(QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size())));
  return lines;
}

} // namespace

DiffModel::DiffModel(DiffDocument left, DiffDocument right, int columns)
    : left_(makePane(std::move(left))), right_(makePane(std::move(right))), columns_(columns) {
  compare();
  placeNotes();
}

int DiffModel::columnsOf(const QString& line) { return static_cast<int>(line.size() + line.count(QLatin1Char('\t')) * (kTabColumns - 1)); }

DiffModel::Pane DiffModel::makePane(DiffDocument document) {
  Pane pane;
  pane.document = std::move(document);
  for (const LineNote& note : pane.document.notes) pane.notes[note.line].append(note);
  return pane;
}

void DiffModel::compare() {
  const QByteArray leftText = left_.document.text.toUtf8();
  const QByteArray rightText = right_.document.text.toUtf8();
  const auto leftLines = splitLines({leftText.constData(), static_cast<std::size_t>(leftText.size())});
  const auto rightLines = splitLines({rightText.constData(), static_cast<std::size_t>(rightText.size())});
  left_.lines = linesOf(leftLines);
  right_.lines = linesOf(rightLines);
  for (Pane* pane : {&left_, &right_}) {
    for (const QString& line : std::as_const(pane->lines)) pane->longestLine = std::max(pane->longestLine, columnsOf(line));
    pane->rowOfLine.resize(static_cast<std::size_t>(pane->lines.size()));
    pane->functions = enclosingFunctions(pane->lines, pane->document.syntax);
  }
  rows_ = diffLines(leftLines, rightLines, comparisonOf(left_.document, right_.document));
  for (DiffRow& row : rows_) {
    if (row.kind != RowKind::Changed) continue;
    toUtf16(row.leftChanged, leftLines[static_cast<std::size_t>(row.left)], left_.lines[row.left]);
    toUtf16(row.rightChanged, rightLines[static_cast<std::size_t>(row.right)], right_.lines[row.right]);
  }
}

/// Below their lines, and everything that counts rows.
void DiffModel::placeNotes() {
  insertNotes();
  for (std::size_t index = 0; index < rows_.size(); ++index) {
    const DiffRow& row = rows_[index];
    if (row.left >= 0) left_.rowOfLine[static_cast<std::size_t>(row.left)] = static_cast<int>(index);
    if (row.right >= 0) right_.rowOfLine[static_cast<std::size_t>(row.right)] = static_cast<int>(index);
  }
  findDifferences();
}

DiffModel DiffModel::wrapped(int columns) const {
  DiffModel model = *this;
  model.columns_ = columns;
  model.rows_.clear();
  for (int index = 0; index < rowCount(); ++index)
    if (!note(index)) model.rows_.push_back(row(index));
  model.noteRows_.clear();
  model.noteOfRow_.clear();
  model.differences_.clear();
  model.placeNotes();
  return model;
}

int DiffModel::rowIn(const DiffModel& other, int row) const {
  const int lineRow = note(row) ? note(row)->lineRow : row;
  const Side side = lineOfRow(Side::Left, lineRow) >= 0 ? Side::Left : Side::Right;
  return other.rowOfLine(side, lineOfRow(side, lineRow));
}

void DiffModel::insertNotes() {
  std::vector<DiffRow> rows;
  rows.reserve(rows_.size());
  for (DiffRow& row : rows_) {
    const int lines[] = {row.left, row.right};
    rows.push_back(std::move(row));
    noteOfRow_.push_back(-1);
    const int lineRow = static_cast<int>(rows.size()) - 1;
    for (Side side : {Side::Left, Side::Right}) {
      const auto onLine = notes(side, lines[side == Side::Left ? 0 : 1]);
      for (const LineNote& note : onLine) {
        bool begins = true;
        for (const QString& text : rowsOf(side, note, columns_)) {
          noteOfRow_.push_back(static_cast<int>(noteRows_.size()));
          noteRows_.push_back({side, lineRow, text, note.edit, begins});
          rows.push_back({});
          begins = false;
        }
      }
    }
  }
  rows_ = std::move(rows);
}

/// A note is indented as its line is, and a mark stands before it.
QStringList DiffModel::rowsOf(Side side, const LineNote& note, int columns) const {
  constexpr int mark = 3, least = 24, most = 72;
  const QString line = lines(side).value(note.line);
  qsizetype indentation = 0;
  while (indentation < line.size() && line[indentation].isSpace()) ++indentation;
  return wrappedNote(note.text, std::clamp(columns - columnsOf(line.left(indentation)) - mark, least, most));
}

bool DiffModel::wrapsAlike(int columns) const {
  const auto isAlike = [&](Side side) {
    return std::ranges::all_of(document(side).notes,
                               [&](const LineNote& note) { return rowsOf(side, note, columns) == rowsOf(side, note, columns_); });
  };
  return columns == columns_ || (isAlike(Side::Left) && isAlike(Side::Right));
}

const NoteRow* DiffModel::note(int row) const {
  const int index = noteOfRow_[static_cast<std::size_t>(row)];
  return index < 0 ? nullptr : &noteRows_[static_cast<std::size_t>(index)];
}

void DiffModel::findDifferences() {
  differenceOfRow_.assign(rows_.size(), -1);
  bool previousChanged = false;
  QList<int> previousEdits;
  for (int index = 0; index < rowCount(); ++index) {
    const int line = note(index) ? note(index)->lineRow : index; // a note belongs to its line
    const bool changed = row(line).kind != RowKind::Equal;
    const QList<int> edits = editsOfRow(line);
    const bool different = changed || !edits.isEmpty();
    const bool continues = changed ? previousChanged : !previousChanged && edits == previousEdits;
    if (different && !continues) differences_.push_back({index, index});
    if (different) {
      differences_.back().lastRow = index;
      differenceOfRow_[static_cast<std::size_t>(index)] = static_cast<int>(differences_.size()) - 1;
    }
    previousChanged = changed;
    previousEdits = edits;
  }
}

QList<int> DiffModel::editsOfRow(int index) const {
  QList<int> edits;
  for (Side side : {Side::Left, Side::Right}) {
    const auto onSide = notes(side, lineOfRow(side, index));
    for (const LineNote& note : onSide) edits.append(note.edit);
  }
  std::ranges::sort(edits);
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  return edits;
}

SourceLine DiffModel::sourceOf(Side side, int line) const {
  const DiffDocument& source = document(side);
  if (line < 0 || line >= source.sourceLine.size() || source.sourceLine[line] < 0) return {};
  return {source.sourceFile.value(line, 0), source.sourceLine[line]};
}

int DiffModel::lineOfRow(Side side, int index) const { return side == Side::Left ? row(index).left : row(index).right; }

int DiffModel::rowOfLine(Side side, int line) const {
  const std::vector<int>& rows = pane(side).rowOfLine;
  return line >= 0 && static_cast<std::size_t>(line) < rows.size() ? rows[static_cast<std::size_t>(line)] : -1;
}

int DiffModel::functionOf(Side side, int line) const {
  const std::vector<int>& functions = pane(side).functions;
  return line >= 0 && static_cast<std::size_t>(line) < functions.size() ? functions[static_cast<std::size_t>(line)] : -1;
}

bool DiffModel::hasEqualTexts(int index) const {
  const DiffRow& both = row(index);
  return both.left >= 0 && both.right >= 0 && left_.lines[both.left] == right_.lines[both.right];
}

int DiffModel::rowOfEdit(int edit) const {
  int first = -1;
  for (Side side : {Side::Left, Side::Right}) {
    for (const LineNote& note : document(side).notes) {
      const int index = note.edit == edit ? rowOfLine(side, note.line) : -1;
      if (index >= 0 && (first < 0 || index < first)) first = index;
    }
  }
  return first;
}

} // namespace gevo::ui
