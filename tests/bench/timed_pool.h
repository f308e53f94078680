#pragma once

/// Workers that only take time, as many as wanted, in one process and without threads. What they reply is made up.

#include "core/worker_pool/job_pool.h"

#include <deque>
#include <functional>
#include <poll.h>
#include <queue>

namespace gevo {

class TimedPool : public JobPool {
public:
  /// `replies`: to the wire-encoded request of a job.
  TimedPool(unsigned workers, std::chrono::milliseconds time, std::function<Bytes(const Bytes&)> replies)
      : workers_(workers), time_(time), replies_(std::move(replies)) {}

  void submit(RequestKind, Bytes request, Done done) override { queue_.push_back({Clock::now(), std::move(request), std::move(done)}); }
  bool wait(std::chrono::milliseconds atMost) override {
    begin({});
    const Clock::time_point until = Clock::now() + atMost;
    while (!running_.empty() && running_.top().end > Clock::now()) {
      const auto left = std::min(until, running_.top().end) - Clock::now();
      const timespec time{0, std::max<std::int64_t>(0, std::chrono::nanoseconds(left).count())}; // less than a second
      pollfd polled{wakesOn_, POLLIN, 0};
      if (::ppoll(&polled, 1, &time, nullptr) > 0 || Clock::now() >= until) break;
    }
    while (!running_.empty() && running_.top().end <= Clock::now()) {
      const Running ended = running_.top();
      running_.pop();
      ended.done({JobFailure::None, {}, {}, replies_(ended.request)});
      begin(ended.end);
    }
    return !queue_.empty() || !running_.empty();
  }
  void wakeOn(int descriptor) override { wakesOn_ = descriptor; }
  void abandon() override {
    queue_ = {};
    running_ = {};
  }
  void endBusyWorkers() override { abandon(); }
  unsigned alive() const override { return workers_; }
  unsigned restarted() const override { return 0; }
  unsigned gpus() const override { return 0; }
  Result<OriginalReport> loaded(const LoadProgress&) override {
    OriginalReport report;
    report.original = {.stage = Stage::Done, .reason = Reason::None, .fitness = {100, 0}};
    report.device = "made up";
    return report;
  }

private:
  using Clock = std::chrono::steady_clock;
  struct Queued {
    Clock::time_point since;
    Bytes request;
    Done done;
  };
  struct Running {
    Clock::time_point end;
    Bytes request;
    Done done;
    bool operator<(const Running& other) const { return end > other.end; }
  };

  /// A worker that is free since then begins its next job when it has both, as real ones do: they hold two.
  void begin(Clock::time_point since) {
    while (!queue_.empty() && running_.size() < workers_) {
      running_.push({std::max(since, queue_.front().since) + time_, std::move(queue_.front().request), std::move(queue_.front().done)});
      queue_.pop_front();
    }
  }

  unsigned workers_;
  std::chrono::milliseconds time_;
  std::function<Bytes(const Bytes&)> replies_;
  std::deque<Queued> queue_;
  std::priority_queue<Running> running_;
  int wakesOn_ = -1;
};

} // namespace gevo
