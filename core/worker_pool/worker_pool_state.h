#pragma once

/// The state of WorkerPool: which worker has which jobs, their replies, and workers that exit.

#include "core/worker_pool/worker_pool.h"
#include "core/worker_pool/worker_process.h"

#include <atomic>
#include <mutex>

namespace gevo {

struct WorkerPool::State {
  using Clock = std::chrono::steady_clock;

  struct Job {
    RequestKind kind;
    std::shared_ptr<const Bytes> request;
    Done done;           ///< empty: the result is no longer needed
    unsigned deaths = 0; ///< of workers that did it
    unsigned kills = 0;  ///< the same, from outside
  };

  struct Ended {
    Done done;
    JobResult result;
  };

  struct Worker {
    std::unique_ptr<WorkerProcess> process; ///< none: not restarted any more
    bool ready = false;                     ///< it has replied to `load`
    unsigned loadDeaths = 0;
    unsigned idleDeaths = 0; ///< in a row, without a job
    std::deque<Job> held;    ///< the first is being done
    Clock::time_point since; ///< when the first, or `load`, began
  };

  WorkerPoolSettings settings;
  ChildCommand command;
  std::shared_ptr<const Bytes> load;
  Spawner spawner;
  std::vector<Worker> workers;
  std::deque<Job> queue;
  std::vector<Ended> ended;
  std::optional<OriginalReport> loadReply;
  std::optional<Error> broken; ///< no worker is left
  std::atomic<unsigned> restarted = 0;
  mutable std::mutex idsMutex;
  std::vector<int> ids;                      ///< under idsMutex, for other threads
  Clock::time_point attended = Clock::now(); ///< end of the last `exchange`

  Result<void> startWorker(Worker& worker);
  void publishIds();
  void begin(Worker& worker);
  void give(Worker& worker);
  void dispatch();
  void exchange(Clock::time_point until);
  void extendDeadlines();
  void receiveAll(Worker& worker);
  bool takeLoadReply(Worker& worker, const Frame& frame);
  bool takeReply(Worker& worker, Frame frame);
  void checkTime(Worker& worker);
  void onWorkerExit(Worker& worker, JobFailure failure, std::string how);
  void breakDown(Error error);
  void end(Job job, JobResult result);
  std::size_t held() const;
  std::chrono::milliseconds timeAllowed(const Worker& worker) const;
  std::optional<Clock::time_point> deadline(const Worker& worker) const;
};

} // namespace gevo
