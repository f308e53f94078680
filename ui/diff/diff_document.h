#pragma once

/// What one pane of a DiffView shows.

#include <QString>
#include <QStringList>
#include <QVector>

namespace gevo::ui {

enum class Side { Left, Right };

constexpr Side opposite(Side side) { return side == Side::Left ? Side::Right : Side::Left; }

/// A label beside a line. A labelled line counts as a difference even where both texts agree.
struct LineLabel {
  int line = -1; ///< counts from 0
  QString text = {};
  int edit = -1;       ///< given back by DiffView::editActivated; -1 for none
  bool strike = false; ///< the line is shown as deleted
};

struct DiffDocument {
  QString title = {};
  QString text = {};
  QString syntax = {}; ///< "CUDA", "LLVM IR", "PTX"; anything else is shown plainly
  /// Where each line came from, -1 for nowhere. Lines of one (file, line) are linked by colour. May be shorter than the text.
  QVector<int> sourceFile = {};
  QVector<int> sourceLine = {};
  /// Tool tip of each line: how inlined code got there. May be shorter than the text.
  QStringList tips = {};
  QVector<LineLabel> labels = {};
  QString footer = {}; ///< right end of the pane's header, such as "18.42 µs"
};

} // namespace gevo::ui
