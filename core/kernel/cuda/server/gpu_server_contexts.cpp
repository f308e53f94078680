// The processes that hold a CUDA context: how many there are, which one is active, and how they end.

#include "core/base/wire.h"
#include "core/kernel/cuda/server/gpu_server.h"

#include <algorithm>
#include <sys/wait.h>

namespace gevo::cuda {

namespace {

using Clock = ContextChild::Clock;

bool hasEnded(int process) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

} // namespace

/// One active process and its spares. The spares start after the first is ready, so that the first job waits for one context only.
void GpuServer::keepChildren() {
  if (!active_) promote();
  const bool hasOpened = !description_.architecture.empty();
  const std::size_t spares = hasOpened ? policy_.wanted(Clock::now()) : 0;
  if (spares == 0 && !dying_.empty()) return; // they hold the memory that the next one needs
  while (!startError_ && spares_.size() < spares + (active_ ? 0 : 1))
    if (std::unique_ptr<ContextChild> child = spawn()) spares_.push_back(std::move(child));
}

std::unique_ptr<ContextChild> GpuServer::spawn() {
  const Result<ChildProcess> process = spawner_.start({.arguments = settings_.context});
  if (!process) {
    startFailed(process.error());
    return nullptr;
  }
  auto child = std::make_unique<ContextChild>(*process);
  child->ask(GpuRequest::Describe, share(wire::encode(Done{})));
  child->deadline = Clock::now() + settings_.preparation;
  return child;
}

/// The most advanced spare becomes the active process.
void GpuServer::promote() {
  const auto readiness = [&](const std::unique_ptr<ContextChild>& child) {
    return !child->ready ? 0 : !queue_.empty() && child->tests.contains(queue_.front().test) ? 2 : 1;
  };
  const auto best = std::ranges::max_element(spares_, {}, readiness);
  if (best == spares_.end() || readiness(*best) == 0) return;
  active_ = std::move(*best);
  spares_.erase(best);
}

void GpuServer::startFailed(const Error& error) {
  if (++failedStarts_ >= startsTried) startError_ = error;
}

/// The first spare is kept as long as it fits; more of them must leave enough memory to the active process.
void GpuServer::dropSpareIfTight(ContextChild& child, const GpuRoom& room) {
  const bool isBeyondTheFirst = active_ && !isActive(child) && spares_.size() > 1;
  if (isBeyondTheFirst && SparePolicy::isTight(room)) dropSpare(child);
}

void GpuServer::dropSpare(ContextChild& child) {
  policy_.limit(spares_.size() - 1, Clock::now());
  retire(child);
}

/// Spares and ending processes may hold the memory that the job lacks: runs it once more without them.
bool GpuServer::retryAlone() {
  if (++current_->attempts >= attempts) return false;
  policy_.limit(0, Clock::now());
  queue_.push_front(std::move(*current_));
  current_.reset();
  while (!spares_.empty()) retire(*spares_.back());
  retire(*active_);
  return true;
}

/// Kills the process; it stays in `dying_` until it is gone.
void GpuServer::retire(ContextChild& child) {
  child.process.kill();
  if (!isActive(child)) {
    const auto spare = std::ranges::find_if(spares_, [&](const auto& one) { return one.get() == &child; });
    dying_.push_back(std::move(*spare));
    spares_.erase(spare);
    return;
  }
  failedStarts_ = 0; // now there may be room for another
  startError_.reset();
  policy_.died(Clock::now());
  dying_.push_back(std::move(active_));
}

void GpuServer::reapDead() {
  std::erase_if(dying_, [](const std::unique_ptr<ContextChild>& child) { return hasEnded(child->process.id()); });
}

/// All at once, since each takes a while to end.
void GpuServer::endAll() {
  while (!spares_.empty()) retire(*spares_.back());
  if (active_) retire(*active_);
  dying_.clear();
}

bool GpuServer::isMine(const ContextChild& child) const {
  return isActive(child) || std::ranges::any_of(spares_, [&](const auto& spare) { return spare.get() == &child; });
}

} // namespace gevo::cuda
