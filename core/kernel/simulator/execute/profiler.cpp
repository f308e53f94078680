#include "core/kernel/simulator/execute/profiler.h"

#include <algorithm>

namespace gevo::sim {

Profiler::Profiler(const KernelCode& kernel, Profile* profile) : kernel_(kernel), profile_(profile) {
  if (profile_)
    for (const CodeFunction& function : kernel_.functions) executions_.emplace_back(function.blocks.size());
}

void Profiler::finish() {
  if (!profile_) return;
  for (std::size_t i = 0; i < kernel_.functions.size(); ++i) {
    const CodeFunction& function = kernel_.functions[i];
    std::vector<double>& cycles = profile_->cycles[function.name];
    cycles.resize(std::max<std::size_t>(cycles.size(), function.instructions));
    for (const InstructionCost& cost : function.costs)
      cycles[cost.instruction] += static_cast<double>(executions_[i][cost.block]) * cost.cycles;
  }
}

} // namespace gevo::sim
