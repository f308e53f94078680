#include "core/devices/examine.h"

#include "core/protocol/machine.h"
#include "core/workers/worker_pool.h"

namespace gevo {

Result<MachineReport> examineMachine(const std::string& workerProgram) {
  WorkerPoolSettings settings;
  settings.program = workerProgram;
  settings.arguments = {"build"};
  Result<std::unique_ptr<WorkerPool>> worker = WorkerPool::start(settings, {});
  if (!worker) return std::unexpected(worker.error());
  return (*worker)->call(DoctorRequest{});
}

} // namespace gevo
