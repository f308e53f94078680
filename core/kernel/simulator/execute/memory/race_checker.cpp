#include "core/kernel/simulator/execute/memory/race_checker.h"

#include <algorithm>

namespace gevo::sim {

void RaceChecker::startLaunch(const std::vector<SourceLocation>& locations, const Limits& limits, unsigned threadsPerBlock) {
  findings_.startLaunch(locations);
  lanesInLockstep_ = limits.lanesInLockstep;
  threadsPerBlock_ = threadsPerBlock;
  if (!limits.followsSynchronisation)
    order_.reset();
  else if (!order_)
    order_.emplace();
  if (order_) order_->startLaunch(threadsPerBlock);
  launchStart_ = ++epoch_;
}

void RaceChecker::startBlock() {
  floor_ = ++epoch_;
  blockStart_ = epoch_;
  if (order_) order_->startBlock(epoch_);
}

void RaceChecker::barrier() {
  floor_ = ++epoch_;
  if (order_) order_->barrier();
}

void RaceChecker::barrier(const std::vector<unsigned>& warps) {
  ++epoch_;
  std::array<std::uint32_t, mostWarps> together{};
  for (const unsigned warp : warps)
    for (unsigned other = 0; other < mostWarps; ++other) together[other] = std::max(together[other], orderedFrom(warp, other));
  for (const unsigned warp : warps) together[warp] = epoch_;
  for (const unsigned warp : warps) ordered_[warp] = together;
  if (order_) order_->barrier(warps);
}

void RaceChecker::syncWarp(unsigned warp, Mask lanes) {
  if (!order_) return;
  warpSynced_[warp] = ++epoch_;
  order_->syncWarp(warp, lanes);
}

/// What of its own block happens before a thread's next access, its own accesses included.
std::shared_ptr<const ThreadEpochs> RaceChecker::seenBy(unsigned thread) const {
  const unsigned own = thread / laneCount;
  auto seen = std::make_shared<ThreadEpochs>(threadsPerBlock_);
  for (unsigned other = 0; other < threadsPerBlock_; ++other) {
    const unsigned warp = other / laneCount;
    (*seen)[other] = orderedFrom(own, warp);
    if (warp == own) (*seen)[other] = lanesInLockstep_ ? epoch_ + 1 : std::max((*seen)[other], warpSynced_[own]);
  }
  (*seen)[thread] = epoch_ + 1;
  return seen;
}

void RaceChecker::fence(unsigned warp, Mask lanes, std::uint32_t flags) {
  if (!order_) return;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned thread = warp * laneCount + static_cast<unsigned>(__builtin_ctz(rest));
    order_->fence(thread, flags, seenBy(thread));
  }
  ++epoch_; // what comes after is not covered
}

void RaceChecker::synchronise(unsigned thread, std::uint64_t address, AccessKind kind, bool writes) {
  if (!order_ || !kind.isStrong()) return;
  const auto seen = seenBy(thread);
  if (kind.reads()) order_->read(thread, address, kind, seen);
  if (writes) order_->write(thread, address, kind, seen);
  ++epoch_; // what comes after is not covered
}

/// By barriers alone.
bool RaceChecker::mayConflict(Stamp earlier, Stamp now, bool isShared) const {
  if (earlier.epoch() < launchStart_) return false;
  if (isOtherBlock(earlier)) return !isShared; // its shared memory was another one
  if (earlier.epoch() < floor_ || earlier.thread() == now.thread()) return false;
  if (earlier.warp() == now.warp()) return earlier.sync() == now.sync();
  return earlier.epoch() >= orderedFrom(now.warp(), earlier.warp());
}

ShadowLimits RaceChecker::limits(bool isShared, std::uint32_t floor, std::uint32_t blockStart) const {
  auto startOf = [](std::uint32_t epoch) { return static_cast<std::uint64_t>(epoch) << 32; };
  if (isShared) return {startOf(floor), startOf(floor), 0, 0};
  return {startOf(launchStart_), startOf(floor), startOf(launchStart_), startOf(blockStart)};
}

