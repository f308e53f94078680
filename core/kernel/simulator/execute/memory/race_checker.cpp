#include "core/kernel/simulator/execute/memory/race_checker.h"

#include "core/kernel/simulator/execute/memory/granule_recording.h"

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
  takesTurns_ = opens_ = arrivedUnordered_ = false;
  isOrdered_ = true;
  round_ = 1;
}

void RaceChecker::startBlock() {
  block_.sharedFloor = floor_ = ++epoch_;
  blockStart_ = epoch_;
  if (order_) order_->startBlock(epoch_);
}

void RaceChecker::resumeBlock(const Resident& block) {
  if (opens_) endRound(false); // the last block to come has not met
  startBlock();
  takesTurns_ = true;
  block_ = block;
  if (block_.sharedFloor == 0) block_.sharedFloor = epoch_;
}

RaceChecker::Resident RaceChecker::suspendBlock() { return block_; }

void RaceChecker::arriveAtGrid(unsigned thread, bool isLast) {
  arrivedUnordered_ |= thread != 0 || !block_.released || block_.othersAccessed || block_.arrivedIn == round_;
  block_.arrivedIn = round_;
  block_.acquired = false;
  opens_ |= isLast;
}

void RaceChecker::endRound(bool isOrdered) {
  if (isOrdered && !arrivedUnordered_) launchStart_ = blockStart_ = epoch_;
  opens_ = arrivedUnordered_ = false;
  ++round_;
}

void RaceChecker::barrier() {
  block_.sharedFloor = floor_ = ++epoch_;
  block_.othersAccessed = block_.released = false;
  if (opens_) endRound(block_.acquired);
  if (order_) order_->barrier();
}

void RaceChecker::barrier(const std::vector<unsigned>& warps) {
  isOrdered_ = false; // who comes first may decide which warps meet
  ++epoch_;
  std::array<std::uint32_t, mostWarps> together{};
  for (const unsigned warp : warps)
    for (unsigned other = 0; other < mostWarps; ++other) together[other] = std::max(together[other], orderedFrom(warp, other));
  for (const unsigned warp : warps) together[warp] = epoch_;
  for (const unsigned warp : warps) block_.ordered[warp] = together;
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
  if (warp == 0 && (lanes & 1) != 0 && (flags & FenceForBlockOnly) == 0) {
    block_.released |= (flags & FenceReleases) != 0;
    block_.acquired |= (flags & FenceAcquires) != 0;
  }
  if (!order_) return;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned thread = warp * laneCount + static_cast<unsigned>(__builtin_ctz(rest));
    order_->fence(thread, flags, seenBy(thread));
  }
  ++epoch_; // what comes after is not covered
}

void RaceChecker::synchronise(unsigned thread, std::uint64_t address, AccessKind kind, bool writes) {
  if (thread == 0 && !kind.isBlockScoped) {
    block_.released |= kind.releases && writes;
    block_.acquired |= kind.acquires && kind.reads();
  }
  if (!order_ || !kind.isStrong()) return;
  const auto seen = seenBy(thread);
  if (kind.reads()) order_->read(thread, address, kind, seen);
  if (writes) order_->write(thread, address, kind, seen);
  ++epoch_; // what comes after is not covered
}

/// By barriers alone.
bool RaceChecker::mayConflict(Stamp earlier, Stamp now, bool isShared) const {
  if (!isShared && earlier.epoch() < launchStart_) return false;
  if (!isShared && isOtherBlock(earlier)) return true; // or of another turn of this one
  if (earlier.epoch() < floorFor(isShared) || earlier.thread() == now.thread()) return false;
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
    const ShadowLimits limits = this->limits(isShared, deferred.floor, deferred.blockStart);
    const LaneBytes lanes{offsets, deferred.mask, deferred.bytes, isCoalesced};
    const AccessMode mode = deferred.isWrite ? AccessMode::Write : AccessMode::Read;
    const Stamp first{deferred.stamp};
    const Mask rest = recordWhole(shadow.cells(horizon(isShared)), lanes, mode, first, deferred.location, limits);
    if (rest == 0) return;
    // No races, but granules that were split before the horizon.
    recordGranules(shadow, horizon(isShared), {offsets, rest, deferred.bytes}, mode, first, deferred.location, limits);
  });
}

/// The shadow's cells, with those of atomic operations where there are any.
const ShadowCells& RaceChecker::cellsFor(Shadow& shadow, bool isShared, AccessKind kind) const {
  if (kind.isAtomic()) shadow.startAtomic(epoch_, kind.isBlockScoped);
  return shadow.cells(horizon(isShared));
}

