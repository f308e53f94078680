#pragma once

/// Two documents compared: rows of the two panes, differences, notes, links. A value without widgets, made on any
/// thread.

#include "core/diff/line_diff.h"
#include "ui/diff/diff_document.h"
#include "ui/diff/note_row.h"

#include <QHash>
#include <QStringList>
#include <vector>

namespace gevo::ui {

/// The line of a source file that a line came from. Indices are only compared, so the caller may count from 0 or 1.
struct SourceLine {
  int file = -1;
  int line = -1;

  bool isValid() const { return line >= 0; }
  bool operator==(const SourceLine&) const = default;
};

/// Rows from first to last belong together: changed ones, or those with notes of the same edits.
struct Difference {
  int firstRow = 0;
  int lastRow = 0;
};

class DiffModel {
public:
  DiffModel() = default;
  /// Notes are wrapped for a pane of so many characters of code.
  DiffModel(DiffDocument left, DiffDocument right, int columns = 100);

  const DiffDocument& document(Side side) const { return pane(side).document; }
  const QStringList& lines(Side side) const { return pane(side).lines; }
  /// Columns of the longest line.
  int longestLine(Side side) const { return pane(side).longestLine; }
  SourceLine sourceOf(Side side, int line) const;
  QList<LineNote> notes(Side side, int line) const { return pane(side).notes.value(line); }

  /// Spans count UTF-16 units here.
  const std::vector<DiffRow>& rows() const { return rows_; }
  int rowCount() const { return static_cast<int>(rows_.size()); }
  const DiffRow& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }
  /// -1 in a filler, and on both sides of a row of a note.
  int lineOfRow(Side side, int row) const;
  /// Null where the row is not one of a note.
  const NoteRow* note(int row) const;
  /// In a pane of so many characters, notes would have the same rows.
  bool wrapsAlike(int columns) const;
  /// The same comparison with its notes wrapped for such a pane.
  DiffModel wrapped(int columns) const;
  /// Where a row of lines is in a model that is wrapped otherwise; the line's for one of a note.
  int rowIn(const DiffModel& other, int row) const;
  /// Rows of kind Equal may still differ in the numbers of registers.
  bool hasEqualTexts(int row) const;
  int rowOfLine(Side side, int line) const;
  /// The line on which the function around this one begins, -1 for none.
  int functionOf(Side side, int line) const;

  const std::vector<Difference>& differences() const { return differences_; }
  /// -1 where the row belongs to none.
  int differenceOfRow(int row) const { return differenceOfRow_[static_cast<std::size_t>(row)]; }
  /// First row with a note of this edit, -1 for none.
  int rowOfEdit(int edit) const;

  static constexpr int kTabColumns = 4;
  /// Width of a line in characters, with tabs at their maximum width.
  static int columnsOf(const QString& line);

private:
  struct Pane {
    DiffDocument document;
    QStringList lines;
    std::vector<int> rowOfLine;
    std::vector<int> functions;
    QHash<int, QList<LineNote>> notes;
    int longestLine = 0;
  };

  const Pane& pane(Side side) const { return side == Side::Left ? left_ : right_; }
  static Pane makePane(DiffDocument document);
  void compare();
  void placeNotes();
  void insertNotes();
  QStringList rowsOf(Side side, const LineNote& note, int columns) const;
  void findDifferences();
  QList<int> editsOfRow(int row) const;

  Pane left_;
  Pane right_;
  int columns_ = 0;
  std::vector<DiffRow> rows_;
  std::vector<NoteRow> noteRows_;
  std::vector<int> noteOfRow_; ///< index of noteRows_, -1 for a row of lines
  std::vector<Difference> differences_;
  std::vector<int> differenceOfRow_;
};

} // namespace gevo::ui
