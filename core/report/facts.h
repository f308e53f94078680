#pragma once

/// What a manifest and a report say of a variant, gathered from the file and from a worker that tries it anew.

#include "core/report/subject.h"
#include "core/values/launch_shapes.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gevo::report {

/// What became of a variant on held-out tests whose traces the file has.
struct HeldOutResult {
  ValidationRow verdict;
  std::size_t othersJudged = 0; ///< other variants, of any run of the file, on the same inputs
};

struct Facts {
  Subject subject;
  VariantTexts texts;
  std::string architecture;           ///< of the exported code
  std::set<std::string> replaced;     ///< kernels that differ from the original's, mangled
  std::string assembler;              ///< what ptxas said; empty where there is none
  std::vector<TestLaunches> launches; ///< of the tests that it passed, held-out ones too
  std::vector<TestReport> tests;      ///< tried now; empty where that did not work
  std::string testsProblem;           ///< why not
  std::vector<HeldOutResult> heldOut;
  /// Per edit: how much slower the variant is without it, f(S without e)/f(S) - 1. Unknown where it was not measured; infinite where the
  /// variant fails its tests without the edit.
  std::vector<double> shares;
  std::string toolVersion;

  /// Of those that were tried now the first that failed; null where none did.
  const TestReport* failedTest() const;
  /// In the run, and in what was tried now.
  bool valid() const { return subject.variant.result.valid() && failedTest() == nullptr; }
  const EvaluationSettings& evaluation() const { return subject.run.settings.evaluation; }
  double originalRuntime() const { return subject.original.result.fitness.runtime; }
  double runtime() const { return subject.variant.result.fitness.runtime; }
  double error() const { return subject.variant.result.fitness.error; }
};

/// What this export could not verify, a sentence each. Never empty.
std::vector<std::string> unverified(const Facts& facts);

} // namespace gevo::report
