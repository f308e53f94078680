#pragma once

/// A project's program in another configuration: its sources changed, built and recorded, and held to what the project's own tests deliver.

#include "core/kernel/build/build.h"
#include "core/protocol/configure.h"

namespace gevo::program {

/// An error only where the project itself can't be built here: its sources are missing or changed, or there is no compiler.
Result<ConfigureReply> configure(const ConfigureRequest& request, const Progress& progress, const FindGpu& findGpu = {});

} // namespace gevo::program
