#pragma once

/// Options of work on single variants: time limit, progress and cancelling.

#include "core/base/work_limit.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace gevo {

class RecordingWorker;

struct JobOptions {
  std::string workerProgram; ///< empty: beside the running program
  /// Of one validation and of one recording. Kernels end by their budgets; this is for anything else that may hang.
  WorkLimit limit{std::chrono::minutes(30)};
  std::function<void(const std::string&)> progress; ///< what is being done ("recording held-out 1000 600 4 17"), a few times a second
  std::stop_token cancel;
  /// Records inputs (core/inputs), for work that does so more than once. Null: each recording builds the program for itself.
  std::shared_ptr<RecordingWorker> recordingWorker;
};

} // namespace gevo
