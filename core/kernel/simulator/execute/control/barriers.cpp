#include "core/kernel/simulator/execute/control/barriers.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gevo::sim {

bool Barriers::arrive(Warp& warp, const Block& at, Mask mask) {
  if (mask != warp.live)
    return reporter_.fault(FaultKind::BarrierDivergence, at.location, warp, warp.live & ~mask,
                           fmt::format("{} of the warp's {} running threads are at the barrier, this one is not", std::popcount(mask),
                                       std::popcount(warp.live)));
  warp.state = WarpState::Waiting;
  warp.barrier = &at;
  if (at.barrierNumber < 0) return readNumber(warp, at, mask);
  warp.barrierNumber = static_cast<std::uint8_t>(at.barrierNumber);
  return true;
}

bool Barriers::readNumber(Warp& warp, const Block& at, Mask mask) {
  const std::uint32_t* numbers = laneCells<std::uint32_t>(warp, at.condition);
  warp.barrierNumber = numbers[firstLane(mask)];
  Mask others = 0;
  for (unsigned lane = 0; lane < laneCount; ++lane) others |= static_cast<Mask>(numbers[lane] != warp.barrierNumber) << lane;
  if (const Mask rest = others & mask; rest != 0)
    return reporter_.fault(FaultKind::BarrierDivergence, at.location, warp, rest & -rest, "lanes of one warp wait at different barriers");
  if (warp.barrierNumber > 15)
    return reporter_.fault(FaultKind::Trap, at.location, warp, mask,
                           fmt::format("barrier {} does not exist, there are 16", warp.barrierNumber));
  return true;
}

bool Barriers::arrive(WarpGroup& group, const Block& at, const Masks& masks) {
  group.barrier = &at;
  if ((at.barrierNumber < 0 || at.barrierReduce != 0) && !arriveEach(group, masks)) return false;
  group.stack.top().block = at.edges[0].target;
  return true;
}

bool Barriers::arriveEach(WarpGroup& group, const Masks& masks) {
  const Block& at = *std::exchange(group.barrier, nullptr);
  for (unsigned i = 0; i < group.warps.size(); ++i) {
    Warp& warp = group.warps[i];
    if (masks[i] == 0)
      warp.state = WarpState::Done;
    else if (!arrive(warp, at, masks[i]))
      return false;
  }
  return true;
}

bool Barriers::isCommon() const {
  const Block* const common = block_.groups.front().barrier;
  return common && std::ranges::all_of(block_.groups, [&](const WarpGroup& group) { return group.barrier == common; });
}

void Barriers::openCommon() {
  if (counters_.isOn()) countCommon();
  unsigned released = 0;
  for (const WarpGroup& group : block_.groups) released += countOf(group.stack.top().warps);
  const double cycle = timer_.passBarrier(released);
  races_.barrier();
  for (WarpGroup& group : block_.groups) {
    group.barrier = nullptr;
    forEachWarp(group.stack.top().warps, [&](unsigned i) {
      group.scoreboard.clock(i) = cycle;
      ++group.warps[i].sync;
    });
  }
  ++reporter_.statistics().barriers;
}

bool Barriers::openComplete() {
  if (!findComplete()) {
    const Warp& stuck = *std::ranges::find(block_.warps, WarpState::Waiting, &Warp::state);
    return reporter_.fault(FaultKind::NoProgress, stuck.barrier->location, stuck, stuck.live,
                           fmt::format("warps wait for each other at different barriers, this one at barrier {}", stuck.barrierNumber));
  }
  reduce();
  if (counters_.isOn()) countReleased();
  const double cycle = timer_.passBarrier(static_cast<unsigned>(released_.size()));
  order();
  for (Warp* warp : released_) {
    warp->state = WarpState::Running;
    warp->barrier = nullptr;
    warp->clock() = cycle;
    ++warp->sync;
  }
  ++reporter_.statistics().barriers;
  return true;
}

// Each warp waits for the last of those that meet, and then as long as the barrier takes. What else keeps the block in the phase before,
// its units being busy, is not the barrier's.

void Barriers::countCommon() {
  const std::uint32_t location = block_.groups.front().barrier->location;
  unsigned warps = 0;
  double last = 0;
  for (const WarpGroup& group : block_.groups) {
    warps += countOf(group.stack.top().warps);
    forEachWarp(group.stack.top().warps, [&](unsigned i) { last = std::max(last, group.scoreboard.clocks()[i]); });
  }
  counters_.open(location);
  for (const WarpGroup& group : block_.groups)
    forEachWarp(group.stack.top().warps,
                [&](unsigned i) { counters_.wait(location, last - group.scoreboard.clocks()[i] + timer_.barrierCycles(warps)); });
}

void Barriers::countReleased() {
  double last = 0;
  for (const Warp* warp : released_) last = std::max(last, warp->clock());
  counters_.open(released_.front()->barrier->location);
  for (const Warp* warp : released_)
    counters_.wait(warp->barrier->location, last - warp->clock() + timer_.barrierCycles(static_cast<unsigned>(released_.size())));
}

/// The first barrier that is complete, without a number of threads once every warp that has not ended waits there: `released_` are those
/// that do.
bool Barriers::findComplete() {
  for (const Warp& first : block_.warps) {
    if (first.state != WarpState::Waiting) continue;
    released_.clear();
    std::size_t waiting = 0;
    for (Warp& other : block_.warps) {
      if (other.state != WarpState::Waiting) continue;
      ++waiting;
      if (other.barrierNumber == first.barrierNumber) released_.push_back(&other);
    }
    if (first.barrier->hasThreads ? areEnough(first) : released_.size() == waiting) return true;
  }
  return false;
}

/// As many threads wait with the first warp as its barrier expects.
bool Barriers::areEnough(const Warp& first) const {
  std::uint32_t threads = 0;
  for (const Warp* warp : released_) threads += static_cast<std::uint32_t>(std::popcount(warp->existing));
  const std::uint32_t wanted = laneCells<std::uint32_t>(first, first.barrier->barrierThreads)[firstLane(first.live)];
  return threads == (wanted + laneCount - 1) / laneCount * laneCount || threads == wanted;
}

/// A barrier for a number of threads orders those that take part; the block's other warps go on as if it were not there.
void Barriers::order() {
  if (!released_.front()->barrier->hasThreads || released_.size() == block_.warps.size()) return races_.barrier();
  std::vector<unsigned> numbers;
  for (const Warp* warp : released_) numbers.push_back(warp->number);
  races_.barrier(numbers);
}

/// Counts the threads for which the predicate holds and gives all of them the result.
void Barriers::reduce() {
  std::uint32_t count = 0;
  std::uint32_t threads = 0;
  for (const Warp* warp : released_)
    if (warp->barrier->barrierReduce != 0) {
      count += static_cast<std::uint32_t>(std::popcount(maskCell(*warp, warp->barrier->predicate) & warp->live));
      threads += static_cast<std::uint32_t>(std::popcount(warp->live));
    }
  for (const Warp* warp : released_) {
    const Block& at = *warp->barrier;
    if (at.barrierReduce == 0) continue;
    const std::uint32_t value = at.barrierReduce == 1 ? count : at.barrierReduce == 2 ? (count == threads) : (count != 0);
    if (at.barrierResultCell == CellKind::Mask)
      maskCell(*warp, at.barrierResult) = value ? ~0U : 0;
    else
      std::fill_n(laneCells<std::uint32_t>(*warp, at.barrierResult), laneCount, value);
  }
}

} // namespace gevo::sim
