#pragma once

/// The limits that CUDA and the GPU model set for a launch.

#include "core/kernel/simulator/execute/launch_context.h"

namespace gevo::sim {

/// Message that names the limit that the launch exceeds; nothing if it exceeds none.
std::optional<std::string> launchError(const LaunchContext& context);

} // namespace gevo::sim
