#include "ui/diff/label_layout.h"

#include <QFontMetrics>
#include <algorithm>

namespace gevo::ui {

namespace {

/// Part of the text's width that labels may cover where the line is long.
constexpr double kShare = 0.45;

QList<LineLabel> labelsOfCell(const DiffModel& model, Side side, int row) {
  const int left = model.lineOfRow(Side::Left, row);
  const int right = model.lineOfRow(Side::Right, row);
  // Next to a removed line the right side is empty: its label is shown there.
  if (side == Side::Right && right < 0) return model.labels(Side::Left, left);
  if (side == Side::Left && right < 0) return {};
  return model.labels(side, side == Side::Left ? left : right);
}

int textEnd(const DiffModel& model, Side side, int row, const PaneGeometry& pane, int horizontalOffset, const QFont& font) {
  const int line = model.lineOfRow(side, row);
  if (line < 0) return pane.textLeft();
  const int columns = DiffModel::columnsOf(model.lines(side).at(line));
  return pane.textLeft() - horizontalOffset + (columns + 1) * QFontMetrics(font).horizontalAdvance(QLatin1Char('0'));
}

} // namespace

QList<PlacedLabel> placeLabels(const DiffModel& model, Side side, int row, const PaneGeometry& pane, const QRect& cell,
                               int horizontalOffset, const ViewFonts& fonts) {
  const QList<LineLabel> onCell = labelsOfCell(model, side, row);
  if (onCell.isEmpty()) return {};
  const int least = static_cast<int>((pane.right() - pane.textLeft()) * kShare);
  const int room = std::max(pane.right() - textEnd(model, side, row, pane, horizontalOffset, fonts.code), least);
  const int left = std::max(pane.right() - room, pane.textLeft());
  const QFontMetrics metrics(fonts.label);
  QList<PlacedLabel> placed;
  int right = pane.right();
  for (const LineLabel& label : onCell) {
    if (label.text.isEmpty()) continue;
    const int width = std::min(metrics.horizontalAdvance(label.text) + 1 + 2 * PlacedLabel::kPadding, right - left);
    if (width <= 2 * PlacedLabel::kPadding) break;
    placed.append({QRect(right - width, cell.top(), width, cell.height()), label});
    right -= width;
  }
  return placed;
}

} // namespace gevo::ui
