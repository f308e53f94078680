#include "core/inspection/count_on_gpu.h"

#include "core/configurations/configurations.h"
#include "core/devices/evaluation_pool.h"
#include "core/inspection/wait.h"
#include "core/protocol/counters.h"
#include "core/protocol/load.h"
#include "core/store/store.h"
#include "core/values/device_name.h"

namespace gevo {

EvaluationSettings countedOn(EvaluationSettings settings) {
  if (!gpuNumber(settings.device)) settings.device = "cuda:0";
  return settings;
}

Result<GpuCounters> countOnGpu(const Store& store, const EvaluationSettings& settings, const EditList& edits, std::stop_token stop,
                               const std::string& workerProgram) {
  GEVO_TRY_ASSIGN(Project project, store.project());
  if (project.build.hostRun.on) return fail("a program that runs live has no recorded tests, which counters need; use ncu with gevo exec");
  WorkerPoolSettings pool;
  pool.program = workerProgram;
  pool.workers = 1;
  pool.configurations = configurationsOf(store.path(), workerProgram);
  const LoadRequest load{withoutHeldOutTests(std::move(project)), settings, false};
  GEVO_TRY(fitEvaluation(pool, load.project, settings));
  GEVO_TRY_ASSIGN(const std::unique_ptr<WorkerPool> workers, WorkerPool::start(pool, wire::encode(load)));
  GEVO_TRY_ASSIGN(const JobResult job, waitFor(*workers, RequestKind::Counters, wire::encode(CountersRequest{edits}), stop));
  if (job.failure != JobFailure::None) return std::unexpected(Error{job.message, job.details});
  GEVO_TRY_ASSIGN(GpuCounters counters, wire::decode<GpuCounters>(job.reply, "worker's reply"));
  if (!isSound(counters)) return fail("the worker's reply is damaged: a figure is no number");
  return counters;
}

} // namespace gevo
