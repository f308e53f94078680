#pragma once

/// Which accesses of a launch are ordered by atomic operations, flags and fences, as PTX's memory consistency model says (PTX ISA,
/// "Memory Consistency Model", release and acquire patterns, causality order). Barriers are RaceChecker's; here they pass on
/// what threads know.
///
/// A thread releases by a fence and then a strong write (an atomic operation, a volatile store); another acquires by a strong read of that
/// location and then a fence.

#include "core/kernel/simulator/execute/memory/launch_clock.h"
#include "core/kernel/simulator/lanes/lanes.h"

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

namespace gevo::sim {

class HappensBefore {
public:
  /// What a pattern needs beside the strong accesses: the original of a program that forgot a fence is ordered by less.
  struct Needs {
    bool releaseFence = true;
    bool acquireFence = true;
  };
  explicit HappensBefore(Needs needs) : needs_(needs) {}

  void startLaunch(unsigned threadsPerBlock);
  /// Blocks are numbered in the order in which they run.
  void startBlock(std::uint32_t number);
  /// These warps of the block meet.
  void barrier(std::span<const unsigned> warps);
  /// These lanes of a warp meet.
  void syncWarp(unsigned warp, Mask lanes);
  /// `flags`: of FenceFlag. `seen`: what of its own block happens before the thread's next access.
  void fence(unsigned thread, std::uint32_t flags, const std::shared_ptr<const ThreadEpochs>& seen);
  /// A strong read or write of a location, by its address.
  void read(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen);
  void write(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen);

  /// An access of another thread, of this block or an earlier one.
  struct Earlier {
    std::uint32_t block = 0;
    unsigned thread = 0;
    std::uint32_t epoch = 0;
    std::optional<std::uint64_t> strongAt; ///< the address of a strong one
  };
  /// It happens before the thread's next access of the same place.
  bool orders(const Earlier& earlier, unsigned now) const;

private:
  /// What is known, or passed on, within a block only, and by the whole device.
  struct Scopes {
    LaunchClock block;
    LaunchClock device;
    void join(const Scopes& other);
    bool empty() const { return block.empty() && device.empty(); }
  };
  struct Knowledge {
    LaunchClock known; ///< happens before the thread's next access
    Scopes fenced;     ///< happened before its last fences, or those of threads that it met since
    Scopes observed;   ///< was released by what it read, and is known after a fence
    /// By address, the strong accesses of a location that come before the thread's last: its next ones of that location come after them
    /// too.
    std::unordered_map<std::uint64_t, LaunchClock> coherent;
    void join(const Knowledge& other);
    bool empty() const { return known.empty() && fenced.empty() && observed.empty() && coherent.empty(); }
  };
  /// Threads that meet share what they know from then on: there are many of them, and much that they know.
  struct Thread {
    std::shared_ptr<const Knowledge> met; ///< null: none
    Knowledge own;                        ///< since it met others
    /// Joins both.
    LaunchClock known() const;
    Scopes fenced() const;
  };
  struct Location {
    Scopes released;
    std::uint32_t block = 0; ///< whose `released.block` is
    LaunchClock accesses;    ///< strong ones
  };
  static void meet(std::span<Thread* const> threads);

  Needs needs_;
  std::uint32_t block_ = 0;
  std::vector<Thread> threads_;
  std::unordered_map<std::uint64_t, Location> locations_;
};

} // namespace gevo::sim
