#pragma once

/// What a host program that runs with a variant's kernels may not do: write anywhere but in its own folder (Landlock), and use up the
/// machine. It runs as the user, on files that its owner trusts, so this guards against accidents.

#include "core/base/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace gevo::confine {

class ProgramLimits {
public:
  /// `folder` exists. `usesGpu`: the devices of NVIDIA's driver are open to the program. Where the kernel has no Landlock the other limits
  /// hold.
  static Result<ProgramLimits> within(const std::filesystem::path& folder, bool usesGpu = false);
  ProgramLimits(ProgramLimits&& other) noexcept;
  ProgramLimits& operator=(ProgramLimits&&) = delete;
  ~ProgramLimits();

  /// In the child between fork and exec: calls nothing but the system. 0, or the errno of what can't be limited.
  int apply(std::chrono::seconds processorTime) const noexcept;

private:
  explicit ProgramLimits(int rules) : rules_(rules) {}
  int rules_; ///< descriptor of a Landlock rule set; below 0: none
};

/// For `gevo doctor`: whether the kernel keeps a program from writing elsewhere.
bool kernelConfinesWriting();

} // namespace gevo::confine
