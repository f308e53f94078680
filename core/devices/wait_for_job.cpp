#include "core/devices/wait_for_job.h"

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{100};

}

std::optional<JobResult> waitForJob(WorkerPool& pool, RequestKind kind, Bytes request, const JobOptions& settings,
                                    const std::string& doing) {
  std::optional<JobResult> result;
  pool.submit(kind, std::move(request), [&](JobResult given) { result = std::move(given); });
  while (!result && !settings.cancel.stop_requested()) {
    if (settings.progress) settings.progress(doing);
    pool.wait(pollInterval);
  }
  if (!result) pool.abandon(); // `done` refers to this frame
  return result;
}

} // namespace gevo
