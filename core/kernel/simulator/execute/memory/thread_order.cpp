#include "core/kernel/simulator/execute/memory/thread_order.h"

#include <algorithm>
#include <numeric>

namespace gevo::sim {

void ThreadOrder::startLaunch(unsigned threadsPerBlock) {
  blockStarts_.clear();
  warps_.resize((threadsPerBlock + laneCount - 1) / laneCount);
  std::iota(warps_.begin(), warps_.end(), 0U);
  for (HappensBefore& order : orders_) order.startLaunch(threadsPerBlock);
}

void ThreadOrder::startBlock(std::uint32_t epoch) {
  blockStarts_.push_back(epoch);
  for (HappensBefore& order : orders_) order.startBlock(static_cast<std::uint32_t>(blockStarts_.size() - 1));
}

void ThreadOrder::barrier() { barrier(warps_); }

void ThreadOrder::barrier(std::span<const unsigned> warps) {
  for (HappensBefore& order : orders_) order.barrier(warps);
}

void ThreadOrder::syncWarp(unsigned warp, Mask lanes) {
  for (HappensBefore& order : orders_) order.syncWarp(warp, lanes);
}

void ThreadOrder::fence(unsigned thread, std::uint32_t flags, const std::shared_ptr<const ThreadEpochs>& seen) {
  for (HappensBefore& order : orders_) order.fence(thread, flags, seen);
}

void ThreadOrder::read(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen) {
  for (HappensBefore& order : orders_) order.read(thread, address, kind, seen);
}

void ThreadOrder::write(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen) {
  for (HappensBefore& order : orders_) order.write(thread, address, kind, seen);
}

std::uint32_t ThreadOrder::blockOf(std::uint32_t epoch) const {
  return static_cast<std::uint32_t>(std::ranges::upper_bound(blockStarts_, epoch) - blockStarts_.begin() - 1);
}

std::optional<MissingOrder> ThreadOrder::missing(Stamp earlier, std::optional<std::uint64_t> strongAt, unsigned now) const {
  const HappensBefore::Earlier access{blockOf(earlier.epoch()), earlier.thread(), earlier.epoch(), strongAt};
  std::optional<MissingOrder> missing;
  for (const MissingOrder candidate : {MissingOrder::Acquire, MissingOrder::Release, MissingOrder::All}) {
    if (orders_[static_cast<std::size_t>(candidate)].orders(access, now)) break;
    missing = candidate;
  }
  return missing;
}

} // namespace gevo::sim
