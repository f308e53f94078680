#pragma once

/// The cycle model while a launch runs: see resources/docs/simulator.md.

#include "core/kernel/simulator/code/code.h"
#include "core/kernel/simulator/machine/model.h"

#include <array>

namespace gevo::sim {

/// What a group of warps asks of the parts of a multiprocessor, in their own units.
struct Demand {
  double issue = 0;        ///< issue slots
  double shared = 0;       ///< wavefronts of shared memory
  double cacheSectors = 0; ///< 32-byte sectors through the L1 cache
  double levelTwoSectors = 0;
  double atomics = 0; ///< serialised lanes at the L2 cache
  void add(const Demand& other);
  /// Cycles that the busiest part needs on one multiprocessor.
  double cycles(const Model& model) const;
};

/// Latency and throughput joined: near the larger of the two where they differ much, above both where they don't.
double joined(const Model& model, double latency, double throughput);

/// The same, remembered: most blocks take as long as the one before, phase for phase between their barriers.
class PhaseTimes {
public:
  explicit PhaseTimes(const Model& model) : model_(model) {}
  double of(std::size_t phase, double latency, double throughput) {
    Known& known = known_[phase % known_.size()];
    if (known.latency != latency || known.throughput != throughput) known = {latency, throughput, joined(model_, latency, throughput)};
    return known.cycles;
  }

private:
  struct Known {
    double latency = 0;
    double throughput = 0;
    double cycles = 0;
  };
  const Model& model_;
  std::array<Known, 16> known_;
};

class LaunchTiming {
public:
  LaunchTiming(const Model& model, const KernelCode& kernel, const Launch& launch);
  /// One block after the other, in block order.
  void addBlock(double latency, const Demand& demand);
  /// Cycles of the launch; `distinctBytes`: global memory that it touched.
  double finish(double distinctBytes) const;
  unsigned residentBlocks() const { return resident_; }

private:
  const Model& model_;
  double blocks_ = 0;
  unsigned resident_ = 1;
  double latencySum_ = 0;
  double longest_ = 0;
  Demand demand_;
};

/// Latency of a load that misses the L1 cache, by how much memory the launch can reach: interpolated between the figures.
double missLatency(const Model& model, double footprintBytes);

} // namespace gevo::sim
