#pragma once

/// Which lane of a warp holds which elements of a matrix. CUDA leaves it open for wmma's fragments; these are laid out as the PTX ISA lays
/// out those of mma.sync, so that memory is accessed as tensor cores access it: a tile of 32 words, several lanes side by side on each
/// line, then the next tile.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <optional>

namespace gevo::sim {

/// Of a product: `rows` x `depth` times `depth` x `columns`.
struct MatrixShape {
  unsigned rows = 0;
  unsigned columns = 0;
  unsigned depth = 0;
};

/// "m16n16k16".
std::optional<MatrixShape> matrixShape(llvm::StringRef name);
/// "f16" and so on.
std::optional<MatrixNumber> matrixNumber(llvm::StringRef name);
unsigned bytesOf(MatrixNumber number);

/// A number that depends on the lane: ((lane >> shift) & mask) * scale.
struct LaneNumber {
  unsigned shift = 0;
  unsigned mask = 0;
  unsigned scale = 1;

  unsigned of(unsigned lane) const { return ((lane >> shift) & mask) * scale; }
};

/// Elements of a lane that lie side by side, relative to the lane's own line and position.
struct MatrixRun {
  unsigned line = 0;
  unsigned position = 0;
};

/// A matrix is stored line by line: its rows, or its columns.
struct MatrixLayout {
  MatrixNumber number = MatrixNumber::Half;
  unsigned lineLength = 0; ///< elements
  unsigned columns = 0;    ///< of the matrix
  bool byColumn = false;
  unsigned perRun = 1;
  LaneNumber line;
  LaneNumber position;
  llvm::SmallVector<MatrixRun, 8> runs; ///< the lane's elements in order

  /// Elements of a lane.
  unsigned elements() const { return static_cast<unsigned>(runs.size()) * perRun; }
  /// Where in the matrix an element of a lane is: row * columns + column.
  unsigned placeOf(unsigned lane, unsigned element) const;
};

/// Of operand 'a' or 'b' of a product, or of the accumulators, 'c'.
MatrixLayout matrixLayout(const MatrixShape& shape, char operand, MatrixNumber number, bool byColumn);

} // namespace gevo::sim
