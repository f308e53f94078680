#pragma once

/// The change of the sources whose code is that of near misses.

#include "core/devices/job_options.h"
#include "core/near_misses/near_miss.h"
#include "core/store/store.h"

namespace gevo {

/// Of each list, applied to the original alone in this configuration, and against its sources there: found by compiling candidates with the
/// program's own flags until one gives the same code, which proves it without a test. Lists that no candidate fits have none. Blocks while
/// it compiles. An error means that nothing could be compiled: clang, the toolkit or the sources are missing, or the file is not trusted.
Result<std::vector<ExactCuda>> exactCuda(const Store& store, const RunInfo& run, const Configuration& configuration,
                                         const std::vector<EditList>& lists, const JobOptions& settings);

} // namespace gevo
