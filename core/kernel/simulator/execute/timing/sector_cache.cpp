#include "core/kernel/simulator/execute/timing/sector_cache.h"

#include "core/kernel/simulator/execute/warps.h"

namespace gevo::sim {

TouchedSectors SectorCache::touch(const RegionAccess& part, std::uint32_t bytes) {
  if (part.inOneSector) {
    const std::uint64_t sector = part.offset[firstLane(part.mask)] >> sectorShift;
    return touchRange(*part.region, sector, sector + 1);
  }
  const std::uint64_t block = static_cast<std::uint64_t>(memory_.stamp()) << 32;
  const std::uint64_t now = block | ++accessNumber_; // a sector that several lanes reach counts once
  const std::uint64_t launch = static_cast<std::uint64_t>(memory_.launchStamp()) << 32;
  std::uint64_t* const sectors = part.region->sectors;
  unsigned count = 0;
  unsigned missed = 0;
  unsigned fresh = 0;
  const auto touchOne = [&](std::uint64_t sector) {
    const std::uint64_t stamp = sectors[sector];
    if (stamp == now) return;
    ++count;
    missed += stamp < block;
    fresh += stamp < launch;
    sectors[sector] = now;
  };
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const std::uint64_t start = part.offset[firstLane(rest)];
    touchOne(start >> sectorShift);
    if (part.oneSectorEach) continue;
    const std::uint64_t last = (start + bytes - 1) >> sectorShift;
    for (std::uint64_t sector = (start >> sectorShift) + 1; sector <= last; ++sector) touchOne(sector);
  }
  return {count, missed, fresh};
}

TouchedSectors SectorCache::touch(Region& region, const CoalescedWords& words, Mask mask) {
  const Mask halves[] = {mask & 0xffffU, mask >> 16};
  std::uint64_t begin[2] = {0, 0}; // of the sectors of each half
  std::uint64_t end[2] = {0, 0};
  for (unsigned half = 0; half < 2; ++half) {
    const Mask lanes = halves[half];
    if (lanes == 0) continue;
    const unsigned first = firstLane(lanes);
    if (const Mask fromFirst = lanes >> first; (fromFirst & (fromFirst + 1)) != 0) return touch(laneByLane(region, words, mask), 4);
    const auto count = 32U - static_cast<unsigned>(__builtin_clz(lanes)) - first;
    const auto start = static_cast<std::uint64_t>(words.start[half] + 4 * static_cast<std::int64_t>(first));
    begin[half] = start >> sectorShift;
    end[half] = ((start + 4 * count - 1) >> sectorShift) + 1;
  }
  if (halves[1] == 0) return touchRange(region, begin[0], end[0]);
  if (halves[0] == 0) return touchRange(region, begin[1], end[1]);
  if (begin[1] + 1 == end[0] || begin[1] == end[0]) return touchRange(region, begin[0], end[1]);
  if (begin[1] < end[0] && begin[0] < end[1]) return touch(laneByLane(region, words, mask), 4);
  TouchedSectors touched = touchRange(region, begin[0], end[0]);
  touched.add(touchRange(region, begin[1], end[1]));
  return touched;
}

} // namespace gevo::sim
