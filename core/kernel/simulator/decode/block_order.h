#pragma once

/// The order in which a function's basic blocks are decoded, their numbers in the code, and where lanes that took different ways come
/// together again.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/BasicBlock.h>

#include <optional>

namespace gevo::sim {

class BlockOrder {
public:
  explicit BlockOrder(const llvm::Function& function);

  /// The blocks that can be reached, in reverse post-order.
  llvm::ArrayRef<const llvm::BasicBlock*> blocks() const { return blocks_; }
  /// Position in blocks(); nothing where the block can't be reached.
  std::optional<unsigned> positionOf(const llvm::BasicBlock& block) const;
  /// Index into CodeFunction::blocks of the block's start; its pieces between barriers and calls follow.
  std::uint32_t numberOf(const llvm::BasicBlock& block) const { return numbers_.lookup(&block); }
  /// How many blocks the code has.
  std::uint32_t codeBlocks() const { return codeBlocks_; }
  /// Number of the first block that every path from `block` passes; noBlock where there is none.
  std::uint32_t reconvergence(const llvm::BasicBlock& block) const;

private:
  std::vector<const llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> positions_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> numbers_;
  llvm::DenseMap<const llvm::BasicBlock*, std::uint32_t> postDominators_;
  std::uint32_t codeBlocks_ = 0;
};

} // namespace gevo::sim
