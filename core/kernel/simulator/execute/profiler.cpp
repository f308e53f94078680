#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>

namespace gevo::sim {

void Executor::startProfile() {
  for (const CodeFunction& function : kernel_.functions) blockExecutions_.emplace_back(function.blocks.size());
}

void Executor::countBlock(const CodeFunction& function, std::uint32_t block, unsigned warps) {
  blockExecutions_[static_cast<std::size_t>(&function - kernel_.functions.data())][block] += warps;
}

void Executor::finishProfile() {
  for (std::size_t i = 0; i < kernel_.functions.size(); ++i) {
    const CodeFunction& function = kernel_.functions[i];
    std::vector<double>& cycles = profile_->cycles[function.name];
    cycles.resize(std::max<std::size_t>(cycles.size(), function.instructions));
    for (const InstructionCost& cost : function.costs)
      cycles[cost.instruction] += static_cast<double>(blockExecutions_[i][cost.block]) * cost.cycles;
  }
}

} // namespace gevo::sim
