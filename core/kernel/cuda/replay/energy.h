#pragma once

/// Energy of repeated work, from a counter that advances in steps.

#include "core/base/result.h"

#include <cstddef>
#include <functional>

namespace gevo::cuda {

/// Runs the work for some milliseconds and returns how many times; an error ends the measurement.
using Batch = std::function<Result<std::size_t>()>;

struct EnergyWindow {
  /// Steps of the counter to skip first: they still include earlier work.
  std::size_t settling = 2;
  std::size_t leastSteps = 4; ///< of the counter, within it,
  /// Least number of batches: the counter is read between them only, so that many keep the error at both ends within a few per cent.
  std::size_t leastBatches = 50;
  double seconds = 5; ///< limit of the whole measurement
};

/// Millijoules of one run, over a window that begins and ends with a step of `counter` (millijoules, cumulative). An error if the
/// counter stands still.
Result<double> energyOfRun(const Batch& batch, const std::function<Result<double>()>& counter, const EnergyWindow& window = {});

} // namespace gevo::cuda
