#include "core/devices/calibrate.h"

#include "core/protocol/machine.h"
#include "core/protocol/request.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

namespace {

std::string lastLine(const std::string& text) { return text.substr(text.find_last_of('\n') + 1); }

} // namespace

Result<CalibratedModel> calibrate(const CalibrationJob& settings) {
  WorkerPoolSettings pool;
  pool.program = settings.workerProgram;
  pool.arguments = {"calibrate"};
  pool.jobLimit = {settings.timeout, settings.timeout}; // a GPU that hangs leaves the worker idle
  pool.memoryBytes = 0;                                 // the driver maps all of the GPU's
  pool.limitsProcessorTime = false;                     // it waits busily
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(pool, {}));
  std::optional<JobResult> result;
  worker->submit(RequestKind::Calibrate, wire::encode(settings.request), [&](JobResult done) { result = std::move(done); });
  std::string doing;
  while (worker->wait(std::chrono::milliseconds(200)) && !result) {
    if (std::string step = lastLine(worker->stderrTail()); !step.empty()) doing = std::move(step);
    if (settings.progress && !doing.empty()) settings.progress(doing);
  }
  if (!result) return fail("the worker that measures the GPU did not reply");
  if (result->failure == JobFailure::TimedOut)
    return fail("the GPU did not answer for {} seconds while {}; reset it, or measure it when nothing else runs on it",
                settings.timeout.count(), doing.empty() ? "its context was opened" : doing);
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<CalibratedModel>(result->reply, "worker's reply");
}

} // namespace gevo
