#pragma once

/// What several blocks of a launch that run at once report, as one report.

#include "core/kernel/simulator/machine/launch.h"

namespace gevo::sim {

/// The first fault counts; races are left alone.
void addReport(LaunchReport& sum, LaunchReport part);

} // namespace gevo::sim
