#pragma once

/// Extensions of 32-bit indices to 64 bits that only address computations use. They cost nothing: the address computation extends the
/// index itself.

#include "core/kernel/simulator/decode/block_order.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Value.h>

namespace gevo::sim {

class FoldedExtensions {
public:
  explicit FoldedExtensions(const BlockOrder& order);

  bool contains(const llvm::Value* value) const { return isSigned_.contains(value); }
  bool isSigned(const llvm::Value* value) const { return isSigned_.lookup(value); }

private:
  llvm::DenseMap<const llvm::Value*, bool> isSigned_;
};

} // namespace gevo::sim
