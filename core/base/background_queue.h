#pragma once

/// Jobs that are performed one after the other on a thread of their own.

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace gevo {

/// What happens to waiting jobs when their queue is destroyed.
enum class AtEnd : std::uint8_t { Drop, Perform };

/// The thread starts with the first job. Every function may be called from any thread, also by a job, but not the destructor.
template <class Job> class BackgroundQueue {
public:
  /// Called on the queue's thread. `stop`: the job was cancelled, or the queue is being destroyed.
  using Perform = std::function<void(Job& job, const std::stop_token& stop)>;

  explicit BackgroundQueue(Perform perform, AtEnd atEnd = AtEnd::Drop) : perform_(std::move(perform)), atEnd_(atEnd) {}
  /// Cancels all jobs and waits for the one that is being performed. A queue is the last member of a class whose members its jobs use.
  ~BackgroundQueue();
  BackgroundQueue(const BackgroundQueue&) = delete;
  BackgroundQueue& operator=(const BackgroundQueue&) = delete;

  void push(Job job) {
    pushBefore(std::move(job), [](const Job&) { return false; });
  }
  /// Before the first waiting job for which `isLater(job)`; at the end where there is none.
  template <class Predicate> void pushBefore(Job job, Predicate isLater);
  /// Forgets the waiting jobs for which `matches(job)`, but for the `keep` newest of them.
  template <class Predicate> void drop(Predicate matches, std::size_t keep = 0);
  /// Stops the tokens of all jobs. Waiting jobs are performed nevertheless, as callers may wait for their end.
  void cancel();

private:
  struct Entry {
    Job job;
    std::stop_source stop;
  };
  void work();

  const Perform perform_;
  const AtEnd atEnd_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Entry> waiting_;                    ///< guarded by mutex_
  std::stop_source performed_{std::nostopstate}; ///< of the job that is being performed; guarded by mutex_
  bool ending_ = false;                          ///< guarded by mutex_
  std::jthread thread_;                          ///< started under mutex_; last: joined before anything it uses goes
};

template <class Job> BackgroundQueue<Job>::~BackgroundQueue() {
  std::deque<Entry> dropped; // destroyed without the lock: a job's destructor may take long
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (atEnd_ == AtEnd::Drop) dropped.swap(waiting_);
  }
  cancel();
  wake_.notify_one();
}

template <class Job> template <class Predicate> void BackgroundQueue<Job>::pushBefore(Job job, Predicate isLater) {
  {
    const std::lock_guard lock(mutex_);
    if (ending_ && atEnd_ == AtEnd::Drop) return;
    if (!thread_.joinable()) thread_ = std::jthread([this] { work(); }); // first: if it throws, nothing is queued
    Entry entry{std::move(job), {}};
    if (ending_) entry.stop.request_stop();
    waiting_.insert(std::ranges::find_if(waiting_, isLater, &Entry::job), std::move(entry));
  }
  wake_.notify_one();
}

template <class Job> template <class Predicate> void BackgroundQueue<Job>::drop(Predicate matches, std::size_t keep) {
  std::vector<Entry> dropped; // likewise
  const std::lock_guard lock(mutex_);
  auto matching = static_cast<std::size_t>(std::ranges::count_if(waiting_, matches, &Entry::job));
  for (auto entry = waiting_.begin(); matching > keep;) {
    if (!matches(entry->job)) {
      ++entry;
      continue;
    }
    dropped.push_back(std::move(*entry));
    entry = waiting_.erase(entry);
    --matching;
  }
}

template <class Job> void BackgroundQueue<Job>::cancel() {
  std::vector<std::stop_source> stops; // stopped without the lock: what is called then may use the queue
  {
    const std::lock_guard lock(mutex_);
    stops.push_back(performed_);
    for (const Entry& entry : waiting_) stops.push_back(entry.stop);
  }
  for (std::stop_source& stop : stops) stop.request_stop();
}

template <class Job> void BackgroundQueue<Job>::work() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Entry entry = std::move(waiting_.front());
    waiting_.pop_front();
    performed_ = entry.stop;
    lock.unlock();
    perform_(entry.job, entry.stop.get_token());
  }
}

} // namespace gevo
