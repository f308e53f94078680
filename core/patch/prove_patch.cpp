#include "core/patch/prove_patch.h"

#include "core/format/number.h"

namespace gevo {

namespace {

std::string failureOf(const ValidationReport& patched, const ValidationReport& variant) {
  for (std::size_t i = 0; i < patched.tests.size(); ++i) {
    const TestReport& test = patched.tests[i];
    if (!test.result.valid())
      return fmt::format("the patched sources fail the {} \"{}\": {}", roleName(test.role), test.arguments, test.result.message);
    // A test that the variant itself fails proves nothing.
    if (i >= variant.tests.size() || !variant.tests[i].result.valid())
      return fmt::format("the variant itself fails the {} \"{}\"", roleName(test.role), test.arguments);
    if (test.result.fitness.error > variant.tests[i].result.fitness.error)
      return fmt::format("the patched sources have a larger error than the variant in the {} \"{}\"", roleName(test.role), test.arguments);
  }
  return {};
}

} // namespace

Result<void> provePatch(CodeJudge& judge, const EditList& variant, const std::vector<TestCase>& heldOut, SourcePatch& patch) {
  patch.state = PatchState::Illustration;
  GEVO_TRY_ASSIGN(const Judged judged, judge.validate(patch.changed, heldOut));
  if (!judged.result.valid()) {
    patch.reason = judged.result.reason == Reason::NoOp ? "the patched sources compile to the original's code"
                                                        : "the patched sources do not pass: " + judged.result.message;
    return {};
  }
  GEVO_TRY_ASSIGN(const Judged wanted, judge.validate(variant, heldOut));
  patch.reason = failureOf(judged.report, wanted.report);
  if (!patch.reason.empty()) return {};
  patch.patchedRuntime = judged.result.fitness.runtime;
  if (patch.patchedRuntime >= patch.originalRuntime) {
    patch.reason = "the patched sources are no faster than the original";
    return {};
  }
  patch.state = patch.shareOfGain() >= provenShareOfGain ? PatchState::Proven : PatchState::Partly;
  return {};
}

} // namespace gevo
