#include "core/validation/full_workloads.h"

#include "core/inputs/input_recorder.h"
#include "core/values/device_name.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace gevo {

namespace {

/// Results that vary by themselves are judged over several runs, which would take too long.
bool areSampledIn(const Project& project) {
  return !isGpu(project.build.device) && !project.build.hostRun.on && project.build.statisticalRuns == 0;
}

} // namespace

std::vector<std::string> sampledWorkloads(const Project& project) {
  std::vector<std::string> lines;
  for (const TestCase& test : project.tests)
    if (test.role == TestRole::Workload && areSampledIn(project)) lines.push_back(test.arguments);
  return lines;
}

FullWorkloads::FullWorkloads(const Store& store, JobOptions options, WorkLimit longest) : store_(store), options_(std::move(options)) {
  options_.limit = std::min(options_.limit.processorTime, longest.processorTime);
  options_.recordingWorker = nullptr; // which has another limit
}

Result<std::vector<TestCase>> FullWorkloads::tests() {
  if (!isRecorded_) GEVO_TRY(record());
  isRecorded_ = true;
  return tests_;
}

Result<void> FullWorkloads::record() {
  GEVO_TRY_ASSIGN(const Project project, store_.project());
  const std::vector<std::string> lines = sampledWorkloads(project);
  if (lines.empty()) return {};
  Result<RecordTestsReply> reply = InputRecorder(store_, options_).recordUsable(TestRole::Workload, lines);
  if (options_.cancel.stop_requested()) return fail("recording the workload was cancelled");
  const std::string advice = "gevo check waits longer for it, and gevo exec compares what both print on a GPU";
  if (!reply) {
    notes_.push_back(fmt::format("the results of \"{}\" at full size were not compared ({}); {}", fmt::join(lines, "\", \""),
                                 reply.error().message, advice));
    return {};
  }
  for (const ProblemInput& one : reply->leftOut)
    notes_.push_back(fmt::format("the results of \"{}\" at full size were not compared ({}); {}", one.arguments, one.problem, advice));
  tests_ = std::move(reply->tests);
  return {};
}

} // namespace gevo
