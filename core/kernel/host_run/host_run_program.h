#pragma once

/// A project's host program, built and ready to run, with its workspace, runner and evaluator.

#include "core/kernel/host_run/host_run_evaluator.h"
#include "core/kernel/host_run/workspace.h"

namespace gevo::program {

struct HostRunProgram {
  /// Builds it from its sources in `folder`, where its relative paths start.
  static Result<std::unique_ptr<HostRunProgram>> open(const Project& project, const EvaluationSettings& settings,
                                                      const std::filesystem::path& folder);

  Workspace workspace;
  HostRunner runner;
  HostRunEvaluator evaluator;
};

} // namespace gevo::program
