#pragma once

/// Additions of integers that ptxas makes one instruction of: IADD3 adds three.

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace gevo::sim {

class FoldedSums {
public:
  explicit FoldedSums(const llvm::Function& function);
  /// The sum is computed by the instruction that alone reads it.
  bool contains(const llvm::Instruction& sum) const { return sums_.contains(&sum); }

private:
  void consider(const llvm::Instruction& sum);
  bool hasOperandIn(const llvm::Instruction& sum) const;

  llvm::DenseSet<const llvm::Value*> sums_;
};

} // namespace gevo::sim
