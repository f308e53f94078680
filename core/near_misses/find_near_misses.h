#pragma once

/// Finds the near misses of a run: from rejected evaluations the edits that their parents did not have, each tried on the best exact
/// variant, and run there past what rejects it to see how fast it would be.
///
/// The authors of Liou et al. 2022 came to padding the grid of SIMCoV that way (VI): a variant without its bound checks read outside.

#include "core/devices/job_options.h"
#include "core/near_misses/near_miss.h"
#include "core/store/store.h"

namespace gevo {

struct NearMissOptions {
  std::size_t mostTried = 1000; ///< edits, of each reason and place in turn
  double leastGain = 0.01;      ///< share of the best variant's time
  std::size_t mostOfGroup = 3;  ///< near misses that are listed of one reason and line
  std::size_t mostInCuda = 6;   ///< groups whose first is written in CUDA; 0: none
};

/// Blocks while it evaluates. Nothing is written to the file. An error where the run can't be replayed on the simulated GPU.
Result<NearMisses> findNearMisses(const Store& store, const RunInfo& run, const NearMissOptions& options, const JobOptions& settings);

} // namespace gevo
