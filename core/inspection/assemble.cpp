#include "core/inspection/assemble.h"

#include "core/protocol/export.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

Result<AssembledCode> assemblePtx(const ExportedCode& ptx, const std::string& workerProgram) {
  WorkerPoolSettings settings;
  settings.program = workerProgram;
  settings.arguments = {"build"};
  settings.jobLimit = std::chrono::minutes(5);
  settings.terminationGrace = std::chrono::seconds(2);
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(settings, {}));
  return worker->call(AssembleRequest{ptx.text, ptx.architecture});
}

} // namespace gevo
