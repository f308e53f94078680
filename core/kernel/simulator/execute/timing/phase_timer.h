#pragma once

/// Times the blocks of threads of a launch, phase by phase: a phase lasts from one barrier to the next.

#include "core/kernel/simulator/execute/timing/launch_timing.h"

#include <array>

namespace gevo::sim {

class PhaseTimer {
public:
  PhaseTimer(const Model& model, const KernelCode& kernel, const Launch& launch) : model_(model), launch_(model, kernel, launch) {}

  void startBlock();
  /// All warps wait or have ended; the slowest is at cycle `latest` of the block.
  void endPhase(double latest);
  /// Some warps leave a barrier together; returns the cycle of the block at which they do.
  double passBarrier(unsigned warps);
  /// How long it takes so many warps that come together.
  double barrierCycles(unsigned warps) const { return model_.barrierBase + model_.barrierPerWarp * static_cast<double>(warps); }
  /// The block stands for `weight` blocks.
  void endBlock(double weight);
  /// Blocks of the same launch that another has timed.
  void add(const PhaseTimer& other) { launch_.add(other.launch_); }
  /// Of the launch, see LaunchTiming::cycles.
  double cycles(double distinctBytes) const { return launch_.cycles(distinctBytes); }
  LaunchBounds bounds(double distinctBytes) const { return launch_.bounds(distinctBytes); }

  /// What the phase that runs asks of the multiprocessor: whoever executes something adds to it.
  Demand& demand() { return phase_; }

private:
  double cyclesOfPhase(double latency, double throughput);

  /// Most blocks take as long as the one before, phase by phase: this saves computing it.
  struct KnownPhase {
    double latency = 0;
    double throughput = 0;
    double cycles = 0;
  };

  const Model& model_;
  LaunchTiming launch_;
  Demand phase_;
  Demand block_;
  double cycle_ = 0;       ///< of the block, where the phase began
  std::size_t number_ = 0; ///< of the phase
  std::array<KnownPhase, 16> known_;
};

} // namespace gevo::sim
