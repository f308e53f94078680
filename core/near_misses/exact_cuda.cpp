#include "core/near_misses/exact_cuda.h"

#include "core/diff/unified_diff.h"
#include "core/format/source_location.h"
#include "core/patch/apply_rewrites.h"
#include "core/patch/patch_judge.h"

#include <algorithm>

namespace gevo {

namespace {

bool isSame(const Judged& one, const Judged& other) { return one.code == other.code || one.kernels == other.kernels; }

/// Of the edits one after the other; nothing where one can't be written.
Result<std::optional<std::vector<SourceRewrite>>> write(CodeJudge& judge, const EditList& edits) {
  GEVO_TRY_ASSIGN(const FoundRewrites candidates, judge.rewrites(edits));
  if (candidates.perEdit.size() < edits.size()) return std::nullopt;
  const std::size_t settings = candidates.perEdit.size() - edits.size(); // of the configuration come first
  std::vector<SourceRewrite> written;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    GEVO_TRY_ASSIGN(const Judged wanted, judge.edits(EditList(edits.begin(), edits.begin() + std::ptrdiff_t(i) + 1)));
    std::vector<const SourceRewrite*> fitting;
    std::vector<CodeJudge::Texts> texts;
    for (const SourceRewrite& candidate : candidates.perEdit[settings + i]) {
      if (!std::ranges::all_of(written, [&](const SourceRewrite& other) { return canBeCombined(candidate, other); })) continue;
      std::vector<SourceRewrite> all = written;
      all.push_back(candidate);
      fitting.push_back(&candidate);
      texts.push_back(applyRewrites(judge.sources(), all));
    }
    GEVO_TRY_ASSIGN(const auto judged, judge.texts(texts, wanted.code, [&](const Judged& one) { return isSame(one, wanted); }));
    const auto found = std::ranges::find_if(judged, [&](const std::optional<Judged>& one) { return one && isSame(*one, wanted); });
    if (found == judged.end()) return std::nullopt;
    written.push_back(*fitting[std::size_t(found - judged.begin())]);
  }
  return written;
}

ExactCuda shown(const CodeJudge& judge, const std::vector<SourceRewrite>& rewrites) {
  ExactCuda cuda;
  for (const SourceRewrite& rewrite : rewrites) cuda.changes.push_back(rewrite.what);
  for (const SourceFile& changed : applyRewrites(judge.sources(), rewrites)) {
    const auto original = std::ranges::find(judge.sources(), changed.name, &SourceFile::name);
    if (original != judge.sources().end()) cuda.diff += unifiedDiff(oneLine(changed.name), original->text, changed.text);
  }
  return cuda;
}

/// The compiler here makes the same of the unchanged sources as the one that the project was made with.
Result<void> checkOriginal(CodeJudge& judge) {
  GEVO_TRY_ASSIGN(const Judged original, judge.edits({}));
  GEVO_TRY_ASSIGN(const auto compiled, judge.texts({{}}, original.code, {}));
  if (!compiled.front()) return fail("the unchanged sources do not compile here");
  if (!isSame(*compiled.front(), original))
    return fail("the sources compile to other code here than where the file was made: another version of clang or of the CUDA toolkit");
  return {};
}

} // namespace

Result<std::vector<ExactCuda>> exactCuda(const Store& store, const RunInfo& run, const Configuration& configuration,
                                         const std::vector<EditList>& lists, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, configuration, settings));
  judge.doing("compiling the sources");
  GEVO_TRY(checkOriginal(judge));
  std::vector<ExactCuda> all;
  for (const EditList& edits : lists) {
    judge.doing(fmt::format("writing near miss {} of {} in CUDA", all.size() + 1, lists.size()));
    Result<std::optional<std::vector<SourceRewrite>>> written = write(judge, edits);
    if (!written && judge.isCancelled()) return std::unexpected(written.error());
    all.push_back(written && *written ? shown(judge, **written) : ExactCuda()); // what a worker can't do has no text
  }
  return all;
}

} // namespace gevo
