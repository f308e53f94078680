#include "core/format/workloads_in_full.h"

#include "core/format/number.h"
#include "core/format/quantity.h"

#include <fmt/format.h>

namespace gevo {

std::string formatWorkloadsInFull(const std::vector<TestReport>& reports) {
  double speedups = 0;
  std::size_t count = 0;
  for (const TestReport& report : reports) {
    if (!report.isInFull) continue;
    speedups += report.originalRuntime / report.result.fitness.runtime;
    ++count;
  }
  if (count == 0) return {};
  return fmt::format("{} in full ({})", formatCounted(count, "workload"), formatSpeedup(speedups / double(count)));
}

} // namespace gevo
