#pragma once

/// Cycles of one execution of each instruction, for profiles.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

namespace gevo::sim {

class InstructionCosts {
public:
  InstructionCosts(const llvm::Function& function, std::vector<InstructionCost>& costs) : function_(function), costs_(costs) {}

  /// Records the cycles of the instruction in a block of the code; at least one.
  void add(const llvm::Instruction& instruction, std::uint32_t block, double cycles);

private:
  const llvm::Function& function_;
  std::vector<InstructionCost>& costs_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> indices_; ///< in the function; filled with the first cost
};

} // namespace gevo::sim
