#pragma once

/// Horizontal division of a pane.

#include <QFont>

namespace gevo::ui {

/// In pixels of the viewport.
struct PaneGeometry {
  int left = 0;
  int width = 0;
  int gutterWidth = 0; ///< all of it
  int heatWidth = 0;   ///< at its right end; 0: nothing has heat

  static constexpr int kBarWidth = 6;
  static constexpr int kTextGap = 8;
  static constexpr int kHeatWidth = 22;

  /// Where a line's number ends.
  int numberRight() const { return left + gutterWidth - heatWidth - 8; }
  int heatLeft() const { return left + gutterWidth - heatWidth; }
  int barLeft() const { return left + gutterWidth; }
  int textLeft() const { return barLeft() + kBarWidth + kTextGap; }
  int right() const { return left + width; }
};

struct ViewFonts {
  QFont code;
  QFont note;
};

} // namespace gevo::ui
