#include "ui/diff/label_layout.h"

#include <QFontMetrics>
#include <algorithm>

namespace gevo::ui {

namespace {

/// Part of the text's width that annotations may cover where the line is long.
constexpr double kShare = 0.45;

QList<Annotation> annotationsOfCell(const DiffModel& model, Side side, int row) {
  const int left = model.lineOfRow(Side::Left, row);
  const int right = model.lineOfRow(Side::Right, row);
  // Beside a removed line there is nothing on the right: the space next to it says best why.
  if (side == Side::Right && right < 0) return model.annotations(Side::Left, left);
  if (side == Side::Left && right < 0) return {};
  return model.annotations(side, side == Side::Left ? left : right);
}

int textEnd(const DiffModel& model, Side side, int row, const PaneGeometry& pane, int horizontalOffset, const QFont& font) {
  const int line = model.lineOfRow(side, row);
  if (line < 0) return pane.textLeft();
  const int columns = DiffModel::columnsOf(model.lines(side).at(line));
  return pane.textLeft() - horizontalOffset + (columns + 1) * QFontMetrics(font).horizontalAdvance(QLatin1Char('0'));
}

} // namespace

QList<PlacedAnnotation> placeAnnotations(const DiffModel& model, Side side, int row, const PaneGeometry& pane, const QRect& cell,
                                         int horizontalOffset, const ViewFonts& fonts) {
  const QList<Annotation> onCell = annotationsOfCell(model, side, row);
  if (onCell.isEmpty()) return {};
  const int least = static_cast<int>((pane.right() - pane.textLeft()) * kShare);
  const int room = std::max(pane.right() - textEnd(model, side, row, pane, horizontalOffset, fonts.code), least);
  const int left = std::max(pane.right() - room, pane.textLeft());
  const QFontMetrics metrics(fonts.label);
  QList<PlacedAnnotation> placed;
  int right = pane.right();
  for (const Annotation& annotation : onCell) {
    if (annotation.text.isEmpty()) continue;
    const int width = std::min(metrics.horizontalAdvance(annotation.text) + 1 + 2 * PlacedAnnotation::kPadding, right - left);
    if (width <= 2 * PlacedAnnotation::kPadding) break;
    placed.append({QRect(right - width, cell.top(), width, cell.height()), annotation});
    right -= width;
  }
  return placed;
}

} // namespace gevo::ui
