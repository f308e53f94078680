#pragma once

/// Checks on a real GPU that everything works that runs rely on.

#include "core/base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace gevo::bench {

/// Prints a line for each step; an error at the first step with an unexpected result. Breaks its own context at the end, intentionally.
Result<void> runGpuTrial(int gpu, const std::function<void(const std::string&)>& print);

/// The PTX of the steps.
std::vector<std::string> gpuTrialCodes();

} // namespace gevo::bench
