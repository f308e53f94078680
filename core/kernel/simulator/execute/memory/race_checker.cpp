#include "core/kernel/simulator/execute/memory/race_checker.h"

#include <algorithm>

namespace gevo::sim {

void RaceChecker::startLaunch(const std::vector<SourceLocation>& locations, bool lanesInLockstep) {
  locations_ = &locations;
  lanesInLockstep_ = lanesInLockstep;
  pairs_.clear();
  launchStart_ = ++epoch_;
  startBlock();
}

void RaceChecker::startBlock() {
  barrier();
  blockStart_ = epoch_;
}

void RaceChecker::barrier() { floor_ = ++epoch_; }

void RaceChecker::barrier(const std::vector<unsigned>& warps) {
  ++epoch_;
  std::array<std::uint32_t, mostWarps> together{};
  for (const unsigned warp : warps)
    for (unsigned other = 0; other < mostWarps; ++other) together[other] = std::max(together[other], orderedFrom(warp, other));
  for (const unsigned warp : warps) together[warp] = epoch_;
  for (const unsigned warp : warps) ordered_[warp] = together;
}

bool RaceChecker::conflict(Stamp earlier, Stamp now, bool isShared) const {
  if (earlier.epoch() < launchStart_ || (earlier.atomic() && now.atomic())) return false;
  if (earlier.epoch() < blockStart_) // another block, which nothing orders; its shared memory was another one
    return !isShared;
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
    recordQuiet(shadow, offsets, deferred.mask, isCoalesced, deferred.bytes, deferred.isWrite, {deferred.stamp}, deferred.location,
                limits(isShared, deferred.floor, deferred.blockStart));
  });
}

void RaceChecker::report(Stamp earlier, std::uint32_t earlierLocation, Stamp now, std::uint32_t location, bool isShared) {
  const std::uint64_t first = std::min(earlierLocation, location);
  const std::uint64_t second = std::max(earlierLocation, location);
  const bool sameWarp = earlier.epoch() >= blockStart_ && earlier.warp() == now.warp();
  pairs_.try_emplace(first << 33 | second << 1 | (isShared ? 1U : 0U), sameWarp);
}

Mask RaceChecker::recordQuiet(const Shadow& shadow, const std::uint64_t* offsets, Mask mask, bool isCoalesced, std::uint64_t bytes,
                              bool isWrite, Stamp first, std::uint32_t location, const ShadowLimits& limits) const {
  const ShadowCells& cells = shadow.cells();
  if (bytes == 1ULL << cells.shift)
    return (isWrite ? vectors_.recordWrites : vectors_.recordReads)(cells, offsets, mask, isCoalesced, first.bits, location, limits);
  const auto isQuiet = [&](std::uint64_t earlier, Stamp now) { return earlier < limits.quiet || Stamp{earlier}.sameThread(now); };
  Mask suspects = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const Stamp now = first.ofLane(lane);
    const std::uint64_t begin = offsets[lane] >> cells.shift;
    const std::uint64_t end = ((offsets[lane] + bytes - 1) >> cells.shift) + 1;
    bool all = true;
    for (std::uint64_t cell = begin; cell != end; ++cell)
      all &=
          isQuiet(cells.write[cell], now) && (!isWrite || (isQuiet(cells.readers[0][cell], now) && isQuiet(cells.readers[1][cell], now)));
    if (!all) {
      suspects |= rest & -rest;
      continue;
    }
    for (std::uint64_t cell = begin; cell != end; ++cell) {
      if (!isWrite) {
        vectors_.recordReader(cells, cell, now.bits, location, limits);
      } else {
        cells.write[cell] = now.bits;
        cells.writeLocations[cell] = location;
      }
    }
  }
  return suspects;
}

/// Reports what an access of one cell conflicts with.
void RaceChecker::reportConflicts(const ShadowCells& cells, std::uint64_t cell, bool isShared, AccessMode mode, bool sameValue, Stamp now,
                                  std::uint32_t location) {
  const Stamp writer{cells.write[cell]};
  // Two blocks that write the same address agree by luck only: on other inputs they may not. An original that does so is excused by its
  // lines.
  const bool agreed = sameValue && writer.epoch() >= blockStart_;
  if (!agreed && conflict(writer, now, isShared)) report(writer, cells.writeLocations[cell], now, location, isShared);
  if (mode == AccessMode::Read || sameValue) return;
  for (unsigned i = 0; i < 2; ++i)
    if (const Stamp reader{cells.readers[i][cell]}; conflict(reader, now, isShared))
      report(reader, cells.readerLocations[i][cell], now, location, isShared);
}

void RaceChecker::recordAccess(const Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode,
                               bool sameValue, Stamp now, std::uint32_t location) {
  const ShadowLimits limits = this->limits(isShared, floor_, blockStart_);
  const ShadowCells& cells = shadow.cells();
  const std::uint64_t end = ((offset + bytes - 1) >> cells.shift) + 1;
  for (std::uint64_t cell = offset >> cells.shift; cell != end; ++cell) {
    reportConflicts(cells, cell, isShared, mode, sameValue, now, location);
    if (mode == AccessMode::Read) {
      vectors_.recordReader(cells, cell, now.bits, location, limits);
    } else {
      cells.write[cell] = now.bits;
      cells.writeLocations[cell] = location;
    }
  }
}

void RaceChecker::recordEqualWrites(const Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, bool sameValue,
                                    Stamp first, Stamp last, std::uint32_t location) {
  const ShadowCells& cells = shadow.cells();
  const std::uint64_t end = ((offset + bytes - 1) >> cells.shift) + 1;
  for (std::uint64_t cell = offset >> cells.shift; cell != end; ++cell) {
    reportConflicts(cells, cell, isShared, AccessMode::Write, sameValue, first, location);
    reportConflicts(cells, cell, isShared, AccessMode::Write, sameValue, last, location);
    cells.write[cell] = last.bits;
    cells.writeLocations[cell] = location;
  }
}

std::vector<Race> RaceChecker::races(const std::string& kernel) const {
  std::vector<Race> races;
  for (const auto& [pair, sameWarp] : pairs_) {
    Race race{kernel, (*locations_)[pair >> 33], (*locations_)[pair >> 1 & 0xffffffffU], sameWarp, (pair & 1) != 0};
    if (std::tie(race.second.file, race.second.line) < std::tie(race.first.file, race.first.line)) std::swap(race.first, race.second);
    races.push_back(std::move(race));
  }
  std::sort(races.begin(), races.end(), [](const Race& a, const Race& b) { return a.key() < b.key(); });
  return races;
}

} // namespace gevo::sim
