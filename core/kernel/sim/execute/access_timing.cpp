#include "core/kernel/sim/execute/executor.h"

#include <algorithm>

namespace gevo::sim {

namespace {
constexpr unsigned banks = 32;
constexpr std::uint64_t sectorShift = 5;

bool areInARow(Mask lanes) {
  const Mask fromFirst = lanes >> firstLane(lanes);
  return (fromFirst & (fromFirst + 1)) == 0;
}

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

/// Two rows of 16 words whose banks don't meet; a shorter row leaves some out.
bool Executor::rowsInDifferentBanks(const Group& group) {
  if (!group.rows) return false;
  const Mask low = group.mask & 0xffffU;
  const Mask high = group.mask & 0xffff0000U;
  if (low == 0 || high == 0) return true;
  const std::uint64_t first = (group.offset[firstLane(low)] >> 2) - firstLane(low);
  const std::uint64_t second = (group.offset[firstLane(high)] >> 2) - firstLane(high);
  return ((second - first) & (banks - 1)) == 0; // each word is where its lane is, counted from the first row's start
}

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
  if (bytes == 4 && (rowsInDifferentBanks(group) || vectors_.distinctBanks(group.offset, group.mask))) {
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
  std::uint64_t sectors[laneCount * 3];
  unsigned count = 0;
  bool sorted = true;
  auto add = [&](std::uint64_t start, std::uint64_t length) {
    const std::uint64_t last = (start + length - 1) >> sectorShift;
    for (std::uint64_t sector = start >> sectorShift; sector <= last && count < laneCount * 3; ++sector)
      if (count == 0 || sectors[count - 1] != sector) {
        sorted &= count == 0 || sectors[count - 1] < sector;
        sectors[count++] = sector;
      }
  };
  for (const Mask half : {group.mask & 0xffffU, group.mask & 0xffff0000U}) {
    if (half == 0) continue;
    if (group.rows && areInARow(half))
      add(group.offset[firstLane(half)], 4ULL * static_cast<unsigned>(__builtin_popcount(half)));
    else
      for (Mask rest = half; rest; rest &= rest - 1) add(group.offset[firstLane(rest)], bytes);
  }
  if (!sorted) {
    std::sort(sectors, sectors + count);
    count = static_cast<unsigned>(std::unique(sectors, sectors + count) - sectors);
  }
  report_.statistics.globalSectors += count;
  phase_.cacheSectors += count;
  unsigned missed = 0;
  for (unsigned i = 0; i < count; ++i) {
    std::uint32_t& stamp = group.region->sectors[sectors[i]];
    if (stamp < memory_.launchStamp()) distinctBytes_ += 1ULL << sectorShift;
    // What this block has touched before is in the L1 cache; blocks share no more than the L2 cache.
    missed += stamp != memory_.stamp();
    stamp = memory_.stamp();
  }
  phase_.levelTwoSectors += isLoad ? missed : count;
  return missed > 0 ? missLatency_ : model_.cacheLatency;
}

void Executor::delayLoad(Warp& warp, const LoadTiming& timing, double latency) {
  const float late = std::max(0.0F, static_cast<float>(latency) - timing.assumed);
  float& delay = warp.delay[timing.level];
  delay = std::max(delay, late - timing.slack);
  if (timing.tracked >= 0) {
    double earlier = 0;
    for (unsigned level = 0; level < timing.level; ++level) earlier += warp.delay[level];
    warp.ready[warp.frames.back().tracked + static_cast<std::size_t>(timing.tracked)] = warp.blockStart + timing.ready + earlier + late;
  }
}

} // namespace gevo::sim
