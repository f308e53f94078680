#pragma once

/// What the tests and fuzz inputs of a file run of its original.

#include "core/devices/job_options.h"
#include "core/store/store.h"

namespace gevo {

/// As the file has it. Where it has none, as one of an earlier version, it is measured in a worker, and added. Not measured where some of
/// the tests were recorded on a GPU, whose sizes the simulated one is not for. `project`: of the file, with its traces.
Result<ProgramCoverage> coverageOf(Store& store, const Project& project, const JobOptions& job);

} // namespace gevo
