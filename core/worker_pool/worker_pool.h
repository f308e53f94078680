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
#include "core/worker_pool/job_pool.h"

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

class WorkerPool final : public JobPool {
public:
  /// Starts the workers and sends each `load` (a wire-encoded LoadRequest; empty: none) before its first job.
  static Result<std::unique_ptr<WorkerPool>> start(WorkerPoolSettings settings, Bytes load);
  ~WorkerPool() override;

  void submit(RequestKind kind, Bytes request, Done done) override;
  bool wait(std::chrono::milliseconds atMost) override;
  void wakeOn(int descriptor) override;
  /// Jobs that no worker has begun are dropped; their `done` is never called.
  void cancelQueued();
  void abandon() override;
  void endBusyWorkers() override;

  std::size_t pending() const;
  unsigned alive() const override;
  unsigned restarted() const override;
  unsigned gpus() const override;
  /// Process ids, for the display and for tests that kill them.
  std::vector<int> processIds() const;
  /// The last lines that the first worker wrote to stderr: what a build, or `load`, is doing.
  std::string stderrTail() const;
  Result<OriginalReport> loaded(const LoadProgress& progress = {}) override;

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
