#include "core/values/test_runtimes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace gevo {

double runtimeAcross(Across across, std::span<const TimedTest> tests) {
  double sum = 0;
  double original = 0;
  double weights = 0;
  double worst = 0;
  for (const TimedTest& test : tests) {
    sum += test.weight * test.microseconds;
    original += test.weight * test.original;
    weights += test.weight;
    if (test.original > 0) worst = std::max(worst, test.microseconds / test.original);
  }
  if (!(weights > 0)) return std::numeric_limits<double>::quiet_NaN();
  return across == Across::Worst && worst > 0 ? original / weights * worst : sum / weights;
}

double workloadWeight(const BuildSettings& build, std::size_t workload) {
  return workload < build.workloadWeights.size() ? build.workloadWeights[workload] : 1;
}

std::vector<TestSpeedup> testSpeedups(const std::vector<TestCase>& tests, std::span<const double> original,
                                      std::span<const double> variant) {
  std::vector<TestSpeedup> speedups;
  std::size_t at = 0;
  for (const TestRole role : {TestRole::Test, TestRole::Workload})
    for (const TestCase& test : tests) {
      if (test.role != role) continue;
      if (at < original.size() && at < variant.size() && original[at] > 0 && variant[at] > 0)
        speedups.push_back({role, test.arguments, original[at], variant[at]});
      ++at;
    }
  return speedups;
}

std::string slowerSomewhere(std::span<const TestSpeedup> speedups) {
  const auto worst = std::ranges::min_element(speedups, {}, &TestSpeedup::speedup);
  if (worst == speedups.end() || worst->speedup() >= clearlySlower) return {};
  return fmt::format("slower on the {} \"{}\": {:.3g}x", roleName(worst->role), worst->arguments, worst->speedup());
}

} // namespace gevo
