#pragma once

/// Details of one variant, from the file and from a worker.

#include "core/store/lineage.h"
#include "core/values/individual.h"
#include "core/values/source_patch.h"
#include "core/values/test_runtimes.h"
#include "core/values/variant_texts.h"

namespace gevo {

/// An edit list evaluated on the run's tests.
struct Evaluation {
  EvaluationResult result;
  std::vector<bool> active; ///< per edit
};

struct VariantDetails {
  Individual individual;
  Lineage lineage;
  VariantTexts texts;               ///< the CUDA is the patch's, where that is proven
  std::optional<SourcePatch> patch; ///< none was made yet
  std::vector<TestSpeedup> tests;   ///< empty: there is one, or nothing is known
  std::string problem;              ///< why there are no texts; empty if there are
};

} // namespace gevo
