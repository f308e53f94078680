#pragma once

/// Kernels that are launched by kernels (dynamic parallelism), which neither the simulated GPU nor our runtime on a real one can.

#include <filesystem>
#include <optional>
#include <string>

namespace gevo::program {

struct DeviceLaunch {
  std::string file; ///< as the compiler names it
  unsigned line = 0;
  std::string kernel; ///< that is launched; empty: not known
};
/// The first that clang reports; `folder`: where file names begin.
std::optional<DeviceLaunch> deviceLaunch(const std::string& errors, const std::filesystem::path& folder);

/// What can't be done and what helps.
std::string deviceLaunchMessage(const DeviceLaunch& launch);

} // namespace gevo::program
