#include "core/kernel/simulator/decode/instruction_costs.h"

#include <llvm/IR/InstIterator.h>

#include <algorithm>

namespace gevo::sim {

void InstructionCosts::add(const llvm::Instruction& instruction, std::uint32_t block, double cycles) {
  std::uint32_t index = 0;
  if (indices_.empty())
    for (const llvm::Instruction& any : llvm::instructions(function_)) indices_[&any] = index++;
  costs_.push_back({indices_.lookup(&instruction), block, std::max(cycles, 1.0)});
}

} // namespace gevo::sim
