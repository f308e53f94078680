#pragma once

/// Selected text of one pane, in lines and UTF-16 columns of its document: fillers and folds do not exist here.

#include "ui/diff/diff_model.h"

#include <compare>
#include <utility>

namespace gevo::ui {

struct TextPosition {
  int line = 0;
  int column = 0;

  auto operator<=>(const TextPosition&) const = default;
};

struct TextSelection {
  Side side = Side::Left;
  TextPosition anchor;
  TextPosition cursor;

  bool isEmpty() const { return anchor == cursor; }
  TextPosition begin() const { return std::min(anchor, cursor); }
  TextPosition end() const { return std::max(anchor, cursor); }
  /// Selected columns of a line of that length, half-open; equal where none are. The line's end counts as a column of its
  /// own, so that selected empty lines can be seen.
  std::pair<int, int> columnsIn(int line, int length) const;
};

QString selectedText(const DiffModel& model, const TextSelection& selection);
TextSelection selectWord(const DiffModel& model, Side side, TextPosition position);
TextSelection selectAll(const DiffModel& model, Side side);

} // namespace gevo::ui
