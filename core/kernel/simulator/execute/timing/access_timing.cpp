#include "core/kernel/simulator/execute/timing/access_timing.h"

#include <algorithm>
#include <cmath>

namespace gevo::sim {

namespace {

/// Latency of a load that misses the L1 cache, by how much memory the launch can reach: interpolated between the model's figures.
double missLatency(const Model& model, double footprintBytes) {
  auto between = [](double x, double fromX, double toX, double from, double to) {
    const double t = std::clamp((std::log2(std::max(x, 1.0)) - std::log2(fromX)) / (std::log2(toX) - std::log2(fromX)), 0.0, 1.0);
    return from + t * (to - from);
  };
  if (footprintBytes <= model.levelTwoBytes) return between(footprintBytes, 512e3, 16e6, model.levelTwoLatency, model.levelTwoFar);
  return between(footprintBytes, model.levelTwoBytes, 256e6, model.memoryLatency, model.memoryFar);
}

/// Of lanes at one address, the most.
unsigned mostAtOneAddress(const RegionAccess& part) {
  std::uint64_t seen[laneCount];
  unsigned times[laneCount] = {};
  unsigned distinct = 0;
  unsigned most = 0;
  for (Mask rest = part.mask; rest; rest &= rest - 1) {
    const std::uint64_t offset = part.offset[firstLane(rest)];
    unsigned i = 0;
    while (i < distinct && seen[i] != offset) ++i;
    if (i == distinct) seen[distinct++] = offset;
    most = std::max(most, ++times[i]);
  }
  return most;
}

} // namespace

void AccessTiming::startLaunch(unsigned warps) {
  missLatency_ = missLatency(model_, static_cast<double>(memory_.globalBytes()));
  warps_ = warps;
  textureQueues_.resize((warps + warpGroupSize - 1) / warpGroupSize);
}

double AccessTiming::charge(const RegionAccess& part, std::uint32_t bytes, bool isLoad) {
  switch (part.region->kind) {
  case RegionKind::Shared:
    return chargeShared(bankUse(vectors_, part, bytes));
  case RegionKind::Global: {
    const TouchedSectors touched = sectors_.touch(part, bytes);
    chargeSectors(touched, isLoad);
    return latencyOf(touched);
  }
  case RegionKind::Local: {
    const auto lanes = static_cast<double>(__builtin_popcount(part.mask));
    demand_.cacheSectors += lanes * std::max(bytes, 4U) / 32.0;
    return model_.cacheLatency;
  }
  case RegionKind::Parameter:
    return model_.costs.arithmetic.latency;
  }
  return 0;
}

double AccessTiming::chargeUniformLoad(Region& region, std::uint64_t offset, std::uint32_t bytes, Mask mask) {
  if (region.isShared()) return chargeShared(bankUseOfUniform(bytes, mask));
  const TouchedSectors touched = sectors_.touchRange(region, offset >> sectorShift, ((offset + bytes - 1) >> sectorShift) + 1);
  chargeSectors(touched, true);
  return latencyOf(touched);
}

double AccessTiming::chargeElements(const RegionAccess& part, std::uint32_t bytes) {
  const TouchedSectors touched = sectors_.touch(part, bytes);
  statistics_.globalSectors += touched.count;
  distinctBytes_ += static_cast<double>(touched.fresh << sectorShift);
  demand_.levelTwoSectors += touched.missed;
  return model_.textureLatency + (touched.missed > 0 ? missLatency_ - model_.cacheLatency : 0);
}

/// Measured on an H200, in cycles: 8 a warp for elements of 4 bytes, 16 for those of 16 bytes, 32 if these are filtered, for however few
/// lanes.
double AccessTiming::chargeFetch(unsigned warp, double cycle, std::uint32_t bytes, bool filters) {
  const double fetches = std::max(1.0, bytes / (filters ? 4.0 : 8.0));
  demand_.textures += fetches;
  const unsigned group = warp / warpGroupSize;
  const unsigned inGroup = std::min(warpGroupSize, warps_ - group * warpGroupSize);
  return textureQueues_[group].wait(cycle, fetches / model_.textureFetchesPerCycle * warps_ / inGroup);
}

double AccessTiming::chargeAtomic(const RegionAccess& part) {
  const unsigned worst = mostAtOneAddress(part);
  if (part.region->isShared()) {
    demand_.shared += 2.0 * worst;
    return model_.sharedAtomicLatency + model_.sharedConflict * (worst - 1);
  }
  chargeSectors(sectors_.touch(part, 4), false);
  demand_.atomics += worst;
  return model_.atomicLatency;
}

void AccessTiming::chargeCopy(std::uint64_t bytes) {
  demand_.issue += static_cast<double>(bytes) / 4.0 / laneCount;
  const std::uint64_t sectors = (bytes + 31) / 32;
  demand_.cacheSectors += static_cast<double>(sectors);
}

} // namespace gevo::sim
