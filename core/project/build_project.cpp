#include "core/project/build_project.h"

#include "core/devices/evaluation_pool.h"
#include "core/protocol/build.h"
#include "core/protocol/load.h"
#include "core/protocol/request.h"
#include "core/protocol/validate.h"
#include "core/values/device_name.h"
#include "core/values/test_report.h"
#include "core/worker_pool/worker_pool.h"

namespace gevo {

namespace {

constexpr std::chrono::milliseconds pollInterval{50};

/// Tests recorded on a GPU must give the same results there again, held-out tests as well. Adds the notes of the device.
Result<void> repeatOnGpu(BuiltProject& reply, const BuildInputs& request, const BuildOptions& options) {
  const bool hostExecuted = reply.project.build.hostRun.on;
  if (options.progress) options.progress(hostExecuted ? "running the host program's tests on the GPU" : "replaying the tests on the GPU");
  Project project = withoutHeldOutTests(reply.project);
  project.nvcc = {};
  EvaluationSettings evaluation;
  evaluation.device = project.build.device;
  evaluation.mode = Mode::Exact;
  evaluation.screen = false;
  WorkerPoolSettings settings;
  settings.program = options.workerProgram;
  GEVO_TRY(fitEvaluation(settings, reply.project, evaluation)); // for held-out tests too
  const LoadRequest load{std::move(project), evaluation, true, Targeting::Executed, hostExecuted ? request.workingFolder : std::string()};
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(settings, wire::encode(load)));
  std::optional<JobResult> result;
  const ValidateRequest check{{}, heldOutTests(reply.project)};
  worker->submit(RequestKind::Validate, wire::encode(check), [&](JobResult ended) { result = std::move(ended); });
  while (!result) {
    if (options.cancel.stop_requested()) {
      worker->abandon(); // its callback refers to variables of this function
      return fail("the build was cancelled");
    }
    worker->wait(pollInterval);
  }
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  GEVO_TRY_ASSIGN(const ValidationReport checked, wire::decode<ValidationReport>(result->reply, "worker's reply"));
  for (const TestReport& test : checked.tests)
    if (!test.result.valid())
      return fail("the original does not repeat its own results in test \"{}\" on the GPU: {}", test.arguments, test.result.message);
  GEVO_TRY_ASSIGN(const OriginalReport loaded, worker->loaded());
  reply.notes.insert(reply.notes.end(), loaded.report.notes.begin(), loaded.report.notes.end());
  return {};
}

std::string lastLine(const std::string& text) { return text.substr(text.find_last_of('\n') + 1); }

template <class Request> Result<typename RequestTraits<Request>::Reply> askBuilder(const Request& request, const BuildOptions& options) {
  WorkerPoolSettings settings;
  settings.program = options.workerProgram;
  settings.arguments = {"build"};
  settings.jobLimit = std::chrono::hours(24); // each step has a limit of its own
  settings.memoryBytes = 0;
  settings.limitsProcessorTime = false;
  settings.terminationGrace = std::chrono::seconds(2);
  GEVO_TRY_ASSIGN(std::unique_ptr<WorkerPool> worker, WorkerPool::start(settings, {}));

  std::optional<JobResult> result;
  worker->submit(RequestTraits<Request>::kind, wire::encode(request), [&](JobResult ended) { result = std::move(ended); });
  std::string shown;
  while (!result) {
    if (options.cancel.stop_requested()) return fail("the build was cancelled");
    worker->wait(pollInterval);
    std::string step = lastLine(worker->stderrTail());
    if (step == shown) continue;
    shown = std::move(step);
    if (options.progress && !shown.empty()) options.progress(shown);
  }
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<typename RequestTraits<Request>::Reply>(result->reply, "worker's reply");
}

} // namespace

Result<BuiltProject> buildProject(const BuildInputs& request, const BuildOptions& options) {
  Result<BuiltProject> reply = askBuilder(request, options);
  if (!reply || !isGpu(request.settings.device)) return reply;
  GEVO_TRY(repeatOnGpu(*reply, request, options));
  return reply;
}

Result<GpuBuild> buildForGpu(const GpuBuildInputs& request, const BuildOptions& options) { return askBuilder(request, options); }

} // namespace gevo
