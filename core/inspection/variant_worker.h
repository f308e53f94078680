#pragma once

/// A worker with a loaded project, for requests about single variants: texts, code, test results.

#include "core/base/result.h"
#include "core/edit/edit.h"
#include "core/values/exported_code.h"
#include "core/values/heat.h"
#include "core/values/launch_shapes.h"
#include "core/values/test_report.h"
#include "core/values/variant_texts.h"

namespace gevo {

class VariantWorker {
public:
  virtual ~VariantWorker() = default;

  /// Where its time goes on the simulated GPU, beside the original's.
  virtual Result<Heat> heat(const EditList& edits) = 0;
  virtual Result<VariantTexts> texts(const EditList& edits, bool plainIr) = 0;
  /// `architecture`: of PTX, "sm_80"; empty: the project's.
  virtual Result<ExportedCode> code(const EditList& edits, Artifact artifact, const std::string& architecture) = 0;
  /// On the tests that are not held out, evaluated again.
  virtual Result<ValidationReport> test(const EditList& edits) = 0;
  virtual Result<std::vector<TestLaunches>> launches(const std::vector<TestCase>& tests) = 0;
};

} // namespace gevo
