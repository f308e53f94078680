#pragma once

/// Counts how often warps execute each basic block, and notes which edges threads take out of it, if a profile is requested.

#include "core/kernel/simulator/code/code.h"

namespace gevo::sim {

class Profiler {
public:
  /// `profile`: null if none is requested.
  Profiler(const KernelCode& kernel, Profile* profile);

  /// For loops that would have to look it up again and again: without it, nothing needs to be counted.
  bool isOn() const { return profile_ != nullptr; }

  void count(const CodeFunction& function, std::uint32_t block, unsigned warps) {
    if (profile_) executions_[numberOf(function)][block] += warps;
  }
  /// Some threads go on from the block along one of its edges.
  void take(const CodeFunction& function, const Block& block, const Edge& edge) {
    if (profile_) taken_[numberOf(function)][static_cast<std::size_t>(&block - function.blocks.data())][indexOf(block, edge)] = true;
  }
  /// Adds the launch to the profile.
  void finish();

private:
  std::size_t numberOf(const CodeFunction& function) const { return static_cast<std::size_t>(&function - kernel_.functions.data()); }
  static std::size_t indexOf(const Block& block, const Edge& edge) { return static_cast<std::size_t>(&edge - block.edges.data()); }
  void addEdges(const CodeFunction& function, const std::vector<std::vector<bool>>& taken);

  const KernelCode& kernel_;
  Profile* profile_;
  std::vector<std::vector<std::uint64_t>> executions_; ///< by function and block
  std::vector<std::vector<std::vector<bool>>> taken_;  ///< by function, block and edge
};

} // namespace gevo::sim
