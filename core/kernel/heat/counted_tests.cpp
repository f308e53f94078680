#include "core/kernel/heat/counted_tests.h"

#include "core/base/wire.h"
#include "core/kernel/outputs/rejection_rules.h"
#include "core/kernel/trace/device_state.h"

#include <algorithm>

namespace gevo::program {

namespace {

/// `known`: of the original; empty: no limit but the simulator's.
Result<std::vector<std::uint64_t>> countTest(const Trace& trace, sim::Simulator& simulator, std::span<const std::uint64_t> known,
                                             double budgetFactor) {
  std::vector<std::uint64_t> launches;
  DeviceState state(simulator);
  GEVO_TRY(state.placeSymbols());
  for (const Event& event : trace.events) {
    if (event.kind != EventKind::Launch) {
      GEVO_TRY(state.apply(event));
      continue;
    }
    sim::Limits limits{.checkRaces = false};
    if (launches.size() < known.size()) limits.warpInstructions = launchBudget(known[launches.size()], budgetFactor);
    const sim::LaunchReport report = state.launch(event, limits);
    if (report.fault) return fail("{}", report.fault->message());
    launches.push_back(report.statistics.warpInstructions);
  }
  return launches;
}

} // namespace

Result<CountedTests> countTests(std::span<const TestCase> tests, sim::Simulator& simulator, const CountedTests* original,
                                double budgetFactor) {
  CountedTests counted;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    GEVO_TRY_ASSIGN(const Trace trace, wire::decode<Trace>(tests[i].trace, "recorded test \"" + tests[i].arguments + "\""));
    const bool isKnown = original != nullptr && i < original->launches.size();
    GEVO_TRY_ASSIGN(counted.launches.emplace_back(),
                    countTest(trace, simulator, isKnown ? original->launches[i] : std::vector<std::uint64_t>(), budgetFactor));
  }
  counted.kernels = simulator.takeCounters();
  return counted;
}

std::vector<TestCase> testsToCount(const std::vector<TestCase>& tests, bool isRecordedOnGpu) {
  const auto ofRole = [&](TestRole role) {
    std::vector<TestCase> chosen;
    // What is run several times is the same test.
    std::ranges::copy_if(tests, std::back_inserter(chosen),
                         [&](const TestCase& test) { return test.role == role && test.run == 0 && test.trace.size() > 0; });
    return chosen;
  };
  std::vector<TestCase> screens = ofRole(TestRole::Screen);
  if (isRecordedOnGpu && !screens.empty()) return screens;
  std::vector<TestCase> own = ofRole(TestRole::Test);
  return own.empty() ? screens : own;
}

} // namespace gevo::program
