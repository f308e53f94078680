#include "core/kernel/worker/tolerant_tests.h"

#include "core/base/wire.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/tolerant_replay.h"

#include <algorithm>

namespace gevo::worker {

namespace {

ToleratedFault faultOf(const sim::Race& race) {
  ToleratedFault fault{
      .reason = Reason::Race, .message = race.message(), .at = {race.first.location.file, race.first.location.line}, .times = 1};
  fault.isShared = race.shared;
  fault.sameWarp = race.sameWarp;
  return fault;
}

ToleratedFault faultOf(const sim::UndefinedValue& value) {
  return {.reason = Reason::Undefined, .message = value.message(), .at = {value.location.file, value.location.line}, .times = 1};
}

ToleratedFault faultOf(const sim::UndefinedRead& read) {
  ToleratedFault fault{.reason = program::reasonOf(read),
                       .message = read.message(),
                       .at = {read.location.file, read.location.line},
                       .times = read.loads,
                       .isStore = read.source == sim::UndefinedSource::StoreOutside,
                       .before = read.outside.before,
                       .past = read.outside.past,
                       .allocation = read.outside.allocation,
                       .access = read.outside.access};
  fault.isShared = read.outside.isShared || read.source == sim::UndefinedSource::UnwrittenShared;
  return fault;
}

void add(std::vector<ToleratedFault>& faults, ToleratedFault fault) {
  const auto same =
      std::ranges::find_if(faults, [&](const ToleratedFault& one) { return one.reason == fault.reason && one.message == fault.message; });
  if (same == faults.end()) {
    faults.push_back(std::move(fault));
    return;
  }
  same->times += fault.times;
  same->before = std::max(same->before, fault.before);
  same->past = std::max(same->past, fault.past);
  same->access = std::max(same->access, fault.access);
  same->allocation = std::min(same->allocation, fault.allocation);
  same->sameWarp = same->sameWarp && fault.sameWarp;
}

void add(TolerantRun& run, const program::TolerantReport& report) {
  run.microseconds += report.microseconds;
  run.error = std::max(run.error, report.error);
  if (run.results == Reason::None) {
    run.results = report.results;
    run.difference = report.difference;
  }
  for (const sim::Race& race : report.races) add(run.faults, faultOf(race));
  for (const sim::UndefinedValue& value : report.undefined) add(run.faults, faultOf(value));
  for (const sim::UndefinedRead& read : report.undefinedReads) add(run.faults, faultOf(read));
  run.reason = report.reason;
  run.message = report.message;
}

} // namespace

Result<TolerantTests> TolerantTests::open(const Project& project, const EvaluationSettings& settings, const std::vector<TestCase>& tests,
                                          const llvm::Module& original) {
  TolerantTests opened;
  opened.settings_ = settings;
  opened.outputs_ = project.outputs;
  GEVO_TRY_ASSIGN(opened.device_, SimulatedDevice::open(project, settings));
  opened.device_->estimateRegistersFrom(original);
  GEVO_TRY_ASSIGN(sim::Simulator simulator, opened.device_->decode(original));
  for (const TestCase& test : tests) {
    if (test.role != TestRole::Test || test.run != 0 || test.trace.size() == 0) continue;
    GEVO_TRY_ASSIGN(program::Trace trace, wire::decode<program::Trace>(test.trace, "recorded test \"" + test.arguments + "\""));
    const program::ReplayReport report = program::replayOriginal(trace, simulator, opened.device_->model(), opened.outputs_, settings);
    if (!report.valid()) return fail("the simulated GPU does not reproduce the test \"{}\": {}", test.arguments, report.message);
    opened.original_ += report.microseconds;
    opened.tests_.push_back({std::move(trace), program::baselineOf(report)});
  }
  if (opened.tests_.empty()) return fail("the file has no recorded test that the simulated GPU could replay");
  return opened;
}

Result<TolerantRun> TolerantTests::run(const llvm::Module& variant) const {
  GEVO_TRY_ASSIGN(sim::Simulator simulator, device_->decode(variant));
  TolerantRun run;
  run.original = original_;
  const auto replay = [&](const Test& test, std::uint8_t byte) {
    return program::replayTolerantly(test.trace, simulator, device_->model(), outputs_, settings_, test.baseline, byte);
  };
  for (const Test& test : tests_) {
    const program::TolerantReport report = replay(test, 0);
    add(run, report);
    if (!run.ended()) break;
    for (const std::uint8_t byte : program::otherUndefinedBytes) {
      if (report.undefinedReads.empty() || run.needsZeros) break;
      const program::TolerantReport other = replay(test, byte);
      run.needsZeros = other.reason != Reason::None || other.error > report.error || other.results != report.results;
    }
  }
  return run;
}

} // namespace gevo::worker