namespace {

bool areQuiet(const ShadowSlots& slots, std::uint64_t cell, Stamp now, const ShadowLimits& limits) {
  return !slots.stamps[0] || std::ranges::all_of(slots.stamps, [&](const std::uint64_t* stamps) {
    return stamps[cell] < limits.quiet || Stamp{stamps[cell]}.sameThread(now);
  });
}

/// Neither holds an access of some of the granule's bytes, which one of all bytes can't replace.
bool areWhole(const ShadowSlots& slots, std::uint64_t cell) {
  return ((slots.stamps[0][cell] | slots.stamps[1][cell]) & Stamp::isPart) == 0;
}

/// Nothing that is recorded of the cells can be part of a race with an access of this mode to all their bytes.
bool areQuiet(const ShadowCells& cells, std::uint64_t begin, std::uint64_t end, AccessMode mode, Stamp now, const ShadowLimits& limits) {
  const bool isAtomic = mode != AccessMode::Read && mode != AccessMode::Write;
  bool all = true;
  for (std::uint64_t cell = begin; cell != end; ++cell) {
    all &= cells.write[cell] < limits.quiet || Stamp{cells.write[cell]}.sameThread(now);
    if (mode != AccessMode::Read && mode != AccessMode::AtomicRead) all &= areQuiet(cells.readers, cell, now, limits);
    if (!isAtomic) all &= areQuiet(cells.atomics, cell, now, limits);
    if (mode != AccessMode::Write) all &= areWhole(isAtomic ? cells.atomics : cells.readers, cell);
  }
  return all;
}

} // namespace

Mask RaceChecker::recordQuiet(Shadow& shadow, bool isShared, const LaneBytes& lanes, AccessKind kind, Stamp first, std::uint32_t location) {
  noteAccess(shadow, isShared, first, lanes.mask);
  const ShadowCells& cells = cellsFor(shadow, isShared, kind);
  // An atomic operation for one block only may race with those of other blocks.
  if (kind.isAtomic() && !isShared && shadow.latestBlockScoped() >= launchStart_) return lanes.mask;
  const ShadowLimits limits = this->limits(isShared, floorFor(isShared), blockStart_);
  if (lanes.isWhole) return recordWhole(cells, lanes, kind.mode, first, location, limits);
  return recordGranules(shadow, horizon(isShared), lanes, kind.mode, first, location, limits);
}

Mask RaceChecker::recordWhole(const ShadowCells& cells, const LaneBytes& lanes, AccessMode mode, Stamp first, std::uint32_t location,
                              const ShadowLimits& limits) const {
  const bool isPlain = mode == AccessMode::Read || mode == AccessMode::Write;
  if (isPlain && lanes.bytes == 4)
    return (mode == AccessMode::Write ? vectors_.recordWrites : vectors_.recordReads)(cells, lanes.offset, lanes.mask, lanes.isCoalesced,
                                                                                      first.bits, location, limits);
  Mask suspects = 0;
  for (Mask rest = lanes.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const Stamp now = first.ofLane(lane);
    const std::uint64_t begin = lanes.offset[lane] >> 2;
    const std::uint64_t end = (lanes.offset[lane] + lanes.bytes) >> 2;
    if (!areQuiet(cells, begin, end, mode, now, limits)) {
      suspects |= rest & -rest;
      continue;
    }
    for (std::uint64_t cell = begin; cell != end; ++cell) {
      if (mode != AccessMode::Write) {
        vectors_.recordInSlots(mode == AccessMode::Read ? cells.readers : cells.atomics, cell, now.bits, location, limits);
      } else {
        cells.write[cell] = now.bits;
        cells.writeLocations[cell] = location;
      }
    }
  }
  return suspects;
}

namespace {

RaceAccess raceAccess(AccessMode mode) {
  return mode == AccessMode::Read ? RaceAccess::Load : mode == AccessMode::Write ? RaceAccess::Store : RaceAccess::Atomic;
}

} // namespace

/// Reports a race unless the two accesses are ordered, or what the later one does is tolerated.
void RaceChecker::reportConflict(Stamp earlier, RaceFindings::Access earlierAccess, const CellAccess& now, bool isTolerated) {
  if (!mayConflict(earlier, now.stamp, now.isShared)) return;
  if (isTolerated) {
    isOrdered_ = false;
    return;
  }
  const bool isStrong = earlier.isVolatile() || earlierAccess.kind == RaceAccess::Atomic;
  const auto strongAt = isStrong ? std::optional(now.address) : std::nullopt;
  const std::optional<MissingOrder> missing = order_ ? order_->missing(earlier, strongAt, now.stamp.thread()) : MissingOrder::All;
  if (!missing) return;
  const bool isExchange = isStrong && now.kind.isStrong();
  const bool sameWarp = (now.isShared || !isOtherBlock(earlier)) && earlier.warp() == now.stamp.warp();
  findings_.add(earlierAccess, {now.location, raceAccess(now.kind.mode)}, now.isShared, {sameWarp, isExchange, *missing});
}

