#pragma once

/// Runs of a host program with the kernels that it is told to use, each in the private copy as it was at first.

#include "core/kernel/host_run/host_run_files.h"
#include "core/kernel/host_run/private_copy.h"
#include "core/kernel/process/process.h"
#include "core/kernel/process/program_limits.h"

namespace gevo::program {

struct HostRun {
  Finished finished;
  std::chrono::milliseconds limit{};   ///< that it ran under
  std::chrono::milliseconds taken{};   ///< wall clock
  std::optional<HostRunReport> report; ///< none of a program that crashed, or was ended
};

class HostRunner {
public:
  /// `place`: a folder to work in, which holds nothing else. `folder`: the program's, which is not touched.
  static Result<HostRunner> make(const std::filesystem::path& place, std::filesystem::path program, const std::filesystem::path& folder,
                                 const std::vector<HostRunFile>& files);

  /// An error means that the program could not be started.
  Result<HostRun> run(const std::string& arguments, const HostRunOrder& order, std::chrono::milliseconds limit);

private:
  HostRunner(std::filesystem::path place, std::filesystem::path program, PrivateCopy copy, sandbox::ProgramLimits limits)
      : place_(std::move(place)), program_(std::move(program)), copy_(std::move(copy)), limits_(std::move(limits)) {}

  std::filesystem::path place_;
  std::filesystem::path program_;
  PrivateCopy copy_;
  sandbox::ProgramLimits limits_;
};

} // namespace gevo::program
