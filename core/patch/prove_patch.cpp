#include "core/patch/prove_patch.h"

#include "core/format/number.h"

#include <algorithm>

namespace gevo {

namespace {

std::string failureOf(const ValidationReport& report) {
  const auto failed = std::ranges::find_if(report.tests, [](const TestReport& test) { return !test.result.valid(); });
  return failed == report.tests.end()
             ? std::string()
             : fmt::format("the patched sources fail the {} \"{}\": {}", roleName(failed->role), failed->arguments, failed->result.message);
}

} // namespace

Result<void> provePatch(PatchJudge& judge, const EvaluationResult& variant, const std::vector<TestCase>& heldOut, SourcePatch& patch) {
  patch.state = PatchState::Illustration;
  GEVO_TRY_ASSIGN(const Judged judged, judge.validate(patch.changed, heldOut));
  if (!judged.result.valid()) {
    patch.reason = judged.result.reason == Reason::NoOp ? "the patched sources compile to the original's code"
                                                        : "the patched sources do not pass: " + judged.result.message;
    return {};
  }
  patch.reason = failureOf(judged.report);
  if (!patch.reason.empty()) return {};
  if (judged.result.fitness.error > variant.fitness.error) {
    patch.reason = "the patched sources have a larger error than the variant";
    return {};
  }
  patch.patchedRuntime = judged.result.fitness.runtime;
  if (patch.patchedRuntime >= patch.originalRuntime) {
    patch.reason = "the patched sources are no faster than the original";
    return {};
  }
  patch.state = patch.shareOfGain() >= provenShareOfGain ? PatchState::Proven : PatchState::Partly;
  return {};
}

} // namespace gevo
