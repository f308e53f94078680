#pragma once

/// The command `run`, of gevo and of gevo-mpi.

#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string>

namespace CLI {
class App;
}

namespace gevo {

class PoolSource;

/// A run that is not done by workers of this machine alone. Both are called with the file once the command line is read, and may be empty.
struct RunElsewhere {
  /// Takes the place of the run in a process that only helps another with it.
  std::function<Result<void>(const std::string& file)> help;
  /// Where evaluations are done.
  std::function<Result<std::shared_ptr<PoolSource>>(const std::string& file)> pools;
};

/// Adds the subcommand, whose callback leaves the exit code.
CLI::App* addRun(CLI::App& app, int& exitCode, RunElsewhere elsewhere = {});

} // namespace gevo
