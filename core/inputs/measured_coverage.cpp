#include "core/inputs/measured_coverage.h"

#include "core/devices/wait_for_job.h"
#include "core/protocol/cover.h"
#include "core/values/device_name.h"

#include <chrono>

namespace gevo {

namespace {

/// Of processor time: a file of an earlier version should not keep its next run from beginning.
constexpr std::chrono::minutes mostTime{2};

Result<CoverReply> ask(const CoverRequest& request, const JobOptions& job) {
  WorkerPoolSettings settings;
  settings.program = job.workerProgram;
  settings.jobLimit = mostTime;
  GEVO_TRY_ASSIGN(const std::unique_ptr<WorkerPool> pool, WorkerPool::start(settings, {}));
  const std::string doing = "finding out what the tests run";
  const std::optional<JobResult> result = waitForJob(*pool, RequestKind::Cover, wire::encode(request), job, doing);
  if (!result) return fail("{} was cancelled", doing);
  if (result->failure != JobFailure::None) return std::unexpected(Error{result->message, result->details});
  return wire::decode<CoverReply>(result->reply, "worker's reply");
}

Result<CoverRequest> requestFor(const Store& store, const Project& project) {
  CoverRequest request{project, {}};
  request.project.tests.clear();
  for (const TestCase& test : project.tests)
    if (test.role != TestRole::Workload) request.tests.push_back(test);
  GEVO_TRY_ASSIGN(std::vector<FuzzInput> inputs, store.fuzzInputs());
  for (FuzzInput& input : inputs) request.tests.push_back(std::move(input.test));
  return request;
}

} // namespace

Result<ProgramCoverage> coverageOf(Store& store, const Project& project, const JobOptions& job) {
  GEVO_TRY_ASSIGN(ProgramCoverage known, store.coverage());
  if (known.isMeasured() || isGpu(project.build.device)) return known;
  GEVO_TRY_ASSIGN(const CoverRequest request, requestFor(store, project));
  GEVO_TRY_ASSIGN(CoverReply reply, ask(request, job));
  ProgramCoverage coverage{std::move(reply.code), {}};
  for (const BranchEdge& edge : coverage.code.branches)
    if (edge.line < -1 || edge.line >= std::int64_t(coverage.code.lines.size()))
      return fail("a worker's reply on what the tests run has a branch in a line that is not there");
  if (reply.tests.size() != request.tests.size()) return fail("a worker's reply on what the tests run is not of them");
  for (std::size_t i = 0; i < request.tests.size(); ++i) {
    if (!reply.tests[i].isOf(coverage.code)) return fail("a worker's reply on what the tests run is not of its code");
    coverage.inputs.push_back({request.tests[i].role, std::move(reply.tests[i])});
  }
  GEVO_TRY(store.setCoverage(coverage));
  return coverage;
}

} // namespace gevo
