#include "core/session/build_project.h"

#include "core/run/worker_pool.h"

namespace gevo {

namespace {

constexpr std::chrono::milliseconds glance{50};

std::string lastLine(const std::string& words) { return words.substr(words.find_last_of('\n') + 1); }

template <class Request> Result<typename RequestTraits<Request>::Reply> askBuilder(const Request& request, const BuildOptions& options) {
  WorkerPoolSettings settings;
  settings.program = options.workerProgram;
  settings.arguments = {"build"};
  settings.jobTimeout = std::chrono::hours(1);
  settings.memoryBytes = 0;
  settings.limitsProcessorTime = false;
  settings.patience = std::chrono::seconds(2);
  Result<std::unique_ptr<WorkerPool>> worker = WorkerPool::start(settings, {});
  if (!worker) return std::unexpected(worker.error());

  std::optional<JobResult> result;
  (*worker)->submit(RequestTraits<Request>::kind, wire::encode(request), [&](JobResult ended) { result = std::move(ended); });
  std::string said;
  while (!result) {
    if (options.cancel.stop_requested()) return fail("the build was cancelled");
    (*worker)->wait(glance);
    std::string step = lastLine((*worker)->lastWords());
    if (step == said) continue;
    said = std::move(step);
    if (options.progress && !said.empty()) options.progress(said);
  }
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<typename RequestTraits<Request>::Reply>(result->reply, "worker's reply");
}

} // namespace

Result<BuildReply> buildProject(const BuildRequest& request, const BuildOptions& options) { return askBuilder(request, options); }

Result<BuildForGpuReply> buildForGpu(const BuildForGpuRequest& request, const BuildOptions& options) {
  return askBuilder(request, options);
}

} // namespace gevo
