#pragma once

/// Paints one row of one pane.

#include "ui/diff/line_layouts.h"
#include "ui/diff/pane_geometry.h"
#include "ui/diff/text_search.h"
#include "ui/diff/text_selection.h"

#include <QPainter>
#include <QRect>

namespace gevo::ui {

/// What the user points at, selected and searched.
struct ViewState {
  SourceLine linked;
  int hoveredRow = -1;
  int currentDifference = -1;
  int horizontalOffset = 0;
  TextSelection selection;
  TextSearch search;
};

class RowPainter {
public:
  RowPainter(QPainter& painter, const DiffModel& model, LineLayouts& layouts, const CodeColors& colors, const ViewFonts& fonts,
             const ViewState& state)
      : painter_(painter), model_(model), layouts_(layouts), colors_(colors), fonts_(fonts), state_(state) {}

  void paintRow(Side side, int row, const PaneGeometry& pane, int top, int height);
  /// The line of a function's signature above the rows of its body.
  void paintSignature(Side side, int line, const PaneGeometry& pane, int height);
  void paintFold(int rows, bool hovered, const PaneGeometry& pane, int top, int height);

private:
  QColor lineColor(Side side, int row) const;
  void paintGutter(Side side, int line, const PaneGeometry& pane, const QRect& cell);
  void paintMark(LineMark mark, const QRect& gutter);
  void paintHeat(const LineHeat& heat, const PaneGeometry& pane, const QRect& cell);
  void paintFiller(const QRect& area);
  void paintText(Side side, int row, int line, const PaneGeometry& pane, const QRect& cell);
  void paintMarks(const QTextLine& text, Side side, int row, int line, const QPointF& origin, const QRect& cell);
  void paintRange(const QTextLine& text, int first, int last, const QPointF& origin, const QRect& cell, const QColor& color);
  void paintNote(const NoteRow& note, const PaneGeometry& pane, const QRect& cell);

  QPainter& painter_;
  const DiffModel& model_;
  LineLayouts& layouts_;
  const CodeColors& colors_;
  const ViewFonts& fonts_;
  const ViewState& state_;
};

} // namespace gevo::ui
