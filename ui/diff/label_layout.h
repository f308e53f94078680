#pragma once

/// Where labels lie beside the lines.

#include "ui/diff/diff_model.h"

#include <QFont>
#include <QRect>

namespace gevo::ui {

/// Horizontal division of a pane, in pixels of the viewport.
struct PaneGeometry {
  int left = 0;
  int width = 0;
  int gutterWidth = 0;

  static constexpr int kBarWidth = 6;
  static constexpr int kTextGap = 8;

  int barLeft() const { return left + gutterWidth; }
  int textLeft() const { return barLeft() + kBarWidth + kTextGap; }
  int right() const { return left + width; }
};

struct ViewFonts {
  QFont code;
  QFont label;
};

struct PlacedLabel {
  QRect rect;
  LineLabel label;

  static constexpr int kPadding = 8;
};

/// Labels of a cell, from its right end on. They may belong to the other side's line where the cell is a filler. What
/// does not fit beside the text is shortened, to no less than a share of the pane.
QList<PlacedLabel> placeLabels(const DiffModel& model, Side side, int row, const PaneGeometry& pane, const QRect& cell,
                               int horizontalOffset, const ViewFonts& fonts);

} // namespace gevo::ui
