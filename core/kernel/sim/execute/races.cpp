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

bool RaceChecker::conflict(const AccessRecord& earlier, const AccessRecord& now, bool isShared) const {
  if (earlier.epoch < launchStart_ || (earlier.atomic && now.atomic)) return false;
  if (earlier.epoch < blockStart_) // another block, which nothing orders; its shared memory was another one
    return !isShared;
  if (earlier.epoch != now.epoch || earlier.thread == now.thread) return false;
  return earlier.thread / laneCount != now.thread / laneCount || earlier.sync == now.sync;
}

void RaceChecker::report(const AccessRecord& earlier, const AccessRecord& now, bool isShared) {
  const std::uint32_t first = std::min(earlier.place, now.place);
  const std::uint32_t second = std::max(earlier.place, now.place);
  for (const Pair& pair : pairs_)
    if (pair.first == first && pair.second == second && pair.shared == isShared) return;
  const bool sameWarp = earlier.epoch >= blockStart_ && earlier.thread / laneCount == now.thread / laneCount;
  if (pairs_.size() < mostPairs) pairs_.push_back({first, second, isShared, sameWarp});
}

void RaceChecker::access(Shadow& shadow, bool isShared, std::uint64_t offset, std::uint64_t bytes, AccessMode mode, bool sameValue,
                         const AccessRecord& record) {
  ShadowCell* cell = shadow.cells(offset);
  for (ShadowCell* end = cell + shadow.count(offset, bytes); cell != end; ++cell) {
    if (mode == AccessMode::Read) {
      if (conflict(cell->write, record, isShared)) report(cell->write, record, isShared);
      // The first reader stays as long as a later write could still conflict with it; the second slot keeps the last one.
      AccessRecord& first = cell->readers[0];
      const bool replace = first.epoch < launchStart_ || (first.epoch >= blockStart_ && first.epoch < record.epoch) ||
                           (isShared && first.epoch < blockStart_) || (first.epoch == record.epoch && first.thread == record.thread);
      (replace ? first : cell->readers[1]) = record;
      continue;
    }
    if (!sameValue && conflict(cell->write, record, isShared)) report(cell->write, record, isShared);
    for (const AccessRecord& reader : cell->readers)
      if (!sameValue && conflict(reader, record, isShared)) report(reader, record, isShared);
    cell->write = record;
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
