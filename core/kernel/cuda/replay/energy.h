#pragma once

/// Energy of work that is done over and over, from a counter that goes on in steps.

#include "core/base/result.h"

#include <cstddef>
#include <functional>

namespace gevo::cuda {

/// Runs the work a few times, some milliseconds, and tells how often; an error ends the measurement.
using Batch = std::function<Result<std::size_t>()>;

struct EnergyWindow {
  /// Steps of the counter that go by before it begins: what they tell is still of the work before.
  std::size_t settling = 2;
  std::size_t leastSteps = 4; ///< of the counter, within it,
  /// and batches: where the counter is read only between them, so many of them keep the error of both ends at some per cent of it or less.
  std::size_t leastBatches = 50;
  double seconds = 5; ///< for all of it, whatever is reached
};

/// Millijoules of one run, over a window that begins and ends with a step of `counter` (millijoules since ever). An error where the counter
/// stands still.
Result<double> energyOfRun(const Batch& batch, const std::function<Result<double>()>& counter, const EnergyWindow& window = {});

} // namespace gevo::cuda
