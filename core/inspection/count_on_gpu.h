#pragma once

/// Counters of a real GPU for one variant of a file.

#include "core/edit/edit.h"
#include "core/values/gpu_counters.h"
#include "core/values/settings.h"

#include <stop_token>
#include <string>

namespace gevo {

class Store;

/// With one real GPU as the device: the settings' own, or the first.
EvaluationSettings countedOn(EvaluationSettings settings);

/// Of the variant and the original. `settings`: of its run, with the GPU to use as `device`. Takes seconds: the launches are repeated for
/// each group of counters. `workerProgram`: path of gevo-worker; empty: beside the running program.
Result<GpuCounters> countOnGpu(const Store& store, const EvaluationSettings& settings, const EditList& edits, std::stop_token stop = {},
                               const std::string& workerProgram = {});

} // namespace gevo
