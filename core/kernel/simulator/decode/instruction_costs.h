#pragma once

/// What one execution of each instruction takes, for profiles.

#include "core/kernel/simulator/code/code.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Function.h>

namespace gevo::sim {

class InstructionCosts {
public:
  InstructionCosts(const llvm::Function& function, std::vector<InstructionCost>& costs) : function_(function), costs_(costs) {}

  /// The instruction, in a block of the code, takes so many cycles: at least one.
  void add(const llvm::Instruction& instruction, std::uint32_t block, double cycles);

private:
  const llvm::Function& function_;
  std::vector<InstructionCost>& costs_;
  llvm::DenseMap<const llvm::Instruction*, std::uint32_t> indices_; ///< in the function; filled with the first cost
};

} // namespace gevo::sim