void RaceChecker::catchUp(Shadow& shadow, bool isShared) {
  shadow.log().flush(horizon(isShared), [&](const LoggedAccess& deferred, const std::uint64_t* offsets, bool isCoalesced) {
    recordQuiet(shadow.cells(horizon(isShared)), offsets, deferred.mask, isCoalesced, deferred.bytes,
                deferred.isWrite ? AccessMode::Write : AccessMode::Read, {deferred.stamp}, deferred.location,
                limits(isShared, deferred.floor, deferred.blockStart));
  });
}

/// The shadow's cells, with those of atomic operations where there are any.
const ShadowCells& RaceChecker::cellsFor(Shadow& shadow, bool isShared, AccessKind kind) const {
  if (kind.isAtomic()) shadow.startAtomic(epoch_, kind.isBlockScoped);
  return shadow.cells(horizon(isShared));
}

/// Records an access of one cell, whatever it conflicts with.
void RaceChecker::keep(const ShadowCells& cells, std::uint64_t cell, AccessMode mode, Stamp now, std::uint32_t location,
                       const ShadowLimits& limits) const {
  if (mode == AccessMode::Write) {
    cells.write[cell] = now.bits;
    cells.writeLocations[cell] = location;
    return;
  }
  vectors_.recordInSlots(mode == AccessMode::Read ? cells.readers : cells.atomics, cell, now.bits, location, limits);
}

namespace {

bool areQuiet(const ShadowSlots& slots, std::uint64_t cell, Stamp now, const ShadowLimits& limits) {
  return !slots.stamps[0] || std::ranges::all_of(slots.stamps, [&](const std::uint64_t* stamps) {
    return stamps[cell] < limits.quiet || Stamp{stamps[cell]}.sameThread(now);
  });
}

/// Nothing that is recorded of the cells can be part of a race with an access of this mode.
bool areQuiet(const ShadowCells& cells, std::uint64_t begin, std::uint64_t end, AccessMode mode, Stamp now, const ShadowLimits& limits) {
  const bool isAtomic = mode != AccessMode::Read && mode != AccessMode::Write;
  bool all = true;
  for (std::uint64_t cell = begin; cell != end; ++cell) {
    all &= cells.write[cell] < limits.quiet || Stamp{cells.write[cell]}.sameThread(now);
    if (mode != AccessMode::Read && mode != AccessMode::AtomicRead) all &= areQuiet(cells.readers, cell, now, limits);
    if (!isAtomic) all &= areQuiet(cells.atomics, cell, now, limits);
  }
  return all;
}

} // namespace

Mask RaceChecker::recordQuiet(Shadow& shadow, bool isShared, const std::uint64_t* offsets, Mask mask, bool isCoalesced, std::uint64_t bytes,
                              AccessKind kind, Stamp first, std::uint32_t location) {
  const ShadowCells& cells = cellsFor(shadow, isShared, kind);
  // An atomic operation for one block only may race with those of other blocks.
  if (kind.isAtomic() && !isShared && shadow.latestBlockScoped() >= launchStart_) return mask;
  return recordQuiet(cells, offsets, mask, isCoalesced, bytes, kind.mode, first, location, limits(isShared, floor_, blockStart_));
}

Mask RaceChecker::recordQuiet(const ShadowCells& cells, const std::uint64_t* offsets, Mask mask, bool isCoalesced, std::uint64_t bytes,
                              AccessMode mode, Stamp first, std::uint32_t location, const ShadowLimits& limits) const {
  const bool isPlain = mode == AccessMode::Read || mode == AccessMode::Write;
  if (isPlain && bytes == 1ULL << cells.shift)
    return (mode == AccessMode::Write ? vectors_.recordWrites : vectors_.recordReads)(cells, offsets, mask, isCoalesced, first.bits,
                                                                                      location, limits);
  Mask suspects = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const Stamp now = first.ofLane(lane);
    const std::uint64_t begin = offsets[lane] >> cells.shift;
    const std::uint64_t end = ((offsets[lane] + bytes - 1) >> cells.shift) + 1;
    if (!areQuiet(cells, begin, end, mode, now, limits))
      suspects |= rest & -rest;
    else
      for (std::uint64_t cell = begin; cell != end; ++cell) keep(cells, cell, mode, now, location, limits);
  }
  return suspects;
}

