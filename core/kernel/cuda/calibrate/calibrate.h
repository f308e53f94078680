#pragma once

/// `gevo calibrate`: measures a GPU with probes of our own and makes a model of it for the simulated GPU.
/// See resources/docs/internals/simulator.md.

#include "core/base/result.h"
#include "core/values/calibration.h"

#include <functional>

namespace gevo::cuda {

/// In this process, which a probe that never ends takes with it. `print`: what is being measured. An error where the GPU can't be used.
Result<CalibratedModel> calibrate(const CalibrationSettings& request, const std::function<void(const std::string&)>& print);

/// What the probes are made of: PTX for any GPU from sm_70 on.
std::string probeCode();

} // namespace gevo::cuda
