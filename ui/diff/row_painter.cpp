#include "ui/diff/row_painter.h"

#include "ui/diff/heat_scale.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QPixmap>
#include <algorithm>

namespace gevo::ui {

namespace {

constexpr int kDifferenceMark = 2;
/// In the margin before the line's number, right of the mark of a difference.
constexpr double kMarkCentre = 5.5;
constexpr double kMarkRadius = 2.5;
/// Width of the selected line end.
constexpr int kLineEndWidth = 6;

QColor blended(const QColor& base, const QColor& over, double share) {
  const auto mix = [share](int a, int b) { return static_cast<int>(a + (b - a) * share); };
  return {mix(base.red(), over.red()), mix(base.green(), over.green()), mix(base.blue(), over.blue())};
}

/// Diagonal stripes in a tile of that size, which repeats without seams from row to row.
QBrush hatching(const QColor& color, int size) {
  QPixmap tile(size, size);
  tile.fill(Qt::transparent);
  QPainter painter(&tile);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.6));
  for (int stripe = -2; stripe <= 2; ++stripe) {
    const double shift = stripe * size / 2.0;
    painter.drawLine(QPointF(shift, size), QPointF(shift + size, 0));
  }
  return tile;
}

} // namespace

void RowPainter::paintRow(Side side, int row, const PaneGeometry& pane, int top, int height) {
  const QRect cell(pane.left, top, pane.width, height);
  const int line = model_.lineOfRow(side, row);
  const QRect area = cell.adjusted(pane.gutterWidth, 0, 0, 0);
  painter_.save();
  painter_.setClipRect(cell);
  painter_.fillRect(area, lineColor(side, row));
  paintGutter(side, line, pane, cell);
  if (const NoteRow* note = model_.note(row); note && note->side == side)
    paintNote(*note, pane, cell);
  else if (line < 0)
    paintFiller(area);
  else
    paintText(side, row, line, pane, cell);
  if (state_.currentDifference >= 0 && model_.differenceOfRow(row) == state_.currentDifference) {
    painter_.fillRect(QRect(pane.left, top, kDifferenceMark, height), colors_.accent);
  }
  painter_.restore();
}

void RowPainter::paintSignature(Side side, int line, const PaneGeometry& pane, int height) {
  const QRect cell(pane.left, 0, pane.width, height + 1);
  painter_.save();
  painter_.setClipRect(cell);
  painter_.fillRect(cell, colors_.header);
  painter_.setFont(fonts_.code);
  painter_.setPen(colors_.comment);
  painter_.drawText(QRect(pane.left, 0, pane.numberRight() - pane.left, height), Qt::AlignVCenter | Qt::AlignRight,
                    QString::number(line + 1));
  const QTextLayout& layout = layouts_.layout(side, line);
  painter_.setPen(colors_.text);
  layout.draw(&painter_, QPointF(pane.textLeft(), (height - layout.lineAt(0).height()) / 2.0));
  painter_.fillRect(QRect(pane.left, height, pane.width, 1), colors_.border);
  painter_.restore();
}

