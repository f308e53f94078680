#include "core/devices/examine.h"

#include "core/protocol/machine.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

Result<MachineReport> examineMachine(const std::string& workerProgram) {
  WorkerPoolSettings settings;
  settings.program = workerProgram;
  settings.arguments = {"build"};
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(settings, {}));
  return worker->call(DoctorRequest{});
}

} // namespace gevo