namespace {

RaceAccess raceAccess(AccessMode mode) {
  return mode == AccessMode::Read ? RaceAccess::Load : mode == AccessMode::Write ? RaceAccess::Store : RaceAccess::Atomic;
}

} // namespace

/// Reports a race unless the two accesses are ordered.
void RaceChecker::reportConflict(Stamp earlier, RaceFindings::Access earlierAccess, const CellAccess& now) {
  if (!mayConflict(earlier, now.stamp, now.isShared)) return;
  const bool isStrong = earlier.isVolatile() || earlierAccess.kind == RaceAccess::Atomic;
  const auto strongAt = isStrong ? std::optional(now.address) : std::nullopt;
  const std::optional<MissingOrder> missing = order_ ? order_->missing(earlier, strongAt, now.stamp.thread()) : MissingOrder::All;
  if (!missing) return;
  const bool isExchange = isStrong && now.kind.isStrong();
  const bool sameWarp = !isOtherBlock(earlier) && earlier.warp() == now.stamp.warp();
  findings_.add(earlierAccess, {now.location, raceAccess(now.kind.mode)}, now.isShared, {sameWarp, isExchange, *missing});
}

/// Reports what an access of one cell races with.
void RaceChecker::reportConflicts(const ShadowCells& cells, std::uint64_t cell, const CellAccess& now) {
  const Stamp writer{cells.write[cell]};
  // Two blocks that write the same address agree by luck only: on other inputs they may not. An original that does so is excused by its
  // lines.
  const bool agreed = now.sameValue && !isOtherBlock(writer);
  if (!agreed) reportConflict(writer, {cells.writeLocations[cell], RaceAccess::Store}, now);
  for (unsigned i = 0; i < 2; ++i) {
    if (now.kind.writes() && !now.sameValue)
      reportConflict({cells.readers.stamps[i][cell]}, {cells.readers.locations[i][cell], RaceAccess::Load}, now);
    if (cells.atomics.stamps[0] == nullptr) continue;
    const Stamp atomic{cells.atomics.stamps[i][cell]};
    const bool isTooNarrow = isOtherBlock(atomic) && (atomic.isBlockScoped() || now.kind.isBlockScoped);
    const bool onlyRead = atomic.onlyReads() && !now.kind.writes();
    if (!onlyRead && (!now.kind.isAtomic() || isTooNarrow))
      reportConflict(atomic, {cells.atomics.locations[i][cell], RaceAccess::Atomic}, now);
  }
}

void RaceChecker::recordAccess(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind, bool sameValue,
                               Stamp now, std::uint32_t location) {
  const ShadowLimits limits = this->limits(isShared, floor_, blockStart_);
  const ShadowCells& cells = cellsFor(shadow, isShared, kind);
  const std::uint64_t end = ((offset + bytes - 1) >> cells.shift) + 1;
  for (std::uint64_t cell = offset >> cells.shift; cell != end; ++cell) {
    reportConflicts(cells, cell, {kind, now, location, isShared, sameValue, shadow.base() + (cell << cells.shift)});
    keep(cells, cell, kind.mode, now, location, limits);
  }
}

void RaceChecker::recordEqualWrites(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind,
                                    bool sameValue, Stamp first, Stamp last, std::uint32_t location) {
  const ShadowCells& cells = cellsFor(shadow, isShared, kind);
  const std::uint64_t end = ((offset + bytes - 1) >> cells.shift) + 1;
  for (std::uint64_t cell = offset >> cells.shift; cell != end; ++cell) {
    for (const Stamp now : {first, last})
      reportConflicts(cells, cell, {kind, now, location, isShared, sameValue, shadow.base() + (cell << cells.shift)});
    cells.write[cell] = last.bits;
    cells.writeLocations[cell] = location;
  }
}

} // namespace gevo::sim
