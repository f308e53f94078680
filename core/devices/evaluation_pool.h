#pragma once

/// Which workers evaluate the variants of a file: those that replay its traces know only the file, those that run its host program need its
/// folder and its owner's trust.

#include "core/store/store.h"
#include "core/values/original_report.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

/// Fits the settings for workers that evaluate variants of the project. Starts the process that runs each GPU, where there is none. Set the
/// number of workers before; 0 becomes one per core, or, where host programs run on GPUs, four for each of these: they take turns there,
/// and each has a context of its own.
Result<void> fitEvaluation(WorkerPoolSettings& settings, const Project& project, const EvaluationSettings& evaluation);

/// The pool of workers on this machine that `load`, a wire-encoded LoadRequest, asks for.
Result<std::unique_ptr<JobPool>> startEvaluationPool(WorkerPoolSettings settings, Bytes load);

/// Variants that were timed differently must not be compared, for example after the model of the simulated GPU has changed: an error if
/// the original of the run takes another time now than it took then. On a device that measures, the times may differ somewhat.
Result<void> checkTiming(const OriginalReport& now, const Fitness& then, std::int64_t run);

} // namespace gevo
