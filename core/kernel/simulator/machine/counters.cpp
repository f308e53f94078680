#include "core/kernel/simulator/machine/counters.h"

#include <algorithm>

namespace gevo::sim {

void PlaceCounts::add(const PlaceCounts& other) {
  cycles += other.cycles;
  instructions += other.instructions;
  loadSectors += other.loadSectors;
  storeSectors += other.storeSectors;
  sharedConflicts += other.sharedConflicts;
  barriers += other.barriers;
  barrierCycles += other.barrierCycles;
  warpCycles += other.warpCycles;
  divergentBranches += other.divergentBranches;
}

double LaunchBounds::throughput() const { return std::max({issue, shared, levelOne, levelTwo, textures, atomics, memory, dispatch}); }

void LaunchBounds::add(const LaunchBounds& other) {
  launch += other.launch;
  latency += other.latency;
  issue += other.issue;
  shared += other.shared;
  levelOne += other.levelOne;
  levelTwo += other.levelTwo;
  textures += other.textures;
  atomics += other.atomics;
  memory += other.memory;
  dispatch += other.dispatch;
  own += other.own;
}

} // namespace gevo::sim
