#pragma once

/// A model of the simulated GPU from a file that the user names: "sim:FILE.toml".

#include "core/values/settings.h"

namespace gevo {

/// Reads the file that the device names into the settings, which keep it: workers read no files, and a run must be what it was when it is
/// resumed. Nothing to do for other devices. An error names the file.
Result<void> readModelFile(EvaluationSettings& settings);

} // namespace gevo
