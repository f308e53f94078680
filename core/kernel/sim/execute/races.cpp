#include "core/kernel/sim/execute/races.h"

#include <algorithm>

namespace gevo::sim {

namespace {
constexpr std::size_t mostPairs = 256;
}

void Shadow::resize(std::uint64_t bytes) {
  bytes_ = bytes;
  shift_ = 2;
  cells_.assign((bytes + 3) / 4, {});
}

void Shadow::refine() {
  if (shift_ == 0) return;
  std::vector<ShadowCell> fine(bytes_);
  for (std::uint64_t i = 0; i < bytes_; ++i) fine[i] = cells_[i >> shift_];
  cells_ = std::move(fine);
  shift_ = 0;
}

void RaceChecker::startLaunch(const std::vector<CodePlace>& places, bool lockStep) {
  places_ = &places;
  lockStep_ = lockStep;
  pairs_.clear();
  launchStart_ = ++epoch_;
  blockStart_ = epoch_;
}

void RaceChecker::startBlock() { blockStart_ = ++epoch_; }

bool RaceChecker::conflict(Stamp earlier, Stamp now, bool isShared) const {
  if (earlier.epoch() < launchStart_ || (earlier.atomic() && now.atomic())) return false;
  if (earlier.epoch() < blockStart_) // another block, which nothing orders; its shared memory was another one
    return !isShared;
  if (earlier.epoch() != now.epoch() || earlier.thread() == now.thread()) return false;
  return earlier.warp() != now.warp() || earlier.sync() == now.sync();
}

/// The first reader stays as long as a later write could still conflict with it; the second place keeps the last one.
bool RaceChecker::replaceable(Stamp reader, Stamp now, bool isShared) const {
  if (reader.sameThread(now) || reader.epoch() < launchStart_) return true;
  return reader.epoch() < now.epoch() && (isShared || reader.epoch() >= blockStart_);
}

void RaceChecker::report(Stamp earlier, std::uint32_t earlierPlace, Stamp now, std::uint32_t place, bool isShared) {
  const std::uint32_t first = std::min(earlierPlace, place);
  const std::uint32_t second = std::max(earlierPlace, place);
  for (const Pair& pair : pairs_)
    if (pair.first == first && pair.second == second && pair.shared == isShared) return;
  const bool sameWarp = earlier.epoch() >= blockStart_ && earlier.warp() == now.warp();
  if (pairs_.size() < mostPairs) pairs_.push_back({first, second, isShared, sameWarp});
}

Mask RaceChecker::noteQuiet(Shadow& shadow, bool isShared, const std::uint64_t* offsets, Mask mask, std::uint64_t bytes, AccessMode mode,
                            Stamp first, std::uint32_t place) {
  // Anything from this epoch on (shared) or from this launch on (global) needs a closer look.
  const std::uint32_t limit = isShared ? epoch_ : launchStart_;
  auto quiet = [&](Stamp earlier, Stamp now) { return earlier.epoch() < limit || earlier.sameThread(now); };
  Mask closer = 0;
  for (Mask rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    const Stamp now{first.bits + (static_cast<std::uint64_t>(lane) << 16)};
    ShadowCell* cell = shadow.cells(offsets[lane]);
    ShadowCell* const end = cell + shadow.count(offsets[lane], bytes);
    bool all = true;
    for (const ShadowCell* c = cell; c != end; ++c)
      all &= quiet(c->write, now) && (mode == AccessMode::Read || (quiet(c->readers[0], now) && quiet(c->readers[1], now)));
    if (!all) {
      closer |= rest & -rest;
      continue;
    }
    for (; cell != end; ++cell) {
      if (mode == AccessMode::Read) {
        const unsigned which = replaceable(cell->readers[0], now, isShared) ? 0 : 1;
        cell->readers[which] = now;
        cell->readerPlaces[which] = place;
      } else {
        cell->write = now;
        cell->writePlace = place;
      }
    }
  }
  return closer;
}

void RaceChecker::access(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode, bool sameValue,
                         Stamp now, std::uint32_t place) {
  ShadowCell* cell = shadow.cells(offset);
  for (ShadowCell* end = cell + shadow.count(offset, bytes); cell != end; ++cell) {
    // Two blocks that write one place agree by luck only: on other inputs they may not. An original that does so is excused by its lines.
    const bool agreed = sameValue && cell->write.epoch() >= blockStart_;
    if (!agreed && conflict(cell->write, now, isShared)) report(cell->write, cell->writePlace, now, place, isShared);
    if (mode == AccessMode::Read) {
      const unsigned which = replaceable(cell->readers[0], now, isShared) ? 0 : 1;
      cell->readers[which] = now;
      cell->readerPlaces[which] = place;
      continue;
    }
    for (unsigned i = 0; i < 2; ++i)
      if (!sameValue && conflict(cell->readers[i], now, isShared)) report(cell->readers[i], cell->readerPlaces[i], now, place, isShared);
    cell->write = now;
    cell->writePlace = place;
  }
}

std::vector<Race> RaceChecker::races(const std::string& kernel) const {
  std::vector<Race> races;
  for (const Pair& pair : pairs_) {
    Race race{kernel, (*places_)[pair.first], (*places_)[pair.second], pair.sameWarp, pair.shared};
    if (std::tie(race.second.file, race.second.line) < std::tie(race.first.file, race.first.line)) std::swap(race.first, race.second);
    races.push_back(std::move(race));
  }
  std::sort(races.begin(), races.end(), [](const Race& a, const Race& b) { return a.key() < b.key(); });
  return races;
}

} // namespace gevo::sim
