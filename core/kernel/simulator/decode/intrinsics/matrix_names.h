#pragma once

/// What the names of LLVM's intrinsics for matrices say: shape, layouts and numbers.

#include "core/kernel/simulator/decode/intrinsics/matrix_layout.h"

#include <llvm/IR/Instructions.h>

#include <array>

namespace gevo::sim {

/// The parts of an intrinsic's name that follow "llvm.nvvm.wmma.", or "llvm.nvvm.mma.".
using MatrixNames = llvm::SmallVector<llvm::StringRef, 8>;
MatrixNames matrixNames(const llvm::CallInst& call);

/// Of a load or store: "m16n16k16.load.a.row.stride.f16". Nothing: not supported.
std::optional<MatrixLayout> accessLayout(const MatrixNames& names);
/// The stride, of lines in elements, is the last operand.
bool hasStride(const MatrixNames& names);

/// The layouts of a product's operands and result.
struct ProductLayouts {
  MatrixShape shape;
  bool saturates = false;
  std::array<MatrixLayout, 3> operands;
  MatrixLayout result;
};

/// Of a product: "m16n16k16.mma.row.col.f32.f32", of integers perhaps with "satfinite", of doubles with "rn". Nothing: not supported.
std::optional<ProductLayouts> productLayouts(MatrixNames names);

} // namespace gevo::sim
