#include "core/kernel/build/project_builder.h"

#include "core/base/cpu_time.h"
#include "core/format/number.h"
#include "core/kernel/build/findings.h"
#include "core/kernel/build/mutation_score.h"
#include "core/kernel/build/recorded_size.h"
#include "core/kernel/build/statistical_runs.h"
#include "core/kernel/coverage/coverage_meter.h"
#include "core/kernel/host_run/host_run_evaluator.h"
#include "core/kernel/ir/base_module.h"
#include "core/kernel/synthesis/evolve_programs.h"
#include "core/kernel/synthesis/function_table.h"
#include "core/kernel/trace/sampled_replay.h"

#include <algorithm>

namespace gevo::program {

namespace fs = std::filesystem;

Result<void> ProjectBuilder::compareRuns() {
  if (!isStatistical()) return {};
  reply_.notes.push_back(fmt::format("each test is run {} times; an error of 0 means that variants can't be told from the original by "
                                     "statistics over these runs",
                                     request_.settings.statisticalRuns));
  if (live().on) return {};
  return checkRunsDiffer(request_.tests, traces_, reply_.project.outputs, request_.settings.statisticalRuns);
}

Result<void> ProjectBuilder::replayTwice() {
  EvaluationSettings settings;
  settings.mode = Mode::Exact;
  settings.statistical = isStatistical();
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    if (onGpu(i)) continue; // the caller replays it there
    if (isSampled(i)) {
      noteSamples(i);
      continue;
    }
    report(fmt::format("replaying test {} of {}", i + 1, traces_.size()));
    for (int repeat = 0; repeat < (isStatistical() ? 1 : 2); ++repeat) {
      const double begin = threadCpuSeconds();
      const ReplayReport report = replayOriginal(traces_[i], *simulator_, model_, reply_.project.outputs, settings);
      if (request_.tests[i].role != TestRole::HeldOut && request_.tests[i].run < firstRuns && !live().on)
        reply_.recorded[i].seconds = (threadCpuSeconds() - begin) / replaysOf(report);
      if (!report.valid())
        return fail("the original does not repeat its own results in test \"{}\" ({}: {}); replay needs kernels that do; --live runs the "
                    "program instead, and "
                    "--statistical 20 judges variants by statistics over so many runs",
                    request_.tests[i].arguments, reasonName(report.reason), report.message);
      if (repeat == 0) noteOnce(findingsOf(report));
    }
    if (toleratesUndefined(traces_[i]))
      noteOnce(dependenceOf(traces_[i], request_.tests[i].arguments, *simulator_, model_, reply_.project.outputs));
  }
  for (const auto& [kernel, reason] : simulator_->unsupported())
    reply_.notes.push_back(fmt::format("no test launches a kernel that the simulated GPU can't run: {}", reason));
  return {};
}

void ProjectBuilder::noteSamples(std::size_t test) {
  const double begin = threadCpuSeconds();
  replaySampled(traces_[test], *simulator_, model_, nullptr, 1);
  reply_.recorded[test].seconds = threadCpuSeconds() - begin;
  if (std::string note = noteOfSamples(traces_[test], request_.tests[test].arguments); !note.empty()) noteOnce(std::move(note));
}

Result<void> ProjectBuilder::replayOnce() {
  EvaluationSettings settings;
  settings.mode = Mode::Exact;
  settings.statistical = isStatistical();
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    ReplayReport& report = replayed_.emplace_back();
    if (onGpu(i) || isSampled(i) || !problems_[i].empty()) continue;
    report = replayOriginal(traces_[i], *simulator_, model_, reply_.project.outputs, settings);
    if (!report.valid() && isFuzz(i))
      problems_[i] = fmt::format("it does not repeat its own results ({}: {})", reasonName(report.reason), report.message);
    else if (!report.valid())
      return fail("it does not repeat its own results in test \"{}\" ({}: {})", request_.tests[i].arguments, reasonName(report.reason),
                  report.message);
  }
  return {};
}

