#pragma once

/// What every launch must keep to.

#include "core/kernel/simulator/execute/launch_context.h"

namespace gevo::sim {

/// Why the launch is impossible; nothing where it is not.
std::optional<std::string> whyImpossible(const LaunchContext& context);

} // namespace gevo::sim
