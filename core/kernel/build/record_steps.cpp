#include "core/kernel/build/project_builder.h"

#include "core/base/wire.h"
#include "core/kernel/build/findings.h"
#include "core/kernel/build/recorded_size.h"
#include "core/kernel/trace/host_decisions.h"
#include "core/kernel/trace/sampled_replay.h"
#include "core/values/device_name.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

namespace {

/// A configuration may send the host program into a loop without end.
const WorkLimit configurationLimit{std::chrono::minutes(2)};

} // namespace

RecordRequest ProjectBuilder::runOf(std::size_t test) const {
  const Project& project = reply_.project;
  RecordRequest run{program_, basePath(), setup_.folder, setup_.scratch};
  run.registers = registersOf(project);
  run.device = onGpu(test) ? project.build.device : screeningDevice(project.build.device);
  run.gpuCode = onGpu(test) ? gpuCode_ : fs::path();
  run.outline = live().on && onGpu(test);
  run.toleratesUndefined = project.build.toleratesUndefined;
  run.parameterReads = parameterReads_;
  run.run = request_.tests[test].run;
  if (isConfiguration()) run.limit = configurationLimit;
  return run;
}

Result<void> ProjectBuilder::recordTest(std::size_t test, std::vector<std::string>& unsupportedCalls) {
  const std::string& arguments = request_.tests[test].arguments;
  report(fmt::format("running test {} of {}: {}", test + 1, request_.tests.size(), arguments));
  GEVO_TRY_ASSIGN(auto recorded, recordTrace(runOf(test), arguments));
  traces_[test] = std::move(recorded.trace);
  times_[test] = std::move(recorded.times);
  for (const std::string& launch : recorded.refusedLaunches)
    noteOnce(fmt::format("test \"{}\" makes {}, which runs nothing", arguments, launch));
  for (const std::string& name : recorded.unsupportedCalls)
    if (std::find(unsupportedCalls.begin(), unsupportedCalls.end(), name) == unsupportedCalls.end()) unsupportedCalls.push_back(name);
  return {};
}

Result<void> ProjectBuilder::recordSampled(std::size_t test) {
  const std::string& arguments = request_.tests[test].arguments;
  report(fmt::format("running the workload {}", arguments));
  const OriginalKernels kernels{*simulator_, model_};
  const auto record = [&]() -> Result<Recording> {
    if (!isConfiguration()) return recordWorkload(runOf(test), arguments, kernels);
    GEVO_TRY_ASSIGN(const OriginalKernels own, ownWorkloads_.kernels());
    return recordWorkload(runOf(test), arguments, kernels, ownWorkloads_.traces[test], own);
  };
  GEVO_TRY_ASSIGN(Recording recorded, record());
  traces_[test] = std::move(recorded.trace);
  for (const Event& event : traces_[test].events) {
    const auto same = std::ranges::find(reply_.project.kernels, event.name, &KernelInfo::name);
    if (event.kind == EventKind::Launch && same != reply_.project.kernels.end() && !same->launched)
      return fail("the workload \"{}\" launches {}, which no test does, so nothing would tell whether variants of it are right; add a "
                  "--test that launches it",
                  arguments, same->shownName);
  }
  return {};
}

Result<void> ProjectBuilder::record() {
  std::vector<std::string> unsupportedCalls;
  traces_.resize(request_.tests.size());
  times_.resize(request_.tests.size());
  problems_.resize(request_.tests.size());
  for (std::size_t i = 0; i < request_.tests.size(); ++i) {
    if (!isFuzz(i) && !isSampled(i)) GEVO_TRY(recordTest(i, unsupportedCalls));
  }
  if (!unsupportedCalls.empty())
    reply_.notes.push_back(fmt::format("the program called {}, which GEVO's CUDA runtime does not support, and continued without it",
                                       fmt::join(unsupportedCalls, ", ")));
  GEVO_TRY_ASSIGN(std::string unlaunched, markUnlaunched(reply_.project, traces_));
  if (!unlaunched.empty()) reply_.notes.push_back(std::move(unlaunched));
  for (std::size_t i = 0; i < request_.tests.size(); ++i)
    if (isSampled(i)) GEVO_TRY(recordSampled(i));
  // What they launch beside is not what the tests notice.
  for (std::size_t i = 0; i < request_.tests.size(); ++i)
    if (isFuzz(i)) {
      if (const Result<void> recorded = recordTest(i, unsupportedCalls); !recorded) problems_[i] = recorded.error().message;
    }
  return {};
}

Result<void> ProjectBuilder::describe() {
  GEVO_TRY_ASSIGN(auto described, describeOutputs(traces_, device_, parameterOffsets(device_, *simulator_), outputRequests_));
  reply_.project.outputs = std::move(described.outputs);
  std::ranges::move(described.notes, std::back_inserter(reply_.notes));
  GEVO_TRY(decide(described.candidates));
  std::vector<RecordedTest> kept;
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    reply_.recorded.push_back(summaryOf(traces_[i]));
    if (live().on && onGpu(i))
      traces_[i] = outlineOf(std::move(traces_[i]));
    else
      kept.push_back(reply_.recorded.back());
    reply_.project.tests.push_back({request_.tests[i].role, request_.tests[i].arguments, wire::encode(traces_[i]), request_.tests[i].run});
  }
  return checkRecordedSize(kept);
}

Result<void> ProjectBuilder::decide(const std::set<std::uint32_t>& candidates) {
  if (isConfiguration()) {
    std::set<std::uint32_t> known;
    for (std::size_t i = 0; i < reply_.project.outputs.size(); ++i)
      if (configuredDecisions_->contains(reply_.project.outputs[i].name)) known.insert(static_cast<std::uint32_t>(i));
    for (Trace& trace : traces_) markDecisions(trace, known);
    return {};
  }
  HostDecisions decisions{candidates};
  if (!live().on) {
    GEVO_TRY_ASSIGN(
        decisions,
        findInTests(traces_.size(), candidates, [&](std::size_t i, const std::set<std::uint32_t>& open) -> Result<HostDecisions> {
          if (isSampled(i) || request_.tests[i].run != 0) return HostDecisions();
          report(fmt::format("finding out what decides test {} of {}", i + 1, traces_.size()));
          return findDecisions(runOf(i), request_.tests[i].arguments, traces_[i], times_[i], reply_.project.outputs, open);
        }));
  }
  std::size_t marked = 0;
  std::size_t copies = 0;
  for (Trace& trace : traces_) {
    marked += markDecisions(trace, decisions.outputs);
    copies += static_cast<std::size_t>(std::ranges::count_if(trace.events, copiesToHost));
  }
  if (!candidates.empty() && !live().on) reply_.notes.push_back(decisionNote(decisions, marked, copies, reply_.project.outputs));
  return {};
}

} // namespace gevo::program
