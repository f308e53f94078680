// The processes that hold a CUDA context: how many there are, which one is active, and how they end.

#include "core/base/wire.h"
#include "core/kernel/cuda/host/gpu_host.h"

#include <algorithm>
#include <sys/wait.h>

namespace gevo::cuda {

namespace {

using Clock = Lane::Clock;

std::shared_ptr<const Bytes> share(Bytes bytes) { return std::make_shared<const Bytes>(std::move(bytes)); }

bool hasEnded(int process) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

} // namespace

/// One active process and its spares. The spares start after the first is ready, so that the first job waits for one context only.
void GpuHost::keepLanes() {
  if (!active_) promote();
  const bool hasOpened = !description_.architecture.empty();
  const std::size_t spares = hasOpened ? policy_.wanted(Clock::now()) : 0;
  if (spares == 0 && !dying_.empty()) return; // they hold the memory that the next one needs
  while (!startError_ && spares_.size() < spares + (active_ ? 0 : 1))
    if (std::unique_ptr<Lane> lane = spawn()) spares_.push_back(std::move(lane));
}

std::unique_ptr<Lane> GpuHost::spawn() {
  const Result<ChildProcess> child = spawner_.start({.words = settings_.context, .yields = false});
  if (!child) {
    startFailed(child.error());
    return nullptr;
  }
  auto lane = std::make_unique<Lane>(*child);
  lane->ask(GpuRequest::Describe, share(wire::encode(Done{})));
  lane->deadline = Clock::now() + settings_.preparation;
  return lane;
}

/// The most advanced spare becomes the active process.
void GpuHost::promote() {
  const auto readiness = [&](const std::unique_ptr<Lane>& lane) {
    return !lane->ready ? 0 : !queue_.empty() && lane->tests.contains(queue_.front().test) ? 2 : 1;
  };
  const auto best = std::ranges::max_element(spares_, {}, readiness);
  if (best == spares_.end() || readiness(*best) == 0) return;
  active_ = std::move(*best);
  spares_.erase(best);
}

void GpuHost::startFailed(const Error& error) {
  if (++failedStarts_ >= startsTried) startError_ = error;
}

/// The first spare is kept as long as it fits; more of them must leave enough memory to the active process.
void GpuHost::dropSpareIfTight(Lane& lane, const GpuRoom& room) {
  const bool isBeyondTheFirst = active_ && !isActive(lane) && spares_.size() > 1;
  if (isBeyondTheFirst && SparePolicy::isTight(room)) dropSpare(lane);
}

void GpuHost::dropSpare(Lane& lane) {
  policy_.limit(spares_.size() - 1, Clock::now());
  retire(lane);
}

/// Spares and ending processes may hold the memory that the job lacks: runs it once more without them.
bool GpuHost::retryAlone() {
  if (++current_->attempts >= attempts) return false;
  policy_.limit(0, Clock::now());
  queue_.push_front(std::move(*current_));
  current_.reset();
  while (!spares_.empty()) retire(*spares_.back());
  retire(*active_);
  return true;
}

/// Kills the process; it stays in `dying_` until it is gone.
void GpuHost::retire(Lane& lane) {
  lane.process.kill();
  if (!isActive(lane)) {
    const auto spare = std::ranges::find_if(spares_, [&](const auto& one) { return one.get() == &lane; });
    dying_.push_back(std::move(*spare));
    spares_.erase(spare);
    return;
  }
  failedStarts_ = 0; // now there may be room for another
  startError_.reset();
  policy_.died(Clock::now());
  dying_.push_back(std::move(active_));
}

void GpuHost::reapDead() {
  std::erase_if(dying_, [](const std::unique_ptr<Lane>& lane) { return hasEnded(lane->process.id()); });
}

/// All at once, since each takes a while to end.
void GpuHost::endAll() {
  while (!spares_.empty()) retire(*spares_.back());
  if (active_) retire(*active_);
  dying_.clear();
}

bool GpuHost::isMine(const Lane& lane) const {
  return isActive(lane) || std::ranges::any_of(spares_, [&](const auto& spare) { return spare.get() == &lane; });
}

} // namespace gevo::cuda
