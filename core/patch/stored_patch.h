#pragma once

/// The patch of a variant in a file: made once, then kept.

#include "core/devices/job_options.h"
#include "core/store/store.h"

namespace gevo {

/// The file's if it is proven, else one that is made now and kept there. An error if it can't be made; one that can't be kept is returned
/// all the same.
Result<SourcePatch> storedPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings);

} // namespace gevo
