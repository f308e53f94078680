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
    unsigned loads = 0;  ///< of its configuration
  };

  struct Ended {
    Done done;
    JobResult result;
  };

  struct Worker {
    std::unique_ptr<WorkerProcess> process; ///< none: not restarted any more
    bool ready = false;                     ///< it has replied to `load`
    bool isParked = false;                  ///< its process was ended, and is started again when there is a job
    unsigned loadDeaths = 0;
    unsigned idleDeaths = 0; ///< in a row, without a job
    std::deque<Job> held;    ///< the first is being done
    WorkWatch watch;         ///< of the first, or of `load`
  };

  WorkerPoolSettings settings;
  ChildCommand command;
  std::shared_ptr<const Bytes> load;
  Spawner spawner;
  std::vector<Worker> workers;
  std::deque<Job> queue;
  std::vector<Ended> ended;
  std::optional<OriginalReport> loadReply;
  std::chrono::milliseconds loadTime{0}; ///< processor time of the first `load` that ended
  std::optional<Error> broken;           ///< no worker is left
  std::atomic<unsigned> restarted = 0;
  mutable std::mutex idsMutex;
  std::vector<int> ids;                      ///< under idsMutex, for other threads
  Clock::time_point attended = Clock::now(); ///< end of the last `exchange`
  int wakesOn = -1;                          ///< a descriptor that ends it,
  bool woken = false;                        ///< and did the last time

  Result<void> startWorker(Worker& worker);
  void publishIds();
  void begin(Worker& worker);
  void give(Worker& worker);
  void wakeParked();
  void dispatch();
  void exchange(Clock::time_point until);
  void receiveAll(Worker& worker);
  bool takeLoadReply(Worker& worker, const Frame& frame);
  bool takeReply(Worker& worker, Frame frame);
  bool loadConfiguration(Worker& worker, Job job, const Bytes& wanted);
  void checkTime(Worker& worker);
  void onWorkerExit(Worker& worker, JobFailure failure, std::string how);
  void breakDown(Error error);
  void end(Job job, JobResult result);
  std::size_t held() const;
  WorkLimit limitFor(const Worker& worker) const;
  static bool isBusy(const Worker& worker);
};

} // namespace gevo
