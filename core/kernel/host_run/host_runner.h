#pragma once

/// Runs a host program with given kernels, each time in a freshly restored private copy of its folder.

#include "core/kernel/host_run/fork_servers.h"
#include "core/kernel/host_run/host_run_files.h"
#include "core/kernel/host_run/private_copy.h"
#include "core/kernel/process/program_limits.h"

namespace gevo::program {

struct HostRun {
  Finished finished;
  WorkLimit limit;                        ///< that it ran under
  std::chrono::milliseconds taken{};      ///< wall clock
  std::optional<HostRunReport> report;    ///< none if the program crashed or was killed
  std::vector<std::string> refusedWrites; ///< paths that it tried to write and may not, each once
};

/// How a program is started.
enum class Start : std::uint8_t {
  Fresh, ///< like any other program, with addresses of its own
  Forked ///< from a fork server where that works, which costs less
};

class HostRunner {
public:
  /// `workFolder`: an empty folder to work in. `folder`: the program's, which is not changed.
  static Result<HostRunner> make(const std::filesystem::path& workFolder, std::filesystem::path program,
                                 const std::filesystem::path& folder, const std::vector<HostRunFile>& files);

  /// An error means that the program could not be started.
  Result<HostRun> run(const std::string& arguments, const HostRunOrder& order, const WorkLimit& limit, Start start = Start::Forked);

  bool hasForkServers() const { return !servers_.isEmpty(); }
  /// From now on: for a program that does something else when it is forked.
  void startFreshOnly() { servers_.abandon(); }

private:
  HostRunner(std::filesystem::path workFolder, std::filesystem::path program, PrivateCopy copy, sandbox::ProgramLimits limits)
      : workFolder_(std::move(workFolder)), program_(std::move(program)), copy_(std::move(copy)), limits_(std::move(limits)) {}

  Result<void> prepareFolders();

  std::filesystem::path workFolder_;
  std::filesystem::path program_;
  PrivateCopy copy_;
  sandbox::ProgramLimits limits_;
  ForkServers servers_;
};

} // namespace gevo::program
