#pragma once

/// A project's program, built and ready to run live: where, how, and what its runs are worth.

#include "core/kernel/host_run/host_run_evaluator.h"
#include "core/kernel/host_run/workspace.h"

namespace gevo::program {

struct HostRunProgram {
  /// Builds it from its sources in `folder`, where its relative paths start.
  static Result<std::unique_ptr<HostRunProgram>> open(const Project& project, const EvaluationSettings& settings,
                                                      const std::filesystem::path& folder);

  Workspace place;
  HostRunner runner;
  HostRunEvaluator judge;
};

} // namespace gevo::program
