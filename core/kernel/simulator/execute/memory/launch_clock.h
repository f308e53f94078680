#pragma once

/// A vector clock over the threads of a launch: up to which epoch the accesses of each thread happen before something. (Lamport 1978;
/// Mattern 1989.) A value that shares structure with the clocks it was made of: what an atomic counter collects from thousands of blocks
/// grows by one block at a time.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace gevo::sim {

/// For each thread of a block: its accesses of earlier epochs are covered.
using ThreadEpochs = std::vector<std::uint32_t>;

class LaunchClock {
public:
  /// A thread's access in an epoch; blocks are numbered in the order in which they ran.
  bool covers(std::uint32_t block, unsigned thread, std::uint32_t epoch) const;
  /// Covers more of a block's threads.
  void add(std::uint32_t block, std::shared_ptr<const ThreadEpochs> epochs);
  /// Covers what `other` covers too.
  void join(const LaunchClock& other);
  bool empty() const { return !root_; }

private:
  static constexpr unsigned levelBits = 5;
  /// A level's children are nodes of the level below; the lowest one's are ThreadEpochs.
  using Child = std::shared_ptr<const void>;
  struct Node {
    std::array<Child, 1U << levelBits> children;
  };
  static unsigned indexOf(std::uint64_t block, unsigned level) { return block >> (level * levelBits) & ((1U << levelBits) - 1); }
  static const Node& nodeOf(const Child& child) { return *static_cast<const Node*>(child.get()); }
  static bool isBeyond(std::uint64_t block, unsigned height) { return block >> (height * levelBits) != 0; }
  void raiseTo(unsigned height);
  static Child added(const Child& to, int level, std::uint32_t block, const std::shared_ptr<const ThreadEpochs>& epochs);
  static Child joined(const Child& a, const Child& b, int level);
  static Child joinedEpochs(const Child& a, const Child& b);

  Child root_;
  unsigned height_ = 0; ///< levels of nodes; most launches have few blocks
};

} // namespace gevo::sim
