#include "core/inspection/pool_variant_worker.h"

#include "core/configurations/configurations.h"
#include "core/inspection/wait.h"
#include "core/protocol/export.h"
#include "core/protocol/inspect.h"
#include "core/protocol/load.h"
#include "core/protocol/profile.h"
#include "core/protocol/validate.h"
#include "core/store/store.h"

namespace gevo {

PoolVariantWorker::PoolVariantWorker(GetPool pool, std::stop_token stop) : pool_(std::move(pool)), stop_(std::move(stop)) {}

template <class Request> auto PoolVariantWorker::call(const Request& request) {
  using Reply = RequestTraits<Request>::Reply;
  const Result<WorkerPool*> pool = pool_();
  if (!pool) return Result<Reply>(std::unexpected(pool.error()));
  const Result<JobResult> result = waitFor(**pool, RequestTraits<Request>::kind, wire::encode(request), stop_);
  if (!result) return Result<Reply>(std::unexpected(result.error()));
  if (result->failure != JobFailure::None) return Result<Reply>(std::unexpected(Error{result->message, result->details}));
  return wire::decode<Reply>(result->reply, "worker's reply");
}

Result<Heat> PoolVariantWorker::heat(const EditList& edits) {
  Result<Heat> heat = call(ProfileRequest{edits});
  if (heat && !isSound(*heat)) return fail("the worker's reply is damaged: a figure is no number");
  return heat;
}

Result<VariantTexts> PoolVariantWorker::texts(const EditList& edits, bool plainIr) { return call(InspectRequest{edits, plainIr}); }

Result<ExportedCode> PoolVariantWorker::code(const EditList& edits, Artifact artifact, const std::string& architecture) {
  return call(ExportRequest{edits, artifact, architecture});
}

Result<ValidationReport> PoolVariantWorker::test(const EditList& edits) { return call(ValidateRequest{edits, {}, {}}); }

Result<std::vector<TestLaunches>> PoolVariantWorker::launches(const std::vector<TestCase>& tests) {
  GEVO_TRY_ASSIGN(LaunchesReply reply, call(LaunchesRequest{tests}));
  return std::move(reply.tests);
}

namespace {

Result<std::unique_ptr<WorkerPool>> startViewPool(const Store& store, const EvaluationSettings& settings, const std::string& program) {
  GEVO_TRY_ASSIGN(Project project, store.project());
  WorkerPoolSettings pool;
  pool.program = program;
  pool.jobLimit = std::chrono::minutes(5); // a held-out test may be large
  pool.configurations = configurationsOf(store.path(), program);
  return WorkerPool::start(pool, wire::encode(LoadRequest{withoutHeldOutTests(std::move(project)), settings, false}));
}

} // namespace

std::unique_ptr<VariantWorker> makeViewWorker(const Store& store, EvaluationSettings settings, std::stop_token stop,
                                              const std::string& workerProgram) {
  const auto pool = [&store, settings = std::move(settings), workerProgram,
                     started = std::shared_ptr<WorkerPool>()]() mutable -> Result<WorkerPool*> {
    if (!started) {
      GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> first, startViewPool(store, settings, workerProgram));
      started = std::move(first);
    }
    return started.get();
  };
  return std::make_unique<PoolVariantWorker>(pool, std::move(stop));
}

} // namespace gevo
