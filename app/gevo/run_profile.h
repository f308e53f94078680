#pragma once

/// `gevo run --profile`: where the time went.

#include "core/session/run_session.h"
#include "core/values/gpu_use.h"

#include <map>

#include <nlohmann/json_fwd.hpp>

namespace gevo {

struct RunProfile {
  EvolutionProgress progress; ///< the last one
  unsigned workers = 0;
  double storeSeconds = 0;      ///< CPU of this process in the file
  double mainSeconds = 0;       ///< CPU of this process, of this run
  double workerSeconds = 0;     ///< CPU of the workers, known when they have ended
  std::uint64_t mainPeak = 0;   ///< bytes of memory
  std::uint64_t workerPeak = 0; ///< of the largest worker
  std::map<int, GpuUse> gpus;   ///< by their numbers
};

/// What this process and its ended children have used so far.
struct Usage {
  double own = 0;
  double children = 0;
  std::uint64_t ownPeak = 0;
  std::uint64_t childPeak = 0;
};
Usage usageSoFar();

/// `before`: from the run's begin; to be called when the workers have ended.
RunProfile profileOf(const EvolutionProgress& progress, unsigned workers, double storeSeconds, const Usage& before);

void printProfile(const RunProfile& profile);
nlohmann::json profileJson(const RunProfile& profile);

} // namespace gevo
