#include "core/kernel/simulator/execute/timing/demand.h"

#include <algorithm>
#include <cmath>

namespace gevo::sim {

void Demand::add(const Demand& other) {
  issue += other.issue;
  shared += other.shared;
  cacheSectors += other.cacheSectors;
  levelTwoSectors += other.levelTwoSectors;
  textures += other.textures;
  atomics += other.atomics;
}

double Demand::cyclesBesideTextures(const Model& model) const {
  return std::max({issue / model.schedulers, shared / model.sharedAccessesPerCycle, cacheSectors / model.cacheSectorsPerCycle,
                   levelTwoSectors / model.levelTwoSectorsPerCycle, atomics / model.atomicsPerCycle});
}

double combinedCycles(const Model& model, double latency, double throughput, double own) {
  const double larger = std::max(latency, throughput);
  if (larger <= 0) return 0;
  const auto power = [&](double cycles) { // of its share
    const double share = cycles / larger;
    return model.overlap == 2 ? share * share : std::pow(share, model.overlap); // most models have 2; many times as fast
  };
  const double sum = std::max(1.0, power(latency) + power(throughput) - power(own));
  return larger * (model.overlap == 2 ? std::sqrt(sum) : std::pow(sum, 1 / model.overlap));
}

} // namespace gevo::sim
