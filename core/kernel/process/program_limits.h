#pragma once

/// Limits of a host program that runs with a variant's kernels: it may write only in its own folder (Landlock) and use limited resources.
/// It runs as the user, on files that its owner trusts, so this guards against accidents.

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gevo::sandbox {

class ProgramLimits {
public:
  /// `folder` must exist. Without Landlock in the kernel only the other limits apply.
  static Result<ProgramLimits> within(const std::filesystem::path& folder);
  ProgramLimits(ProgramLimits&& other) noexcept;
  ProgramLimits& operator=(ProgramLimits&&) = delete;
  ~ProgramLimits();

  /// In the child between fork and exec: makes system calls only. 0, or the errno of what can't be limited.
  int apply(std::chrono::seconds processorTime) const noexcept;

private:
  /// A path that may be written.
  struct WritablePath {
    int descriptor = -1;
    std::uint64_t rights = 0; ///< Landlock's
  };
  ProgramLimits() = default;
  int open(const char* path, std::uint64_t rights);
  int restrictWriting() const noexcept;

  std::uint64_t writing_ = 0; ///< Landlock's rights to change what is on disk; 0: the kernel has no Landlock
  std::vector<WritablePath> writablePaths_;
};

/// For `gevo doctor`: whether the kernel keeps a program from writing elsewhere.
bool canRestrictWriting();

} // namespace gevo::sandbox
