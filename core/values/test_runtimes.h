#pragma once

/// One runtime of several tests or workloads, and what a variant gains on each.

#include "core/values/project.h"
#include "core/values/settings.h"

#include <span>

namespace gevo {

struct TimedTest {
  double microseconds = 0;
  double original = 0; ///< microseconds of the original there
  double weight = 1;
};

/// Microseconds; not a number where there is none. Across::Worst: as if all were as bad as the worst.
double runtimeAcross(Across across, std::span<const TimedTest> tests);

/// 1 where the list is too short.
double workloadWeight(const BuildSettings& build, std::size_t workload);

/// Of a variant on one test or workload that was timed.
struct TestSpeedup {
  TestRole role = TestRole::Test;
  std::string arguments;
  double original = 0; ///< microseconds
  double variant = 0;
  double speedup() const { return original / variant; }
};
/// `runtimes` as CodeMetrics::testRuntimes has them, of the original and the variant. Empty where either is not known.
std::vector<TestSpeedup> testSpeedups(const std::vector<TestCase>& tests, std::span<const double> original,
                                      std::span<const double> variant);

/// Loses on one of them, though it may gain in all.
constexpr double clearlySlower = 0.98;
/// "slower on the workload "4096 4096 100": 0.91x", of the worst that is clearly slower; empty where there is none.
std::string slowerSomewhere(std::span<const TestSpeedup> speedups);

} // namespace gevo
