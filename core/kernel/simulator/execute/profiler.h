#pragma once

/// Counts how often warps execute each basic block, if a profile is requested.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

class Profiler {
public:
  /// `profile`: null if none is requested.
  Profiler(const KernelCode& kernel, Profile* profile);

  void count(const CodeFunction& function, std::uint32_t block, unsigned warps) {
    if (profile_) executions_[static_cast<std::size_t>(&function - kernel_.functions.data())][block] += warps;
  }
  /// Adds the launch to the profile.
  void finish();

private:
  const KernelCode& kernel_;
  Profile* profile_;
  std::vector<std::vector<std::uint64_t>> executions_; ///< by function and block
};

} // namespace gevo::sim
