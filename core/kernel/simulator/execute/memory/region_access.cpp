#include "core/kernel/simulator/execute/memory/region_access.h"

namespace gevo::sim {

RegionAccess laneByLane(Region& region, const CoalescedWords& words, Mask mask) {
  RegionAccess part;
  part.region = &region;
  part.mask = mask;
  for (unsigned lane = 0; lane < laneCount; ++lane)
    part.offset[lane] = static_cast<std::uint64_t>(words.start[lane / 16] + 4 * static_cast<std::int64_t>(lane % 16));
  return part;
}

} // namespace gevo::sim
