#include "core/kernel/simulator/execute/timing/launch_timing.h"

#include "core/kernel/simulator/machine/occupancy.h"

#include <algorithm>
#include <cmath>

namespace gevo::sim {

LaunchTiming::LaunchTiming(const Model& model, const KernelCode& kernel, const Launch& launch) : model_(model) {
  const std::uint64_t threads = static_cast<std::uint64_t>(launch.block[0]) * launch.block[1] * launch.block[2];
  const std::uint64_t shared = static_cast<std::uint64_t>(kernel.staticShared) + launch.dynamicShared;
  // A block that the registers have no room for runs alone: the compiler of the program's own build may have found room.
  resident_ = std::max(1U, residentBlocks(model, {static_cast<unsigned>(threads), shared, kernel.registers}));
}

void LaunchTiming::addBlock(double latency, const Demand& demand, double weight) {
  blocks_ += weight;
  latencySum_ += weight * latency;
  longest_ = std::max(longest_, latency);
  demand_.add(weight == 1 ? demand : demand.times(weight));
}

void LaunchTiming::add(const LaunchTiming& other) {
  blocks_ += other.blocks_;
  latencySum_ += other.latencySum_;
  longest_ = std::max(longest_, other.longest_);
  demand_.add(other.demand_);
}

double LaunchTiming::cycles(double distinctBytes) const {
  if (blocks_ == 0) return model_.launchCycles;
  const LaunchBounds parts = bounds(distinctBytes);
  return parts.launch + combinedCycles(model_, parts.latency, parts.throughput(), parts.own);
}

LaunchBounds LaunchTiming::bounds(double distinctBytes) const {
  LaunchBounds parts;
  parts.launch = model_.launchCycles;
  if (blocks_ == 0) return parts;
  const double multiprocessors = model_.multiprocessors;
  const double perMultiprocessor = std::ceil(blocks_ / multiprocessors);
  // The fullest multiprocessor works off its blocks in waves of as many as fit at once.
  const double waves = std::max(1.0, perMultiprocessor / resident_);
  const double average = latencySum_ / blocks_;
  parts.latency = std::max(longest_, average * waves) + model_.blockCycles * waves;
  Demand share = demand_;
  const double fraction = perMultiprocessor / blocks_;
  for (double* part : {&share.issue, &share.shared, &share.cacheSectors, &share.levelTwoSectors, &share.textures}) *part *= fraction;
  parts.issue = share.issue / model_.schedulers;
  parts.shared = share.shared / model_.sharedAccessesPerCycle;
  parts.levelOne = share.cacheSectors / model_.cacheSectorsPerCycle;
  parts.levelTwo = share.levelTwoSectors / model_.levelTwoSectorsPerCycle;
  parts.textures = share.textures / model_.textureFetchesPerCycle;
  // Atomics of all blocks meet in the L2 cache, so that what counts is their sum.
  parts.atomics = share.atomics / model_.atomicsPerCycle;
  parts.memory = distinctBytes > model_.levelTwoBytes ? distinctBytes / model_.memoryBytesPerCycle : 0;
  parts.dispatch = blocks_ * model_.dispatchCycles;
  // A block alone on its multiprocessor has waited for its own warps already; others compete with it.
  Demand own = share.times(1 / std::min<double>(perMultiprocessor, resident_));
  own.atomics = demand_.atomics / blocks_;
  parts.own = own.cycles(model_);
  return parts;
}

} // namespace gevo::sim
