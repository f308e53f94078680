#pragma once

/// How long work on single variants may take, and who follows it.

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>

namespace gevo {

struct JobOptions {
  std::string workerProgram; ///< empty: beside the running program
  /// Wall clock of one check and of one recording. Kernels end by their budgets; this is for what else may hang.
  std::chrono::milliseconds limit{std::chrono::minutes(30)};
  std::function<void(const std::string&)> progress; ///< what is being done ("recording held-out 1000 600 4 17"), a few times a second
  std::stop_token cancel;
};

} // namespace gevo
