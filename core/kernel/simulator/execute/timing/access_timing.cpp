#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>

namespace gevo::sim {

namespace {
constexpr unsigned banks = 32;

/// Every lane reaches a word of its own, and lanes reach growing or shrinking addresses.
bool growOrShrink(const std::uint64_t* offset, Mask mask) {
  unsigned grows = 0;
  unsigned shrinks = 0;
  std::uint64_t before = offset[firstLane(mask)] >> 2;
  for (Mask rest = mask & (mask - 1); rest; rest &= rest - 1) {
    const std::uint64_t word = offset[firstLane(rest)] >> 2;
    grows += word > before;
    shrinks += word < before;
    before = word;
  }
  const auto steps = static_cast<unsigned>(__builtin_popcount(mask)) - 1;
  return grows == steps || shrinks == steps;
}
} // namespace

/// Latency of the access; the multiprocessor's parts are charged.
double Executor::countAccess(const Group& group, std::uint32_t bytes, bool isLoad) {
  switch (group.region->kind) {
  case RegionKind::Shared:
    return countShared(group, bytes);
  case RegionKind::Global:
    return countGlobal(group, bytes, isLoad);
  case RegionKind::Local: {
    const auto lanes = static_cast<double>(__builtin_popcount(group.mask));
    phase_.cacheSectors += lanes * std::max(bytes, 4U) / 32.0;
    return model_.cacheLatency;
  }
  case RegionKind::Parameter:
    return model_.costs.arithmetic.latency;
  }
  return 0;
}

/// Lanes go in turns that carry 128 bytes at most; in each turn a bank serves one word. The same word for several lanes is one.
double Executor::countShared(const Group& group, std::uint32_t bytes) {
  if (bytes == 4 && vectors_.distinctBanks(group.offset, group.mask)) {
    ++phase_.shared; // as many banks as lanes
    return model_.sharedLatency;
  }
  if (bytes == 4 && growOrShrink(group.offset, group.mask)) {
    // Nobody shares a word: the fullest bank says it all.
    std::uint8_t ways[banks] = {};
    unsigned most = 0;
    for (Mask rest = group.mask; rest; rest &= rest - 1)
      most = std::max<unsigned>(most, ++ways[group.offset[firstLane(rest)] >> 2 & (banks - 1)]);
    return chargeShared(most, most, 1);
  }
  const unsigned words = std::max(1U, (bytes + 3) / 4);
  const unsigned lanesPerTurn = std::max(1U, laneCount / words);
  unsigned wavefronts = 0;
  unsigned worst = 1;
  for (unsigned start = 0; start < laneCount; start += lanesPerTurn) {
    std::uint64_t seen[banks];
    std::uint8_t ways[banks] = {};
    std::uint64_t extra[laneCount * 4];
    unsigned extras = 0;
    unsigned most = 0;
    for (unsigned lane = start; lane < std::min(start + lanesPerTurn, laneCount); ++lane) {
      if (!(group.mask >> lane & 1)) continue;
      for (unsigned i = 0; i < std::min(words, 4U); ++i) {
        const std::uint64_t word = (group.offset[lane] >> 2) + i;
        const unsigned bank = word % banks;
        if (ways[bank] == 0) {
          seen[bank] = word;
          ways[bank] = 1;
        } else if (seen[bank] != word && std::find(extra, extra + extras, word) == extra + extras) {
          extra[extras++] = word;
          ++ways[bank];
        }
        most = std::max<unsigned>(most, ways[bank]);
      }
    }
    wavefronts += most;
    worst = std::max(worst, most);
  }
  const unsigned turns = (laneCount + lanesPerTurn - 1) / lanesPerTurn;
  return chargeShared(wavefronts, worst, turns);
}

double Executor::chargeShared(unsigned wavefronts, unsigned worst, unsigned turns) {
  phase_.shared += wavefronts;
  report_.statistics.sharedConflicts += worst - 1;
  return model_.sharedLatency + model_.sharedConflict * (wavefronts > turns ? wavefronts - turns : 0) + model_.sharedConflict * (turns - 1);
}

double Executor::countGlobal(const Group& group, std::uint32_t bytes, bool isLoad) {
  const Touched touched = touch(group, bytes);
  chargeSectors(touched, isLoad);
  return latencyOf(touched);
}

Executor::Touched Executor::touch(const Group& group, std::uint32_t bytes) {
  if (group.inOneSector) {
    const std::uint64_t sector = group.offset[firstLane(group.mask)] >> sectorShift;
    return touchRange(*group.region, sector, sector + 1);
  }
  const std::uint64_t block = static_cast<std::uint64_t>(memory_.stamp()) << 32;
  const std::uint64_t now = block | ++accessNumber_; // a sector that several lanes reach counts once
  const std::uint64_t launch = static_cast<std::uint64_t>(memory_.launchStamp()) << 32;
  std::uint64_t* const sectors = group.region->sectors;
  unsigned count = 0;
  unsigned missed = 0;
  unsigned fresh = 0;
  const auto touchOne = [&](std::uint64_t sector) {
    const std::uint64_t stamp = sectors[sector];
    if (stamp == now) return;
    ++count;
    // What this block has touched before is in the L1 cache; blocks share no more than the L2 cache.
    missed += stamp < block;
    fresh += stamp < launch;
    sectors[sector] = now;
  };
  for (Mask rest = group.mask; rest; rest &= rest - 1) {
    const std::uint64_t start = group.offset[firstLane(rest)];
    touchOne(start >> sectorShift);
    if (group.oneSectorEach) continue;
    const std::uint64_t last = (start + bytes - 1) >> sectorShift;
    for (std::uint64_t sector = (start >> sectorShift) + 1; sector <= last; ++sector) touchOne(sector);
  }
  return {count, missed, fresh};
}

void Executor::delayLoad(Warp& warp, const LoadTiming& timing, double latency) {
  const float late = std::max(0.0F, static_cast<float>(latency) - timing.assumed);
  const unsigned self = warp.kernelFrame.warp;
  Times& times = *warp.times;
  float& delay = times.delay[timing.level][self];
  delay = std::max(delay, late - timing.slack);
  if (timing.tracked >= 0) {
    double earlier = 0;
    for (unsigned level = 0; level < timing.level; ++level) earlier += times.delay[level][self];
    times.ready[warp.frames.back().tracked + static_cast<std::size_t>(timing.tracked)][self] =
        times.start[self] + timing.ready + earlier + late;
  }
}

} // namespace gevo::sim
