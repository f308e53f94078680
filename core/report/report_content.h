#pragma once

/// What the manifest and the report of a variant contain: results from the file, and those of a worker that runs its tests again.

#include "core/interactions/interactions.h"
#include "core/report/subject.h"
#include "core/values/exported_code.h"
#include "core/values/heat.h"
#include "core/values/launch_shapes.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gevo::report {

/// The result of a variant on held-out tests whose traces are in the file.
struct HeldOutResult {
  ValidationRow validation;
  std::size_t otherCandidates = 0; ///< of any run of the file, validated on the same inputs
};

/// Interactions of the edits of the variant, or of a variant with those of its edits that matter.
struct AnalysedEdits {
  std::int64_t variant = 0;
  EditList edits;
  Interactions found;
};

struct ReportContent {
  Subject subject;
  VariantTexts texts;
  std::string architecture;           ///< of the exported code
  std::set<std::string> replaced;     ///< kernels that differ from the original's, mangled
  std::string assembler;              ///< output of ptxas; empty if there is none
  std::vector<Promise> promises;      ///< that launches of its code have to keep to
  std::vector<TestLaunches> launches; ///< of the tests that it passed, held-out ones included
  std::vector<TestReport> tests;      ///< run for this export; empty if that was not possible
  std::string testsProblem;           ///< why the tests could not be run
  std::vector<HeldOutResult> heldOut;
  /// For each edit e of the list S: how much slower the variant is without it, f(S without e)/f(S) - 1. Unknown if it was not measured;
  /// infinite if the variant fails its tests without the edit.
  std::vector<double> shares;
  std::optional<AnalysedEdits> interactions; ///< as `gevo analyze` found them; nothing: it was not asked
  std::optional<Heat> heat; ///< for reports: of all tests on the simulated GPU; nothing: on a real one, or it was not possible
  std::string toolVersion;

  /// The first test that failed when the tests were run for this export; null if none did.
  const TestReport* failedTest() const;
  /// Passed its tests, both in the run and for this export.
  bool valid() const { return subject.variant.result.valid() && failedTest() == nullptr; }
  const EvaluationSettings& evaluation() const { return subject.run.settings.evaluation; }
  double originalRuntime() const { return subject.original.result.fitness.runtime; }
  double runtime() const { return subject.variant.result.fitness.runtime; }
  double error() const { return subject.variant.result.fitness.error; }
};

/// What was not validated: sentences for people. Never empty.
std::vector<std::string> notValidated(const ReportContent& content);

} // namespace gevo::report
