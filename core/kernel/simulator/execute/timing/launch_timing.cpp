#include "core/kernel/simulator/execute/timing/launch_timing.h"

#include "core/kernel/simulator/machine/occupancy.h"

#include <algorithm>
#include <cmath>

namespace gevo::sim {

void Demand::add(const Demand& other) {
  issue += other.issue;
  shared += other.shared;
  cacheSectors += other.cacheSectors;
  levelTwoSectors += other.levelTwoSectors;
  atomics += other.atomics;
}

double Demand::cycles(const Model& model) const {
  return std::max({issue / model.schedulers, shared / model.sharedAccessesPerCycle, cacheSectors / model.cacheSectorsPerCycle,
                   levelTwoSectors / model.levelTwoSectorsPerCycle, atomics / model.atomicsPerCycle});
}

double joined(const Model& model, double latency, double throughput) {
  const double larger = std::max(latency, throughput);
  const double share = std::min(latency, throughput) / larger; // the larger one's is 1
  if (larger <= 0) return 0;
  if (model.overlap == 3) return larger * std::cbrt(1 + share * share * share); // what models have; three times as fast
  return larger * std::pow(1 + std::pow(share, model.overlap), 1 / model.overlap);
}

LaunchTiming::LaunchTiming(const Model& model, const KernelCode& kernel, const Launch& launch) : model_(model) {
  const std::uint64_t threads = static_cast<std::uint64_t>(launch.block[0]) * launch.block[1] * launch.block[2];
  const std::uint64_t shared = static_cast<std::uint64_t>(kernel.staticShared) + launch.dynamicShared;
  // A block that the registers have no room for runs alone: the compiler of the program's own build may have found room.
  resident_ = std::max(1U, sim::residentBlocks(model, {static_cast<unsigned>(threads), shared, kernel.registers}));
}

void LaunchTiming::addBlock(double latency, const Demand& demand) {
  ++blocks_;
  latencySum_ += latency;
  longest_ = std::max(longest_, latency);
  demand_.add(demand);
}

double LaunchTiming::finish(double distinctBytes) const {
  if (blocks_ == 0) return model_.launchCycles;
  const double multiprocessors = model_.multiprocessors;
  const double perMultiprocessor = std::ceil(blocks_ / multiprocessors);
  // The fullest multiprocessor works off its blocks in waves of as many as fit at once.
  const double waves = std::max(1.0, perMultiprocessor / resident_);
  const double average = latencySum_ / blocks_;
  const double latency = std::max(longest_, average * waves) + model_.blockCycles * waves;
  Demand share = demand_;
  const double fraction = perMultiprocessor / blocks_;
  for (double* part : {&share.issue, &share.shared, &share.cacheSectors, &share.levelTwoSectors}) *part *= fraction;
  // Atomics of all blocks meet in the L2 cache, so that what counts is their sum.
  const double memory = distinctBytes > model_.levelTwoBytes ? distinctBytes / model_.memoryBytesPerCycle : 0;
  return model_.launchCycles + joined(model_, latency, std::max(share.cycles(model_), memory));
}

double missLatency(const Model& model, double footprintBytes) {
  auto between = [](double x, double fromX, double toX, double from, double to) {
    const double t = std::clamp((std::log2(std::max(x, 1.0)) - std::log2(fromX)) / (std::log2(toX) - std::log2(fromX)), 0.0, 1.0);
    return from + t * (to - from);
  };
  if (footprintBytes <= model.levelTwoBytes) return between(footprintBytes, 512e3, 16e6, model.levelTwoLatency, model.levelTwoFar);
  return between(footprintBytes, model.levelTwoBytes, 256e6, model.memoryLatency, model.memoryFar);
}

} // namespace gevo::sim
