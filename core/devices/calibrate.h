#pragma once

/// Measures a GPU in a worker of its own, which may hang or crash: `gevo calibrate`.

#include "core/base/result.h"
#include "core/values/calibration.h"

#include <chrono>
#include <functional>

namespace gevo {

struct CalibrationJob {
  CalibrationSettings request;
  std::string workerProgram;                             ///< path of gevo-worker; empty: beside the running program
  std::chrono::seconds timeout{300};                     ///< then the worker is killed
  std::function<void(const std::string&)> progress = {}; ///< what is being measured; on the calling thread
};

/// Blocks. An error says which probe did not end.
Result<CalibratedModel> calibrate(const CalibrationJob& settings);

} // namespace gevo