Result<void> ProjectBuilder::synthesise() {
  if (setup_.settings.synthesised.empty()) return {};
  // On a GPU tests are large; screens are recorded for the simulated one.
  const auto isSampledOf = [&](std::size_t test, TestRole role) {
    return request_.tests[test].role == role && !isSampled(test) && !isOutline(traces_[test]);
  };
  std::vector<const Trace*> tests;
  for (const TestRole role : {TestRole::Screen, TestRole::Test, TestRole::Workload}) {
    if (gpu_ && !tests.empty()) break;
    for (std::size_t i = 0; i < traces_.size(); ++i)
      if (isSampledOf(i, role)) tests.push_back(&traces_[i]);
  }
  if (tests.empty())
    return fail("--synthesise needs a test whose launches are recorded, to learn from what functions are called with; add a --screen");
  report("finding out what functions are called with");
  Project& project = reply_.project;
  GEVO_TRY_ASSIGN(const auto base, ir::BaseModule::load(project.base, project.build.kernels));
  GEVO_TRY_ASSIGN(auto sampled, sampleCalls(*base, model_, tests));
  std::vector<ir::EvolvedFunction> all;
  for (CallSamples& samples : sampled) {
    GEVO_TRY(addRange(samples, *base, model_));
    EvolveOptions options;
    options.progress = [&](std::uint64_t done, std::uint64_t whole) {
      report(fmt::format("evolving programs near {}: {} of {}", samples.shownName, formatCounted(done, "evaluation"), formatCount(whole)));
    };
    GEVO_TRY_ASSIGN(std::vector<ir::EvolvedFunction> evolved, evolvePrograms(samples, options));
    reply_.notes.push_back(noteOf(samples, evolved));
    std::ranges::move(evolved, std::back_inserter(all));
  }
  GEVO_TRY_ASSIGN(project.base, ir::addEvolvedFunctions(project.base, all));
  return {};
}

Result<void> ProjectBuilder::scoreTests() {
  if (live().on || isStatistical()) return {};
  std::vector<const Trace*> tests;
  for (std::size_t i = 0; i < traces_.size(); ++i)
    if (!onGpu(i) && !isSampled(i) && request_.tests[i].role != TestRole::HeldOut) tests.push_back(&traces_[i]);
  if (tests.empty()) return {};
  report("finding out what the tests notice");
  const Project& project = reply_.project;
  GEVO_TRY_ASSIGN(const auto base,
                  ir::BaseModule::load(project.base, project.build.kernels, unlaunchedKernels(project), ir::CodeOf::LaunchedKernels));
  std::map<std::string, std::string> shownNames;
  for (const KernelInfo& kernel : project.kernels) shownNames[kernel.name] = kernel.shownName;
  ScoreOptions options;
  options.progress = [this](std::size_t done, std::size_t all) {
    report(fmt::format("finding out what the tests notice: {} of {}", done, all));
  };
  std::ranges::move(notesOf(mutationScore(*base, tests, model_, project.outputs, options), shownNames), std::back_inserter(reply_.notes));
  return {};
}

Result<void> ProjectBuilder::runLive() {
  if (!live().on) return {};
  const fs::path usual = fs::weakly_canonical(setup_.folder / files_.cuda.front()).parent_path();
  GEVO_TRY_ASSIGN(auto files, listFiles(setup_.folder, live().data, usual));
  reply_.project.build.hostRun.files = std::move(files);
  GEVO_TRY_ASSIGN(auto workspace, Workspace::open());
  GEVO_TRY_ASSIGN(auto runner, HostRunner::make(workspace.folder() / "run", program_, setup_.folder, live().files));
  runner.startFreshOnly(); // a fork server would not pay for two runs
  EvaluationSettings settings;
  settings.device = reply_.project.build.device;
  settings.statistical = isStatistical();
  const HostRunEvaluator evaluator(reply_.project, device_, parameterOffsets(device_, *simulator_), settings);
  for (std::size_t i = 0; i < request_.tests.size(); ++i) {
    if (onGpu(i) || request_.tests[i].run != 0) continue;
    report(fmt::format("running test {} of {} live: {}", i + 1, request_.tests.size(), request_.tests[i].arguments));
    GEVO_TRY_ASSIGN(const auto baseline, runOriginal(runner, evaluator, request_.tests[i].arguments, original_));
    if (request_.tests[i].role != TestRole::HeldOut) reply_.recorded[i].seconds = std::chrono::duration<double>(baseline.taken).count();
    for (const std::string& path : baseline.refusedWrites)
      noteOnce(fmt::format("the program tries to write {}, which fails in live runs: they may write in their own folder and $TMPDIR only",
                           path));
    if (!live().quality.empty())
      reply_.notes.push_back(
          fmt::format("in test \"{}\" the original prints the quality {}", request_.tests[i].arguments, baseline.quality));
  }
  return {};
}

Result<void> ProjectBuilder::coverTests() {
  if (gpu_) return {};
  report("finding out what the tests run");
  Result<CoverageMeter> meter = CoverageMeter::open(reply_.project);
  if (!meter) return {};
  ProgramCoverage coverage{meter->code(), {}};
  for (std::size_t i = 0; i < traces_.size(); ++i) {
    if (isSampled(i)) continue;
    Result<MeasuredInput> measured = meter->measure(traces_[i]);
    if (!measured) return {};
    coverage.inputs.push_back({request_.tests[i].role, std::move(measured->reached)});
  }
  reply_.coverage = std::move(coverage);
  return {};
}

} // namespace gevo::program