void RowPainter::paintFold(int rows, bool hovered, const PaneGeometry& pane, int top, int height) {
  const QRect cell(pane.left, top, pane.width, height);
  painter_.fillRect(cell, colors_.gutter);
  painter_.setFont(fonts_.note);
  painter_.setPen(hovered ? colors_.accent : colors_.dim);
  const QString text = QCoreApplication::translate("gevo::ui::RowPainter", "⋯ folded: %1 equal lines").arg(rows);
  painter_.drawText(cell.adjusted(pane.textLeft() - pane.left, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
}

QColor RowPainter::lineColor(Side side, int row) const {
  const int line = model_.lineOfRow(side, row);
  const RowKind kind = model_.row(row).kind;
  QColor color = colors_.background;
  if (line >= 0 && kind != RowKind::Equal) {
    color = side == Side::Left ? colors_.removedLine : colors_.addedLine;
  } else if (line >= 0 && !model_.notes(side, line).isEmpty()) {
    color = blended(color, colors_.accent, 0.12);
  } else if (const NoteRow* note = model_.note(row); note && note->side == side) {
    color = blended(color, colors_.accent, 0.06);
  }
  const bool linked = state_.linked.isValid() && model_.sourceOf(side, line) == state_.linked;
  if (!linked && row != state_.hoveredRow) return color;
  return blended(color, linked ? colors_.accent : colors_.hover, linked ? 0.14 : 0.5);
}

void RowPainter::paintGutter(Side side, int line, const PaneGeometry& pane, const QRect& cell) {
  const QRect gutter(pane.left, cell.top(), pane.gutterWidth, cell.height());
  painter_.fillRect(gutter, colors_.gutter);
  if (line < 0) return;
  const SourceLine source = model_.sourceOf(side, line);
  const bool linked = source.isValid() && source == state_.linked;
  painter_.setFont(fonts_.code);
  painter_.setPen(linked ? colors_.text : colors_.comment);
  painter_.drawText(QRect(pane.left, cell.top(), pane.numberRight() - pane.left, cell.height()), Qt::AlignVCenter | Qt::AlignRight,
                    QString::number(line + 1));
  paintMark(model_.document(side).marks.value(line, LineMark::None), gutter);
  paintHeat(model_.document(side).heat.value(line), pane, cell);
  if (source.isValid()) {
    painter_.fillRect(QRect(pane.barLeft(), cell.top(), PaneGeometry::kBarWidth, cell.height()),
                      linkColor(colors_, source.file, source.line));
  }
}

/// Told apart by their shape, not by their colour alone.
void RowPainter::paintMark(LineMark mark, const QRect& gutter) {
  if (mark == LineMark::None) return;
  painter_.save();
  painter_.setRenderHint(QPainter::Antialiasing);
  painter_.setPen(mark == LineMark::Ring ? QPen(colors_.dim, 1.2) : Qt::NoPen);
  painter_.setBrush(mark == LineMark::Dot ? QBrush(colors_.dot) : Qt::NoBrush);
  painter_.drawEllipse(QPointF(gutter.left() + kMarkCentre, gutter.top() + gutter.height() / 2.0), kMarkRadius, kMarkRadius);
  painter_.restore();
}

/// Told apart by their length, too. What is not cold can be seen, however little it is.
void RowPainter::paintHeat(const LineHeat& heat, const PaneGeometry& pane, const QRect& cell) {
  if (heat.share <= 0 || pane.heatWidth == 0) return;
  constexpr int gap = 3;
  const int most = pane.heatWidth - gap;
  const int length = std::max(1, qRound(most * std::min(heat.share, 1.0F)));
  painter_.fillRect(QRect(pane.heatLeft(), cell.top() + 1, length, cell.height() - 2), heatColor(colors_.dark, heat.share));
}

void RowPainter::paintFiller(const QRect& area) {
  painter_.setBrushOrigin(area.topLeft());
  painter_.fillRect(area, hatching(colors_.filler, area.height()));
}

void RowPainter::paintText(Side side, int row, int line, const PaneGeometry& pane, const QRect& cell) {
  const int barEnd = pane.barLeft() + PaneGeometry::kBarWidth;
  painter_.save();
  painter_.setClipRect(QRect(barEnd, cell.top(), pane.right() - barEnd, cell.height()));
  const QTextLayout& layout = layouts_.layout(side, line);
  const QTextLine text = layout.lineAt(0);
  const QPointF origin(pane.textLeft() - state_.horizontalOffset, cell.top() + (cell.height() - text.height()) / 2.0);
  paintMarks(text, side, row, line, origin, cell);
  painter_.setPen(colors_.text);
  layout.draw(&painter_, origin);
  painter_.restore();
}

void RowPainter::paintMarks(const QTextLine& text, Side side, int row, int line, const QPointF& origin, const QRect& cell) {
  const DiffRow& diffRow = model_.row(row);
  const auto& changed = side == Side::Left ? diffRow.leftChanged : diffRow.rightChanged;
  for (const TextSpan& span : changed) {
    paintRange(text, static_cast<int>(span.begin), static_cast<int>(span.end), origin, cell.adjusted(0, 1, 0, -1),
               side == Side::Left ? colors_.removedWord : colors_.addedWord);
  }
  const QString& content = model_.lines(side).at(line);
  const auto current = state_.search.current();
  for (int column : state_.search.columnsIn(content)) {
    const bool here = current && current->row == row && current->column == column && (current->side == side || model_.hasEqualTexts(row));
    const QColor color = here ? colors_.foundCurrent : colors_.found;
    paintRange(text, column, column + static_cast<int>(state_.search.pattern().size()), origin, cell, color);
  }
  if (state_.selection.side != side) return;
  const auto [first, last] = state_.selection.columnsIn(line, static_cast<int>(content.size()));
  if (first < last) paintRange(text, first, last, origin, cell, colors_.selection);
}

void RowPainter::paintRange(const QTextLine& text, int first, int last, const QPointF& origin, const QRect& cell, const QColor& color) {
  const qreal left = text.cursorToX(first);
  qreal right = text.cursorToX(last);
  if (last > text.textLength()) right += kLineEndWidth;
  painter_.fillRect(QRectF(origin.x() + left, cell.top(), right - left, cell.height()), color);
}

/// Under the line's code, which words are told apart from by their font and colour.
void RowPainter::paintNote(const NoteRow& note, const PaneGeometry& pane, const QRect& cell) {
  const int barEnd = pane.barLeft() + PaneGeometry::kBarWidth;
  painter_.save();
  painter_.setClipRect(QRect(barEnd, cell.top(), pane.right() - barEnd, cell.height()));
  const QString line = model_.lines(note.side).at(model_.lineOfRow(note.side, note.lineRow));
  qsizetype indentation = 0;
  while (indentation < line.size() && line[indentation].isSpace()) ++indentation;
  const int column = QFontMetrics(fonts_.code).horizontalAdvance(QLatin1Char('0'));
  int left = pane.textLeft() - state_.horizontalOffset + DiffModel::columnsOf(line.left(indentation)) * column;
  painter_.setPen(colors_.accent);
  painter_.setFont(fonts_.note);
  if (note.begins)
    painter_.drawText(QRect(left, cell.top(), 2 * column, cell.height()), Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("▸"));
  left += 2 * column;
  bool isCode = false;
  for (const QString& part : note.text.split(QLatin1Char('`'))) {
    painter_.setFont(isCode ? fonts_.code : fonts_.note);
    painter_.setPen(isCode ? colors_.text : colors_.accent);
    const int width = QFontMetrics(painter_.font()).horizontalAdvance(part);
    painter_.drawText(QRect(left, cell.top(), width + 1, cell.height()), Qt::AlignVCenter | Qt::AlignLeft, part);
    left += width;
    isCode = !isCode;
  }
  painter_.restore();
}

} // namespace gevo::ui