/// Calls report() for what each thread of a slot did to some of the bytes.
template <class Report> void RaceChecker::forEachThread(std::uint64_t stamp, std::uint32_t location, unsigned bytes, Report report) {
  const Stamp all{stamp};
  const bool isOne = (stamp & (Stamp::threadForEachByte | Stamp::threadForEachHalf)) == 0;
  for (unsigned rest = bytes & ~(location >> uncoveredShift) & 15U; rest != 0; rest &= rest - 1) {
    report(all.ofByte(static_cast<unsigned>(__builtin_ctz(rest))), location & locationMask);
    if (isOne) return;
  }
}

/// Reports what an access of some bytes of one cell races with.
void RaceChecker::reportConflicts(const ShadowCells& cells, std::uint64_t cell, unsigned bytes, const CellAccess& now) {
  // Two blocks that write the same address agree by luck only: on other inputs they may not. An original that does so is excused by its
  // lines.
  forEachThread(cells.write[cell], cells.writeLocations[cell], bytes, [&](Stamp writer, std::uint32_t location) {
    const bool agreed = now.sameValue && (now.isShared || !isOtherBlock(writer));
    reportConflict(writer, {location, RaceAccess::Store}, now, agreed);
  });
  for (unsigned i = 0; i < 2; ++i) {
    if (now.kind.writes())
      forEachThread(cells.readers.stamps[i][cell], cells.readers.locations[i][cell], bytes, [&](Stamp reader, std::uint32_t location) {
        reportConflict(reader, {location, RaceAccess::Load}, now, now.sameValue);
      });
    if (cells.atomics.stamps[0] == nullptr) continue;
    forEachThread(cells.atomics.stamps[i][cell], cells.atomics.locations[i][cell], bytes, [&](Stamp atomic, std::uint32_t location) {
      const bool isTooNarrow = !now.isShared && isOtherBlock(atomic) && (atomic.isBlockScoped() || now.kind.isBlockScoped);
      const bool onlyRead = atomic.onlyReads() && !now.kind.writes();
      if (!onlyRead && (!now.kind.isAtomic() || isTooNarrow)) reportConflict(atomic, {location, RaceAccess::Atomic}, now);
    });
  }
}

/// Reports what one thread's access of a granule races with.
void RaceChecker::reportConflicts(const Shadow& shadow, const GranuleAccess& access, CellAccess now) {
  const std::uint32_t since = horizon(now.isShared);
  const std::uint64_t address = shadow.base() + 4 * access.granule;
  if (!shadow.isSplit(access.granule)) {
    now.address = address + static_cast<unsigned>(__builtin_ctz(access.bytes));
    return reportConflicts(shadow.cells(since), access.granule, access.bytes, now);
  }
  for (unsigned byte = 0; byte < 4; ++byte) {
    if (!(access.bytes >> byte & 1)) continue;
    now.address = address + byte;
    reportConflicts(shadow.byteCells(since), 4 * access.granule + byte, 15, now);
  }
}

void RaceChecker::recordAccess(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind, bool sameValue,
                               Stamp now, std::uint32_t location) {
  recordEqualWrites(shadow, isShared, offset, bytes, kind, sameValue, now, now, location);
}

void RaceChecker::recordEqualWrites(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessKind kind,
                                    bool sameValue, Stamp first, Stamp last, std::uint32_t location) {
  noteAccess(shadow, isShared, last, 1);
  const ShadowLimits limits = this->limits(isShared, floorFor(isShared), blockStart_);
  cellsFor(shadow, isShared, kind);
  GranuleShadow granules(shadow, horizon(isShared), limits);
  forEachGranule(offset, bytes, [&](std::uint64_t granule, unsigned reached) {
    granules.settle(granule);
    const GranuleAccess access(granule, reached, last, location, kind.mode);
    if (first.bits != last.bits) reportConflicts(shadow, access, {kind, first, location, isShared, sameValue, 0});
    reportConflicts(shadow, access, {kind, last, location, isShared, sameValue, 0});
    granules.keep(access);
  });
}

} // namespace gevo::sim
