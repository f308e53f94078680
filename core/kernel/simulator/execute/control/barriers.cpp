#include "core/kernel/simulator/execute/executor.h"

#include <algorithm>
#include <bit>

namespace gevo::sim {

/// Where all gangs wait, each as one; null where that is not so.
const Block* Executor::commonBarrier() const {
  const Block* const common = gangs_.front().barrier;
  return std::ranges::all_of(gangs_, [&](const Gang& gang) { return gang.barrier == common; }) ? common : nullptr;
}

/// From there they go on: what releaseBarrier() does, where it needs no look at each warp.
void Executor::releaseTogether() {
  unsigned released = 0;
  for (const Gang& gang : gangs_) released += countOf(gang.groups.back().warps);
  phaseStart_ += model_.barrierBase + model_.barrierPerWarp * static_cast<double>(released);
  races_.barrier();
  for (Gang& gang : gangs_) {
    gang.barrier = nullptr;
    forEach(gang.groups.back().warps, [&](unsigned i) {
      gang.times.clock[i] = phaseStart_;
      ++warps_[gang.first + i].sync;
    });
  }
  ++report_.statistics.barriers;
}

/// Every warp waits or has ended. Releases the barriers that are complete; with none, nobody can ever go on.
bool Executor::releaseBarrier() {
  std::vector<Warp*>& released = released_;
  released.clear();
  for (unsigned i = 0; i < warpCount_ && released.empty(); ++i) {
    Warp& first = warps_[i];
    if (first.state != WarpState::Waiting) continue;
    std::uint32_t missing = 0;
    for (unsigned j = 0; j < warpCount_; ++j) {
      Warp& other = warps_[j];
      if (other.state != WarpState::Waiting) continue;
      if (other.barrierNumber == first.barrierNumber) {
        released.push_back(&other);
      } else {
        ++missing;
      }
    }
    bool isComplete = missing == 0;
    if (first.barrier->hasThreads) {
      std::uint32_t threads = 0;
      for (const Warp* warp : released) threads += static_cast<std::uint32_t>(std::popcount(warp->existing));
      const std::uint32_t wanted = laneCells<std::uint32_t>(first, first.barrier->barrierThreads)[firstLane(first.live)];
      isComplete = threads == (wanted + laneCount - 1) / laneCount * laneCount || threads == wanted;
    }
    if (!isComplete) released.clear();
  }
  if (released.empty()) {
    const auto stuck =
        std::find_if(warps_.begin(), warps_.begin() + warpCount_, [](const Warp& warp) { return warp.state == WarpState::Waiting; });
    return fault(FaultKind::NoProgress, stuck->barrier->place, &*stuck, stuck->live,
                 fmt::format("warps wait for each other at different barriers, this one at barrier {}", stuck->barrierNumber));
  }
  reduceAtBarrier(released);
  const double cost = model_.barrierBase + model_.barrierPerWarp * static_cast<double>(released.size());
  phaseStart_ += cost;
  orderAtBarrier(released);
  for (Warp* warp : released) {
    warp->state = WarpState::Running;
    warp->barrier = nullptr;
    warp->clock() = phaseStart_;
    ++warp->sync;
  }
  ++report_.statistics.barriers;
  return true;
}

/// A barrier for a number of threads orders those that take part; the block's other warps go on as if it were not there.
void Executor::orderAtBarrier(const std::vector<Warp*>& released) {
  if (!released.front()->barrier->hasThreads || released.size() == warpCount_) return races_.barrier();
  std::vector<unsigned> numbers;
  for (const Warp* warp : released) numbers.push_back(warp->number);
  races_.barrier(numbers);
}

void Executor::reduceAtBarrier(const std::vector<Warp*>& waiting) {
  std::uint32_t count = 0;
  std::uint32_t threads = 0;
  for (Warp* warp : waiting)
    if (warp->barrier->barrierReduce != 0) {
      count += static_cast<std::uint32_t>(std::popcount(maskCell(*warp, warp->barrier->predicate) & warp->live));
      threads += static_cast<std::uint32_t>(std::popcount(warp->live));
    }
  for (Warp* warp : waiting) {
    const Block& block = *warp->barrier;
    if (block.barrierReduce == 0) continue;
    const std::uint32_t value = block.barrierReduce == 1 ? count : block.barrierReduce == 2 ? (count == threads) : (count != 0);
    if (block.barrierResultCell == CellKind::Mask)
      maskCell(*warp, block.barrierResult) = value ? ~0U : 0;
    else
      std::fill_n(laneCells<std::uint32_t>(*warp, block.barrierResult), laneCount, value);
  }
}

} // namespace gevo::sim
