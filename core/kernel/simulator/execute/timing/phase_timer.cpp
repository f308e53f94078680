#include "core/kernel/simulator/execute/timing/phase_timer.h"

namespace gevo::sim {

void PhaseTimer::startBlock() {
  phase_ = {};
  block_ = {};
  cycle_ = 0;
  number_ = 0;
}

double PhaseTimer::cyclesOfPhase(double latency, double throughput) {
  KnownPhase& known = known_[number_ % known_.size()];
  if (known.latency != latency || known.throughput != throughput)
    known = {latency, throughput, combinedCycles(model_, latency, throughput)};
  return known.cycles;
}

void PhaseTimer::endPhase(double latest) {
  cycle_ += cyclesOfPhase(latest - cycle_, phase_.cyclesBesideTextures(model_));
  block_.add(phase_);
  phase_ = {};
  ++number_;
}

double PhaseTimer::passBarrier(unsigned warps) {
  cycle_ += barrierCycles(warps);
  return cycle_;
}

void PhaseTimer::endBlock(double weight) { launch_.addBlock(cycle_, block_, weight); }

} // namespace gevo::sim
