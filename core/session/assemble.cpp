#include "core/session/assemble.h"

#include "core/workers/worker_pool.h"

namespace gevo {

Result<AssembledCode> assemblePtx(const AssembleRequest& request, const std::string& workerProgram) {
  WorkerPoolSettings settings;
  settings.program = workerProgram;
  settings.arguments = {"build"};
  settings.jobTimeout = std::chrono::minutes(5);
  Result<std::unique_ptr<WorkerPool>> worker = WorkerPool::start(settings, {});
  if (!worker) return std::unexpected(worker.error());
  return (*worker)->call(request);
}

} // namespace gevo
