#pragma once

/// A test of our own on a real GPU: does everything that runs rest on work there?

#include "core/base/result.h"

#include <functional>
#include <string>
#include <vector>

namespace gevo::bench {

/// Prints a line for each step; an error at the first that does not come out as it must. Breaks its own context at the end, on purpose.
Result<void> runGpuTrial(int gpu, const std::function<void(const std::string&)>& print);

/// The PTX of its steps.
std::vector<std::string> gpuTrialCodes();

} // namespace gevo::bench
