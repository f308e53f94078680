#pragma once

/// How the variants of a file are judged, which decides on the workers: those that replay its traces know nothing but the file, those that
/// run its program live need its folder and its owner's trust.

#include "core/store/store.h"
#include "core/values/original_report.h"
#include "core/workers/worker_pool.h"

namespace gevo {

/// For workers that evaluate variants of the project. On GPUs it starts the process that runs each, where none does. Set the number of
/// workers before; 0 becomes one per core, or, where programs are judged live on GPUs, four for each of these: they take turns there, and
/// each has a context of its own.
Result<void> fitEvaluation(WorkerPoolSettings& settings, const Project& project, const EvaluationSettings& evaluation);

/// Variants that were timed by two different rules must not be compared, as those of a simulated GPU whose model has changed since: an
/// error says what the original of the run takes now and took then. On a device that measures it may take somewhat longer or shorter.
Result<void> checkTiming(const OriginalReport& now, const Fitness& then, std::int64_t run);

} // namespace gevo
