#pragma once

/// What orders the accesses of a launch's threads beside barriers, and where it falls short, what is missing.

#include "core/kernel/simulator/execute/memory/happens_before.h"
#include "core/kernel/simulator/execute/memory/shadow.h"

#include <optional>

namespace gevo::sim {

class ThreadOrder {
public:
  void startLaunch(unsigned threadsPerBlock);
  /// From this epoch on.
  void startBlock(std::uint32_t epoch);
  // As of HappensBefore.
  void barrier();
  void barrier(std::span<const unsigned> warps);
  void syncWarp(unsigned warp, Mask lanes);
  void fence(unsigned thread, std::uint32_t flags, const std::shared_ptr<const ThreadEpochs>& seen);
  void read(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen);
  void write(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen);
  /// Between an access and the next of a thread of the block that runs; nothing: they are ordered. `strongAt`: the address of a strong one.
  std::optional<MissingOrder> missing(Stamp earlier, std::optional<std::uint64_t> strongAt, unsigned now) const;

private:
  /// By the epoch of one of its accesses.
  std::uint32_t blockOf(std::uint32_t epoch) const;

  /// In the order of MissingOrder: without an order by the first, the first's is missing.
  std::array<HappensBefore, 3> orders_{HappensBefore({true, true}), HappensBefore({true, false}), HappensBefore({false, false})};
  std::vector<unsigned> warps_;            ///< of a block
  std::vector<std::uint32_t> blockStarts_; ///< epochs, of the launch's blocks so far
};

} // namespace gevo::sim
