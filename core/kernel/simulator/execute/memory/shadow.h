#pragma once

/// Who accessed memory last: what races are found by.

#include "core/kernel/simulator/execute/memory/access_log.h"
#include "core/kernel/simulator/execute/memory/stamp.h"
#include "core/kernel/simulator/machine/zeroed_array.h"

namespace gevo::sim {

/// The cells of some memory, each for as many bytes.
class ShadowLevel {
public:
  ShadowLevel() = default;
  ShadowLevel(std::size_t cells, unsigned shift);
  bool empty() const { return count_ == 0; }
  void addAtomics();
  bool hasAtomics() const { return atomicStamps_.size() != 0; }
  const ShadowCells& plain() const { return plain_; }
  const ShadowCells& all() const { return all_; }

private:
  void pointCells(unsigned shift);
  std::size_t count_ = 0;
  ZeroedArray<std::uint64_t> stamps_;    ///< of writers, first and second readers, one after the other
  ZeroedArray<std::uint32_t> locations_; ///< in the code, likewise
  /// First and second atomic operations, likewise; empty until there is one.
  ZeroedArray<std::uint64_t> atomicStamps_;
  ZeroedArray<std::uint32_t> atomicLocations_;
  ShadowCells plain_;
  ShadowCells all_;
};

/// Of one allocation or of a block's shared memory: a cell for each granule of 4 bytes, and one for each byte of the granules where threads
/// reach bytes in a way that one cell does not hold (see granule_shadow.h). The bytes' cells are address space until they are used.
class Shadow {
public:
  Shadow() = default;
  Shadow(Shadow&&) = default;
  Shadow& operator=(Shadow&&) = default;
  /// For so many bytes from an address on.
  void resize(std::uint64_t base, std::uint64_t bytes);
  std::uint64_t base() const { return base_; }
  std::uint64_t bytes() const { return bytes_; }
  /// With atomic operations only if there were any since an epoch.
  const ShadowCells& cells(std::uint32_t since) const { return hasAtomics(since) ? granules_.all() : granules_.plain(); }
  const ShadowCells& byteCells(std::uint32_t since) const { return hasAtomics(since) ? split_.all() : split_.plain(); }
  /// Before an atomic operation is recorded.
  void startAtomic(std::uint32_t epoch, bool isBlockScoped);
  /// The epoch of the last atomic operation for threads of one block only.
  std::uint32_t latestBlockScoped() const { return latestBlockScoped_; }

  /// Stands for a granule's last writer where its bytes have cells: as if of an epoch that never ends, so that no access is quiet.
  static constexpr std::uint64_t splitMark = ~0ULL;
  bool isSplit(std::uint64_t granule) const { return granules_.plain().write[granule] == splitMark; }
  /// Of a split granule: the last stamp recorded in it.
  std::uint64_t& latest(std::uint64_t granule) { return granules_.plain().readers.stamps[0][granule]; }
  void split(std::uint64_t granule);
  /// Forgets what was recorded of a split granule's bytes.
  void join(std::uint64_t granule);
  AccessLog& log() { return log_; }

private:
  bool hasAtomics(std::uint32_t since) const { return latestAtomic_ >= since && latestAtomic_ != 0; }
  std::size_t granuleCount() const { return (bytes_ + 3) / 4; }
  ShadowLevel granules_;
  ShadowLevel split_; ///< empty until a granule is split
  AccessLog log_;
  std::uint64_t base_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint32_t latestAtomic_ = 0;
  std::uint32_t latestBlockScoped_ = 0;
};

} // namespace gevo::sim
