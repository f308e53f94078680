#include "core/kernel/simulator/execute/interleaved_launch.h"

#include "core/kernel/simulator/execute/launch_reports.h"

#include <algorithm>

namespace gevo::sim {
namespace {

constexpr std::size_t mostResident = 4;

bool has(const CodeFunction& function, OpKind kind) {
  return std::ranges::any_of(function.blocks, [kind](const Block& block) {
    return std::ranges::any_of(block.ops, [kind](const Op& op) { return op.kind == kind; });
  });
}

bool allocates(const CodeFunction& function) { return has(function, OpKind::Malloc) || has(function, OpKind::Free); }

bool shares(const CodeFunction& function) {
  return std::ranges::any_of(function.accesses, [](const Access& access) { return access.kind.isStrong(); });
}

} // namespace

bool canInterleave(const KernelCode& kernel) {
  // What a block allocates, the other residents don't see.
  return std::ranges::any_of(kernel.functions, shares) && std::ranges::none_of(kernel.functions, allocates);
}

bool dependsOnOrder(const KernelCode& kernel) {
  return std::ranges::any_of(kernel.functions, shares) || std::ranges::any_of(kernel.functions, allocates);
}

bool readsClock(const KernelCode& kernel) {
  return std::ranges::any_of(kernel.functions,
                             [](const CodeFunction& function) { return std::ranges::any_of(function.blocks, &Block::readsClock); });
}

LaunchReport runInterleaved(const Program& program, const KernelCode& kernel, const Model& model, const Launch& launch,
                            const Limits& limits, GlobalMemory& global, std::vector<std::unique_ptr<ExecutorState>>& states) {
  Limits own = limits;
  own.checkRaces = false;
  RandomTurns turns(limits.schedule.seed);
  const std::uint64_t blocks = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const std::size_t residents = std::clamp<std::size_t>(blocks, 1, mostResident);
  while (states.size() < residents) states.push_back(std::make_unique<ExecutorState>());
  std::vector<std::unique_ptr<Executor>> all;
  std::vector<Executor*> running;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < residents; ++i) {
    all.push_back(std::make_unique<Executor>(program, kernel, model, launch, own, global, *states[i], &turns));
    if (!all.back()->begin()) return all.back()->end();
    all.back()->startBlock(next++);
    running.push_back(all.back().get());
  }
  while (!running.empty()) {
    const std::size_t drawn = turns.draw(running.size());
    const Executor::Progress progress = running[drawn]->advance(turns);
    if (progress == Executor::Progress::Fault) break;
    if (progress == Executor::Progress::Continues) continue;
    if (next < blocks)
      running[drawn]->startBlock(next++);
    else
      running.erase(running.begin() + static_cast<std::ptrdiff_t>(drawn));
  }
  LaunchReport report;
  for (const auto& executor : all) addReport(report, executor->end());
  return report;
}

} // namespace gevo::sim
