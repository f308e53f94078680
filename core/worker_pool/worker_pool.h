#pragma once

/// Worker processes and their jobs. When a worker dies, its job is repeated once on a fresh worker; if that dies too, the job fails (after
/// the sixth death where the workers were killed from outside). Nothing of LLVM runs in this process.
///
/// The pool has no thread of its own for jobs: bytes move inside `wait`, `loaded` and `call`, on the thread that calls them.
/// One thread at a time may use a pool; `processIds`, `alive` and `restarted` may be called from any.

#include "core/base/bytes.h"
#include "core/base/result.h"
#include "core/base/wire.h"
#include "core/base/work_limit.h"
#include "core/edit/configuration.h"
#include "core/protocol/request.h"
#include "core/values/original_report.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gevo {

/// A wire-encoded LoadConfigurationRequest, for workers that are asked about variants in a configuration that they have not loaded.
using FindConfiguration = std::function<Result<std::shared_ptr<const Bytes>>(const Configuration&)>;

struct WorkerPoolSettings {
  std::string program; ///< path of gevo-worker; empty: beside the running program
  std::vector<std::string> arguments{"sim"};
  /// Where workers differ: a further argument of the first, the second, ..., over and over. Empty: none.
  std::vector<std::string> rotatingArguments;
  unsigned workers = 1;
  /// A worker whose job exceeds it is killed. Jobs may take twice the processor time of `load`, in any case.
  WorkLimit jobLimit{std::chrono::minutes(1)};
  WorkLimit loadLimit{std::chrono::minutes(30)}; ///< the same for `load`, which runs the original
  std::uint64_t memoryBytes = 4ULL << 30;        ///< private memory of each worker at most
  /// The kernel limits a job's processor time too, in case nothing calls `wait`. Off for workers that start programs, whose time counts.
  bool limitsProcessorTime = true;
  bool yields = false; ///< jobs are done at lower priority, as those of a search, which goes on for long; `load` is waited for
  /// Time between SIGTERM and SIGKILL for a busy worker when the pool is destroyed, for one that has child processes and scratch files.
  /// 0: no SIGTERM.
  std::chrono::milliseconds terminationGrace{0};
  FindConfiguration configurations; ///< called from `wait`; none: the project's own configuration is all there is
  /// Kept alive as long as the pool: another process that serves the workers.
  std::shared_ptr<const void> companion;
};

/// Why a job has no reply. NoWorker: none is left and none can be started; every later job ends the same way.
enum class JobFailure : std::uint8_t { None, Crashed, TimedOut, ErrorReply, NoWorker };

struct JobResult {
  JobFailure failure = JobFailure::None;
  std::string message; ///< of the worker's ErrorReply, or how it died ("the worker was killed by signal 11 (Segmentation fault)")
  std::string details; ///< of the ErrorReply, or the tail of the worker's stderr
  Bytes reply;
};

class WorkerPool {
public:
  /// Starts the workers and sends each `load` (a wire-encoded LoadRequest; empty: none) before its first job.
  static Result<std::unique_ptr<WorkerPool>> start(WorkerPoolSettings settings, Bytes load);
  ~WorkerPool();

  using Done = std::function<void(JobResult)>;
  /// Queues a job. `done` is called once, from `wait`, on the thread that calls `wait`.
  void submit(RequestKind kind, Bytes request, Done done);
  /// Waits until at least one job ended or `atMost` went by and calls what ended. False when no job is left.
  bool wait(std::chrono::milliseconds atMost);
  /// Jobs that no worker has begun are dropped; their `done` is never called.
  void cancelQueued();
  /// As cancelQueued, and the results of jobs that have begun are ignored as well.
  void abandon();
  /// As abandon, and ends the workers that are busy. Each is started again, and loads, when there is a job for it.
  void endBusyWorkers();

  std::size_t pending() const;
  unsigned alive() const;
  unsigned restarted() const;
  /// Process ids, for the display and for tests that kill them.
  std::vector<int> processIds() const;
  /// The last lines that the first worker wrote to stderr: what a build, or `load`, is doing.
  std::string stderrTail() const;
  /// Takes what a worker that loads is doing, several times a second. False: no longer waited for.
  using LoadProgress = std::function<bool(const std::string& step)>;
  /// Waits for the first reply to `load`.
  Result<OriginalReport> loaded(const LoadProgress& progress = {});

  /// One job, waited for. Not to be mixed with `submit` on the same pool.
  template <class Request> Result<typename RequestTraits<Request>::Reply> call(const Request& request);

private:
  struct State;
  explicit WorkerPool(std::unique_ptr<State> state);
  JobResult callBytes(RequestKind kind, Bytes request);
  std::unique_ptr<State> state_;
};

template <class Request> Result<typename RequestTraits<Request>::Reply> WorkerPool::call(const Request& request) {
  JobResult result = callBytes(RequestTraits<Request>::kind, wire::encode(request));
  if (result.failure != JobFailure::None) return std::unexpected(Error{result.message, result.details});
  return wire::decode<typename RequestTraits<Request>::Reply>(result.reply, "worker's reply");
}

} // namespace gevo
