#pragma once

/// The proof of a patch, found or written by hand: its code passes every test of the variant.

#include "core/patch/code_judge.h"
#include "core/values/source_patch.h"

namespace gevo {

/// Of the variant's gain, for a patch that is proven.
inline constexpr double provenShareOfGain = 0.9;

/// Compiles `patch.changed` and fills in state, reason and runtime. The patch must be as exact as the variant, the code of the edits, in
/// each test: held-out inputs may show an error that the others do not. An error means that the proof could not be done.
Result<void> provePatch(CodeJudge& judge, const EditList& variant, const std::vector<TestCase>& heldOut, SourcePatch& patch);

} // namespace gevo
