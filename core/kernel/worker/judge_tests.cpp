#include "core/kernel/worker/judge_tests.h"

#include <algorithm>

namespace gevo::worker {

JudgedRun runOf(const PreparedTest& test) { return {test.run, test.figures}; }

JudgedRun runOf(const PreparedTest& test, const program::ReplayReport& report) {
  return {test.run, test.figures, true, report.differs, report.figures};
}

program::Verdict judgeTests(std::span<const JudgedRun> runs, const std::vector<OutputInfo>& outputs) {
  program::Verdict verdict;
  while (!runs.empty()) {
    const auto next = std::ranges::find(runs.subspan(1), 0U, &JudgedRun::run);
    const auto count = std::size_t(next - runs.subspan(1).begin()) + 1;
    const std::span<const JudgedRun> test = runs.first(count);
    runs = runs.subspan(count);
    if (std::ranges::none_of(test, &JudgedRun::differs)) continue;
    std::vector<program::RunFigures> original;
    std::vector<program::RunFigures> variant;
    for (const JudgedRun& run : test) {
      original.push_back(run.original);
      if (run.ran) variant.push_back(run.variant);
    }
    program::Verdict one = program::judgeRuns(original, variant, outputs);
    if (!one.isRight() && (verdict.isRight() || one.shift > verdict.shift)) verdict = std::move(one);
  }
  return verdict;
}

} // namespace gevo::worker
