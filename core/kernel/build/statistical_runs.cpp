#include "core/kernel/build/statistical_runs.h"

#include "core/kernel/outputs/run_statistics.h"
#include "core/kernel/trace/replay.h"

namespace gevo::program {

Result<void> checkRunsDiffer(const std::vector<TestCase>& tests, const std::vector<Trace>& traces, const std::vector<OutputInfo>& outputs,
                             std::size_t runs) {
  for (const TestRole role : {TestRole::Test, TestRole::HeldOut}) {
    std::vector<RunFigures> figures;
    for (std::size_t i = 0; i < traces.size(); ++i) {
      if (tests[i].role != role) continue;
      figures.push_back(recordedFigures(traces[i], outputs));
      if (figures.size() < runs) continue;
      if (areAllTheSame(figures))
        return fail("all {} runs of the {} \"{}\" give the same, so there is nothing that statistics could judge; write {{seed}} where its "
                    "seed goes, or leave out --statistical",
                    figures.size(), roleName(role), tests[i].arguments);
      figures.clear();
    }
  }
  return {};
}

} // namespace gevo::program
