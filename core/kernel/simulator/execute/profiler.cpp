#include "core/kernel/simulator/execute/profiler.h"

#include <algorithm>

namespace gevo::sim {

Profiler::Profiler(const KernelCode& kernel, Profile* profile) : kernel_(kernel), profile_(profile) {
  if (!profile_) return;
  for (const CodeFunction& function : kernel_.functions) {
    executions_.emplace_back(function.blocks.size());
    std::vector<std::vector<bool>>& taken = taken_.emplace_back();
    for (const Block& block : function.blocks) taken.emplace_back(block.edges.size());
  }
}

void Profiler::finish() {
  if (!profile_) return;
  for (std::size_t i = 0; i < kernel_.functions.size(); ++i) {
    const CodeFunction& function = kernel_.functions[i];
    std::vector<double>& cycles = profile_->cycles[function.name];
    cycles.resize(std::max<std::size_t>(cycles.size(), function.instructions));
    for (const InstructionCost& cost : function.costs)
      cycles[cost.instruction] += static_cast<double>(executions_[i][cost.block]) * cost.cycles;
    addEdges(function, taken_[i]);
  }
}

/// A block with several edges ends with the instruction that chooses one.
void Profiler::addEdges(const CodeFunction& function, const std::vector<std::vector<bool>>& taken) {
  std::vector<std::uint32_t> last(function.blocks.size());
  for (const InstructionCost& cost : function.costs) last[cost.block] = std::max(last[cost.block], cost.instruction);
  auto& edges = profile_->edges[function.name];
  for (std::size_t block = 0; block < taken.size(); ++block)
    for (std::uint32_t edge = 0; taken[block].size() > 1 && edge < taken[block].size(); ++edge)
      if (taken[block][edge]) edges.emplace(last[block], edge);
}

} // namespace gevo::sim
