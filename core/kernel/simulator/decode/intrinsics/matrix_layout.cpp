#include "core/kernel/simulator/decode/intrinsics/matrix_layout.h"

#include <llvm/ADT/StringSwitch.h>

#include <algorithm>
#include <bit>

namespace gevo::sim {

namespace {

constexpr unsigned wordBytes = 4;
constexpr unsigned lanesPerLine = 4; ///< of a tile: 16 bytes
constexpr unsigned tileLines = laneCount / lanesPerLine;

/// Whole words of each line, or doubles; lines shorter than a tile's make it taller, and few lines make it wider.
void layOutOperand(MatrixLayout& layout, unsigned lines) {
  layout.perRun = std::max(1U, wordBytes / bytesOf(layout.number));
  const unsigned across = std::max(std::min(lanesPerLine, layout.lineLength / layout.perRun), laneCount / std::min(lines, laneCount));
  const unsigned height = laneCount / across;
  layout.line = {static_cast<unsigned>(std::countr_zero(across)), laneCount - 1, 1};
  layout.position = {0, across - 1, layout.perRun};
  for (unsigned position = 0; position < layout.lineLength; position += across * layout.perRun)
    for (unsigned line = 0; line < lines; line += height) layout.runs.push_back({line, position});
}

/// Two elements of a row in each lane, whichever way the matrix is stored: fragments of accumulators don't say it.
void layOutAccumulator(MatrixLayout& layout, unsigned rows) {
  const LaneNumber row{2, tileLines - 1, 1};
  const LaneNumber column{0, lanesPerLine - 1, 2};
  layout.perRun = layout.byColumn ? 1 : 2;
  layout.line = layout.byColumn ? column : row;
  layout.position = layout.byColumn ? row : column;
  for (unsigned left = 0; left < layout.columns; left += 2 * lanesPerLine)
    for (unsigned top = 0; top < rows; top += tileLines)
      if (layout.byColumn)
        layout.runs.append({{left, top}, {left + 1, top}});
      else
        layout.runs.push_back({top, left});
}

} // namespace

std::optional<MatrixShape> matrixShape(llvm::StringRef name) {
  MatrixShape shape;
  if (!name.consume_front("m") || name.consumeInteger(10, shape.rows) || !name.consume_front("n") ||
      name.consumeInteger(10, shape.columns) || !name.consume_front("k") || name.consumeInteger(10, shape.depth) || !name.empty())
    return std::nullopt;
  return shape;
}

std::optional<MatrixNumber> matrixNumber(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<MatrixNumber>>(name)
      .Case("f16", MatrixNumber::Half)
      .Case("bf16", MatrixNumber::Brain)
      .Case("tf32", MatrixNumber::Tensor)
      .Case("f32", MatrixNumber::Single)
      .Case("f64", MatrixNumber::Double)
      .Case("s8", MatrixNumber::Signed)
      .Case("u8", MatrixNumber::Unsigned)
      .Case("s32", MatrixNumber::Word)
      .Default(std::nullopt);
}

unsigned bytesOf(MatrixNumber number) {
  switch (number) {
  case MatrixNumber::Half:
  case MatrixNumber::Brain:
    return 2;
  case MatrixNumber::Signed:
  case MatrixNumber::Unsigned:
    return 1;
  case MatrixNumber::Tensor:
  case MatrixNumber::Single:
  case MatrixNumber::Word:
    return 4;
  case MatrixNumber::Double:
    return 8;
  }
  return 4;
}

unsigned MatrixLayout::placeOf(unsigned lane, unsigned element) const {
  const MatrixRun& run = runs[element / perRun];
  const unsigned onLine = position.of(lane) + run.position + element % perRun;
  const unsigned ofLine = line.of(lane) + run.line;
  return byColumn ? onLine * columns + ofLine : ofLine * columns + onLine;
}

MatrixLayout matrixLayout(const MatrixShape& shape, char operand, MatrixNumber number, bool byColumn) {
  const unsigned rows = operand == 'b' ? shape.depth : shape.rows;
  MatrixLayout layout;
  layout.number = number;
  layout.columns = operand == 'a' ? shape.depth : shape.columns;
  layout.byColumn = byColumn;
  layout.lineLength = byColumn ? rows : layout.columns;
  if (operand == 'c')
    layOutAccumulator(layout, rows);
  else
    layOutOperand(layout, byColumn ? layout.columns : rows);
  return layout;
}

} // namespace gevo::sim
