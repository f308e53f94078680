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

double Demand::cycles(const Model& model) const {
  return std::max({issue / model.schedulers, shared / model.sharedAccessesPerCycle, cacheSectors / model.cacheSectorsPerCycle,
                   levelTwoSectors / model.levelTwoSectorsPerCycle, textures / model.textureFetchesPerCycle,
                   atomics / model.atomicsPerCycle});
}

double combinedCycles(const Model& model, double latency, double throughput) {
  const double larger = std::max(latency, throughput);
  const double share = std::min(latency, throughput) / larger; // the larger one's is 1
  if (larger <= 0) return 0;
  if (model.overlap == 3) return larger * std::cbrt(1 + share * share * share); // what models have; three times as fast
  return larger * std::pow(1 + std::pow(share, model.overlap), 1 / model.overlap);
}

} // namespace gevo::sim
