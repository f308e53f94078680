#include "core/inputs/recording_worker.h"

#include "core/devices/wait_for_job.h"
#include "core/protocol/build.h"

namespace gevo {

RecordingWorker::RecordingWorker(std::chrono::milliseconds idleAtMost) : idleAtMost_(idleAtMost) {}
RecordingWorker::~RecordingWorker() = default;

Result<RecordTestsReply> RecordingWorker::record(const RecordTestsRequest& request, const JobOptions& options, const std::string& doing) {
  if (!pool_) {
    WorkerPoolSettings settings;
    settings.program = options.workerProgram;
    settings.arguments = {"build"};
    settings.terminationGrace = std::chrono::seconds(2);
    settings.jobLimit = options.limit;
    settings.memoryBytes = 0; // clang's and the program's own
    GEVO_TRY_ASSIGN(pool_, WorkerPool::start(settings, {}));
  }
  const std::optional<JobResult> result = waitForJob(*pool_, RequestKind::RecordTests, wire::encode(request), options, doing);
  used_ = std::chrono::steady_clock::now();
  if (!result) {
    end(); // the worker, and the program that it runs
    return fail("{} was cancelled", doing);
  }
  if (result->failure != JobFailure::None && result->failure != JobFailure::ErrorReply) end();
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<RecordTestsReply>(result->reply, "worker's reply");
}

void RecordingWorker::end() { pool_.reset(); }

void RecordingWorker::endIfIdle() {
  if (pool_ && std::chrono::steady_clock::now() - used_ >= idleAtMost_) end();
}

} // namespace gevo
