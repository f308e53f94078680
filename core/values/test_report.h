#pragma once

/// What a variant does on each test: `gevo check`, the explorer's check and reports.

#include "core/values/evaluation_result.h"
#include "core/values/project.h"

namespace gevo {

struct TestReport {
  TestRole role = TestRole::Test;
  std::string arguments;
  EvaluationResult result;
  double originalRuntime = 0;     ///< microseconds, same device, same process
  std::vector<std::string> races; ///< one sentence each; marked where the original has the race too
  bool differs = false;           ///< from the original's results, by chance as far as all runs of the test tell
  bool isInFull = false;          ///< a workload that ran as a whole, with its results compared; else some of its blocks did
};

/// "held-out", "workload", "workload in full".
std::string kindOf(const TestReport& report);

struct ValidationReport {
  std::vector<TestReport> tests;
  std::vector<std::string> warnings; ///< of what passes all the same: what the tests don't notice, what was excused
};

template <class Archive> void fields(Archive& a, TestReport& m) {
  a(m.role, m.arguments, m.result, m.originalRuntime, m.differs, m.races, m.isInFull);
}
template <class Archive> void fields(Archive& a, ValidationReport& m) { a(m.tests, m.warnings); }

} // namespace gevo
