#pragma once

/// `gevo calibrate`: measures a GPU with probes of our own and makes a model of it for the simulated GPU.
/// See resources/docs/internals/simulator.md.

#include "core/base/result.h"
#include "core/values/calibration.h"

#include <functional>

namespace gevo::cuda {

/// Runs in this process, which a hanging probe blocks. `print`: reports what is being measured. An error if the GPU can't be used.
Result<CalibratedModel> calibrate(const CalibrationSettings& request, const std::function<void(const std::string&)>& print);

/// The PTX of the probes, for any GPU from sm_70 on.
std::string probeCode();

} // namespace gevo::cuda
