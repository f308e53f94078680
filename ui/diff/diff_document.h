#pragma once

/// What one pane of a DiffView shows.

#include <QString>
#include <QStringList>
#include <QVector>

namespace gevo::ui {

enum class Side { Left, Right };

constexpr Side opposite(Side side) { return side == Side::Left ? Side::Right : Side::Left; }

/// What is said about a line, in rows of its own below it. A line with notes counts as a difference even where both texts agree.
struct LineNote {
  int line = -1;     ///< counts from 0
  QString text = {}; ///< a sentence, with code between backquotes; empty to mark the line only
  int edit = -1;     ///< given back by DiffView::editActivated; -1 for none
};

/// In the gutter of a line, beside its number.
enum class LineMark : quint8 { None, Dot, Ring };

/// How hot a line is: a bar in the gutter, right of its number.
struct LineHeat {
  float share = 0;  ///< of the hottest line of both texts, from 0 to 1; 0: no bar
  QString tip = {}; ///< of the gutter there
};

struct DiffDocument {
  QString title = {};
  QString text = {};
  QString syntax = {}; ///< "CUDA", "LLVM IR", "PTX"; anything else is shown plainly
  /// Where each line came from, -1 for nowhere. Lines of one (file, line) are linked by colour. May be shorter than the text.
  QVector<int> sourceFile = {};
  QVector<int> sourceLine = {};
  /// Tool tip of each line: how inlined code got there, or what its mark says. May be shorter than the text.
  QStringList tips = {};
  QVector<LineMark> marks = {}; ///< of each line; may be shorter than the text
  QVector<LineHeat> heat = {};  ///< of each line; may be shorter than the text; empty: the gutter has no room for it
  QVector<LineNote> notes = {};
  QString footer = {}; ///< right end of the pane's header, such as "18.42 µs"
};

} // namespace gevo::ui
