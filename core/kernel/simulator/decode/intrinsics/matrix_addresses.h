#pragma once

/// The addresses by which the lanes of a warp load or store a matrix.

#include "core/kernel/simulator/decode/decoder_parts.h"
#include "core/kernel/simulator/decode/intrinsics/matrix_layout.h"

#include <map>

namespace gevo::sim {

/// Emits a check of the matrix's place, and addresses as far as the lines that lanes' elements lie on differ.
class MatrixAddresses {
public:
  /// `base`: the matrix's address; `stride`: elements from line to line. All lanes have the same.
  MatrixAddresses(DecoderParts& parts, const MatrixLayout& layout, Slot base, Slot stride);

  /// Of each lane's position on the line that is `line` lines after its own.
  Slot ofLine(unsigned line);

private:
  Slot emitLaneNumber(const LaneNumber& number);
  Slot emitAddress(Slot base, Slot index, unsigned variant, unsigned scale, Cost cost);

  DecoderParts& parts_;
  unsigned bytes_; ///< of an element
  Slot wideStride_;
  Slot first_ = 0;
  std::map<unsigned, Slot> lines_;
};

} // namespace gevo::sim
