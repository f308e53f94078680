#pragma once

/// Where jobs are done: by the workers of this machine (worker_pool.h) or of many (core/cluster). Those who have jobs see no difference.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/protocol/request.h"
#include "core/values/original_report.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace gevo {

struct WorkerPoolSettings;

/// Why a job has no reply. NoWorker: none is left and none can be started; every later job ends the same way.
enum class JobFailure : std::uint8_t { None, Crashed, TimedOut, ErrorReply, NoWorker };
constexpr std::uint32_t enumerators(JobFailure) { return std::uint32_t(JobFailure::NoWorker) + 1; }

struct JobResult {
  JobFailure failure = JobFailure::None;
  std::string message; ///< of the worker's ErrorReply, or how it died ("the worker was killed by signal 11 (Segmentation fault)")
  std::string details; ///< of the ErrorReply, or the tail of the worker's stderr
  Bytes reply;
};

/// One thread at a time may use a pool; `alive` and `restarted` may be called from any.
class JobPool {
public:
  virtual ~JobPool() = default;

  using Done = std::function<void(JobResult)>;
  /// Queues a job. `done` is called once, from `wait`, on the thread that calls `wait`.
  virtual void submit(RequestKind kind, Bytes request, Done done) = 0;
  /// Waits until at least one job ended or `atMost` went by and calls what ended. False when no job is left.
  virtual bool wait(std::chrono::milliseconds atMost) = 0;
  /// From now on `wait` also ends when there is something to read from the descriptor; it reads nothing. -1: no longer.
  virtual void wakeOn(int descriptor) = 0;
  /// The results of all jobs are ignored, and those that no worker has begun are dropped: their `done` is never called.
  virtual void abandon() = 0;
  /// As abandon, and ends the workers that are busy. Each is started again, and loads, when there is a job for it.
  virtual void endBusyWorkers() = 0;

  virtual unsigned alive() const = 0; ///< workers
  virtual unsigned restarted() const = 0;
  virtual unsigned gpus() const = 0; ///< that the workers take turns on; 0: what they share is not known, or they have none

  /// Takes what a worker that loads is doing, several times a second. False: no longer waited for.
  using LoadProgress = std::function<bool(const std::string& step)>;
  /// Waits until jobs can begin: for the first worker that has loaded what all are given first. An error: it can't be loaded.
  virtual Result<OriginalReport> loaded(const LoadProgress& progress = {}) = 0;
};

/// Starts pools for the same search elsewhere than on this machine.
class PoolSource {
public:
  virtual ~PoolSource() = default;
  /// `settings`: those that don't depend on the machine count. `load`: a wire-encoded LoadRequest. One pool at a time.
  virtual Result<std::unique_ptr<JobPool>> start(const WorkerPoolSettings& settings, Bytes load) = 0;
};

} // namespace gevo
