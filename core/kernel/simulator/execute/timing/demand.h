#pragma once

/// The load that warps put on the parts of a multiprocessor.

#include "core/kernel/simulator/machine/model.h"

#include <algorithm>

namespace gevo::sim {

/// Each part in its own units.
struct Demand {
  double issue = 0;        ///< issue slots
  double shared = 0;       ///< wavefronts of shared memory
  double cacheSectors = 0; ///< 32-byte sectors through the L1 cache
  double levelTwoSectors = 0;
  double textures = 0; ///< fetches of warps, of elements of up to 4 bytes
  double atomics = 0;  ///< serialised lanes at the L2 cache

  void add(const Demand& other);
  Demand times(double factor) const {
    return {factor * issue, factor * shared, factor * cacheSectors, factor * levelTwoSectors, factor * textures, factor * atomics};
  }
  /// Cycles that the busiest part needs on one multiprocessor.
  double cycles(const Model& model) const { return std::max(cyclesBesideTextures(model), textures / model.textureFetchesPerCycle); }
  double cyclesBesideTextures(const Model& model) const;
};

/// Latency and throughput combined: near the larger of the two where they differ much, above both where they don't. `own`: what the latency
/// has of the throughput already; where that is all, the latency is the time.
double combinedCycles(const Model& model, double latency, double throughput, double own = 0);

} // namespace gevo::sim
