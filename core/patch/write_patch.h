#pragma once

/// Edits as a change of sources: candidates are tried one edit after the other, and what is written is proven.

#include "core/patch/code_judge.h"
#include "core/values/source_patch.h"

namespace gevo {

/// `edits`: those of the variant that matter on its tests. `patch` has the runtimes of the original and the variant.
Result<void> writePatch(CodeJudge& judge, const EditList& edits, const EditList& variant, const std::vector<TestCase>& heldOut,
                        SourcePatch& patch);

} // namespace gevo
