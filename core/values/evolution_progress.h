#pragma once

/// Live figures of a run, and why it ended.

#include "core/values/acceptance.h"
#include "core/values/generation.h"
#include "core/values/stage_costs.h"

namespace gevo {

/// Live figures, several times a second, also in the middle of a generation.
struct EvolutionProgress {
  std::uint32_t generation = 0;
  std::uint32_t slotsDone = 0;
  std::uint32_t slotCount = 0;   ///< not "slots", which is a keyword to Qt
  std::uint64_t evaluations = 0; ///< of this call
  std::uint64_t valid = 0;
  double seconds = 0; ///< since this call began
  unsigned workersAlive = 0;
  unsigned workersRestarted = 0;
  Acceptance acceptance; ///< of this call's evaluations; in the current generation `reused` is what the workers report
  StageCosts stages;
  double searchSeconds = 0; ///< CPU of choosing parents and survivors; the calling thread's
  SearchStage stage = SearchStage::Evolve;
  std::uint32_t configurations = 0; ///< that are being built
  bool remeasuring = false;         ///< the generation's evaluations are done, and its best are measured again
  bool isTrying = false;            ///< the last generation is done, and the best are tried on fuzz inputs
};

enum class StopReason : std::uint8_t { Generations, Time, Cancelled, Failed, Target, Stagnation, Evaluations, Tuned };

} // namespace gevo
