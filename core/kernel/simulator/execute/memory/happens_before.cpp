#include "core/kernel/simulator/execute/memory/happens_before.h"

#include <algorithm>

namespace gevo::sim {

void HappensBefore::Scopes::join(const Scopes& other) {
  block.join(other.block);
  device.join(other.device);
}

void HappensBefore::Knowledge::join(const Knowledge& other) {
  known.join(other.known);
  fenced.join(other.fenced);
  observed.join(other.observed);
  for (const auto& [address, accesses] : other.coherent) coherent[address].join(accesses);
}

LaunchClock HappensBefore::Thread::known() const {
  LaunchClock all = own.known;
  if (met) all.join(met->known);
  return all;
}

HappensBefore::Scopes HappensBefore::Thread::fenced() const {
  Scopes all = own.fenced;
  if (met) all.join(met->fenced);
  return all;
}

void HappensBefore::startLaunch(unsigned threadsPerBlock) {
  threads_.assign(threadsPerBlock, {});
  locations_.clear();
}

void HappensBefore::startBlock(std::uint32_t number) {
  block_ = number;
  threads_.assign(threads_.size(), {});
  // Shared memory is another one, at the same addresses.
  std::erase_if(locations_, [](const auto& entry) { return entry.first - sharedWindow < windowBytes; });
}

void HappensBefore::meet(std::span<Thread* const> threads) {
  std::vector<const Knowledge*> parts;
  for (const Thread* thread : threads) {
    if (thread->met && std::ranges::find(parts, thread->met.get()) == parts.end()) parts.push_back(thread->met.get());
  }
  const bool alike = parts.size() <= 1 && std::ranges::all_of(threads, [&](const Thread* thread) {
                       return thread->own.empty() && (thread->met != nullptr) == !parts.empty();
                     });
  if (alike) return;
  for (const Thread* thread : threads)
    if (!thread->own.empty()) parts.push_back(&thread->own);
  const auto all = std::make_shared<Knowledge>(*parts.front());
  for (const Knowledge* part : std::span(parts).subspan(1)) all->join(*part);
  for (Thread* thread : threads) *thread = {all, {}};
}

void HappensBefore::barrier(std::span<const unsigned> warps) {
  std::vector<Thread*> threads;
  for (const unsigned warp : warps)
    for (unsigned lane = 0; lane < laneCount && warp * laneCount + lane < threads_.size(); ++lane)
      threads.push_back(&threads_[warp * laneCount + lane]);
  meet(threads);
}

void HappensBefore::syncWarp(unsigned warp, Mask lanes) {
  std::vector<Thread*> threads;
  for (Mask rest = lanes; rest != 0; rest &= rest - 1)
    threads.push_back(&threads_[warp * laneCount + static_cast<unsigned>(__builtin_ctz(rest))]);
  meet(threads);
}

void HappensBefore::fence(unsigned thread, std::uint32_t flags, const std::shared_ptr<const ThreadEpochs>& seen) {
  const bool isForDevice = (flags & FenceForBlockOnly) == 0;
  Thread& own = threads_[thread];
  if (flags & FenceAcquires) {
    const auto learn = [&](const Scopes& observed) {
      own.own.known.join(observed.block);
      if (isForDevice) own.own.known.join(observed.device);
    };
    learn(own.own.observed);
    if (own.met) learn(own.met->observed);
  }
  if ((flags & FenceReleases) == 0) return;
  LaunchClock now = own.known();
  now.add(block_, seen);
  own.own.fenced.block.join(now);
  if (isForDevice) own.own.fenced.device.join(now);
}

bool HappensBefore::orders(const Earlier& earlier, unsigned now) const {
  const auto isOrderedBy = [&](const Knowledge& knowledge) {
    if (knowledge.known.covers(earlier.block, earlier.thread, earlier.epoch)) return true;
    if (!earlier.strongAt) return false;
    const auto found = knowledge.coherent.find(*earlier.strongAt);
    return found != knowledge.coherent.end() && found->second.covers(earlier.block, earlier.thread, earlier.epoch);
  };
  const Thread& thread = threads_[now];
  return isOrderedBy(thread.own) || (thread.met && isOrderedBy(*thread.met));
}

void HappensBefore::read(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen) {
  Location& location = locations_[address];
  location.accesses.add(block_, seen);
  Knowledge& own = threads_[thread].own;
  own.coherent[address] = location.accesses;
  Scopes got;
  if (location.block == block_) got.block = location.released.block;
  if (!kind.isBlockScoped) got.device = location.released.device;
  if (needs_.acquireFence && !kind.acquires) return own.observed.join(got);
  own.known.join(got.block);
  own.known.join(got.device);
}

void HappensBefore::write(unsigned thread, std::uint64_t address, AccessKind kind, const std::shared_ptr<const ThreadEpochs>& seen) {
  Thread& own = threads_[thread];
  Scopes given = own.fenced();
  if (!needs_.releaseFence || kind.releases) {
    LaunchClock now = own.known();
    now.add(block_, seen);
    given = {now, now};
  }
  if (kind.isBlockScoped) given.device = {};
  Location& location = locations_[address];
  // An update continues the release sequence of what it read.
  const bool continues = kind.mode == AccessMode::AtomicUpdate;
  if (!continues || location.block != block_) location.released.block = {};
  if (!continues) location.released.device = {};
  location.block = block_;
  location.released.join(given);
  location.accesses.add(block_, seen);
  own.own.coherent[address] = location.accesses;
}

} // namespace gevo::sim
