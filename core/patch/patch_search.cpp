#include "core/patch/patch_search.h"

#include "core/patch/apply_rewrites.h"
#include "core/patch/patch_judge.h"
#include "core/patch/prove_patch.h"
#include "core/reduction/minimise_variant.h"

#include <algorithm>

namespace gevo {

namespace {

/// Of a runtime that counts as the same: another order of instructions costs as much.
constexpr double sameRuntime = 1.01;
/// Share of a variant's gain that may be lost with edits that hardly matter.
constexpr double gainLeftOut = 0.02;
/// Of a runtime that something left out may cost: a reader has less to believe.
constexpr double costOfLeavingOut = 1.001;
/// Candidates of each of two edits that only make sense together.
constexpr std::size_t pairedCandidates = 6;

bool isAsGood(const EvaluationResult& result, const EvaluationResult& wanted) {
  return result.valid() && wanted.valid() && result.fitness.error <= wanted.fitness.error &&
         result.fitness.runtime <= wanted.fitness.runtime * sameRuntime;
}

std::size_t newText(const std::vector<SourceRewrite>& rewrites) {
  std::size_t length = 0;
  for (const SourceRewrite& rewrite : rewrites)
    for (const Replacement& one : rewrite.replacements) length += one.text.size();
  return length;
}

/// Faster; of two that are as fast, the one that leaves more out and adds less: it is easier to believe.
bool isBetter(const EvaluationResult& one, const std::vector<SourceRewrite>& rewrites, const EvaluationResult& other,
              const std::vector<SourceRewrite>& otherRewrites) {
  const double ratio = one.fitness.runtime / other.fitness.runtime;
  if (ratio * sameRuntime < 1 || ratio > sameRuntime) return ratio < 1;
  return newText(rewrites) < newText(otherRewrites);
}

class Search {
public:
  Search(PatchJudge& judge, EditList edits) : judge_(judge), edits_(std::move(edits)), written_(edits_.size(), false) {
    for (const Edit& edit : edits_) outcome_.push_back({edit.uid});
  }

  Result<void> run() {
    judge_.doing("reading the syntax of the sources");
    GEVO_TRY_ASSIGN(const SourceSyntax syntax, judge_.syntax());
    GEVO_TRY_ASSIGN(candidates_, judge_.rewrites(edits_, syntax));
    candidates_.perEdit.resize(edits_.size());
    GEVO_TRY(checkOriginal());
    for (std::size_t i = 0; i < edits_.size(); ++i) GEVO_TRY(writeOne(i));
    // What made no sense before others were written may do so now.
    for (std::size_t i = 0; i < edits_.size(); ++i)
      if (isMissing(i)) GEVO_TRY(writeOne(i));
    for (std::size_t i = 0; i < edits_.size(); ++i)
      for (std::size_t k = i + 1; k < edits_.size(); ++k)
        if (isMissing(i) && isMissing(k)) GEVO_TRY(writePair(i, k));
    for (std::size_t i = 0; i < edits_.size(); ++i)
      if (isMissing(i) && !steps_.empty()) GEVO_TRY(noteIfWorthless(i));
    return leaveOut();
  }

  /// What was written at once, for one edit or two.
  std::size_t steps() const { return steps_.size(); }
  /// `isKept`: of the steps.
  void fill(SourcePatch& patch, const std::vector<bool>& isKept) const {
    std::vector<SourceRewrite> rewrites;
    patch.edits = outcome_;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (isKept[i]) rewrites.insert(rewrites.end(), steps_[i].rewrites.begin(), steps_[i].rewrites.end());
      for (const std::size_t edit : steps_[i].edits)
        if (!isKept[i]) patch.edits[edit].is = EditInPatch::Missing;
    }
    patch.changes.clear();
    for (const SourceRewrite& rewrite : rewrites) patch.changes.push_back(rewrite.what);
    patch.changed = applyRewrites(judge_.project().sources, rewrites);
  }

private:
  /// Whether candidates change functions that are inlined elsewhere too, or copies of them.
  enum class Functions : std::uint8_t { Shared, Copied };
  struct Step {
    std::vector<std::size_t> edits;
    std::vector<SourceRewrite> rewrites;
  };

  /// Steps without which the sources are as good.
  Result<void> leaveOut() {
    if (steps_.size() < 2) return {};
    judge_.doing("leaving out what does not matter");
    const auto textsOf = [&](const std::vector<Step>& steps) {
      std::vector<SourceRewrite> rewrites;
      for (const Step& step : steps) rewrites.insert(rewrites.end(), step.rewrites.begin(), step.rewrites.end());
      return applyRewrites(judge_.project().sources, rewrites);
    };
    GEVO_TRY_ASSIGN(const auto all, judge_.texts({textsOf(steps_)}, std::nullopt));
    if (!all.front() || !all.front()->result.valid()) return {};
    const Fitness& wanted = all.front()->result.fitness;
    for (std::size_t i = steps_.size(); i-- > 0 && steps_.size() > 1;) {
      std::vector<Step> fewer = steps_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      GEVO_TRY_ASSIGN(const auto judged, judge_.texts({textsOf(fewer)}, std::nullopt));
      const bool isAsGood = judged.front() && judged.front()->result.valid() && judged.front()->result.fitness.error <= wanted.error &&
                            judged.front()->result.fitness.runtime <= wanted.runtime * costOfLeavingOut;
      if (!isAsGood) continue;
      for (const std::size_t edit : steps_[i].edits) outcome_[edit].is = EditInPatch::Nothing;
      steps_ = std::move(fewer);
    }
    return {};
  }

  bool isMissing(std::size_t edit) const { return outcome_[edit].is == EditInPatch::Missing; }

  /// The compiler here makes the same of the unchanged sources as the one that the project was made with.
  Result<void> checkOriginal() {
    judge_.doing("compiling the sources");
    GEVO_TRY_ASSIGN(const Judged original, judge_.edits({}));
    GEVO_TRY_ASSIGN(const auto compiled, judge_.texts({{}}, original.code));
    if (!compiled.front()) return fail("the unchanged sources do not compile here");
    if (compiled.front()->code != original.code)
      return fail("the sources compile to other code here than where the file was made: another version of clang or of the CUDA toolkit");
    code_ = original.code;
    kernels_ = original.kernels;
    return {};
  }

  EditList writtenWith(std::initializer_list<std::size_t> more) const {
    EditList some;
    for (std::size_t i = 0; i < edits_.size(); ++i)
      if (written_[i] || std::ranges::find(more, i) != more.end()) some.push_back(edits_[i]);
    return some;
  }

  bool fits(const SourceRewrite& rewrite) const {
    return std::ranges::all_of(rewrites_, [&](const SourceRewrite& other) { return canBeCombined(rewrite, other); });
  }

  std::vector<SourceFile> textsWith(const std::vector<SourceRewrite>& more) const {
    std::vector<SourceRewrite> all = rewrites_;
    all.insert(all.end(), more.begin(), more.end());
    return applyRewrites(judge_.project().sources, all);
  }

  static bool isSame(const Judged& judged, const Judged& wanted) {
    return judged.code == wanted.code || (judged.kernels == wanted.kernels && isAsGood(judged.result, wanted.result));
  }

  /// What the edits change is the same, and other kernels may have changed too, as where a function is called by several.
  bool isSameWhereChanged(const Judged& judged, const Judged& wanted) const {
    return std::ranges::all_of(wanted.kernels, [&](const KernelCode& one) {
      const bool isChanged = std::ranges::find(kernels_, one) == kernels_.end();
      return !isChanged || std::ranges::find(judged.kernels, one) != judged.kernels.end();
    });
  }

  /// The candidate of the same code, else the best of those that are as good. Nothing where there is none.
  Result<std::optional<std::size_t>> choose(const std::vector<std::vector<SourceRewrite>>& candidates, const Judged& wanted) {
    std::vector<PatchJudge::Texts> texts;
    for (const auto& candidate : candidates) texts.push_back(textsWith(candidate));
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts(texts, wanted.code, [&](const Judged& one) { return isSame(one, wanted); }));
    std::optional<std::size_t> best;
    const auto beatsBest = [&](std::size_t i) {
      if (!best) return true;
      const bool isExact = isSameWhereChanged(*judged[i], wanted);
      if (isExact != isSameWhereChanged(*judged[*best], wanted)) return isExact;
      return isBetter(judged[i]->result, candidates[i], judged[*best]->result, candidates[*best]);
    };
    for (std::size_t i = 0; i < judged.size(); ++i) {
      if (!judged[i]) continue;
      if (isSame(*judged[i], wanted)) return i;
      if (isAsGood(judged[i]->result, wanted.result) && beatsBest(i)) best = i;
    }
    return best;
  }

  /// The first group that has one: a change of a function that others call too is less to read than a copy of it.
  Result<void> writeAs(std::initializer_list<std::size_t> edits, const std::vector<std::vector<std::vector<SourceRewrite>>>& groups,
                       const Judged& wanted) {
    for (const auto& candidates : groups) {
      GEVO_TRY_ASSIGN(const auto chosen, choose(candidates, wanted));
      if (!chosen) continue;
      accept(edits, candidates[*chosen], wanted);
      break;
    }
    return {};
  }

  /// Those that fit what is written.
  std::vector<SourceRewrite> candidatesFor(std::size_t edit, Functions functions) const {
    std::vector<SourceRewrite> some;
    for (const SourceRewrite& rewrite : candidates_.perEdit[edit])
      if (rewrite.copies.empty() == (functions == Functions::Shared) && fits(rewrite)) some.push_back(rewrite);
    return some;
  }

  /// A change of a function has done it at another call of it too.
  Result<bool> isWrittenAlready(const Judged& wanted) {
    if (steps_.empty()) return false;
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts({textsWith({})}, wanted.code));
    return judged.front() && isAsGood(judged.front()->result, wanted.result) && isSameWhereChanged(*judged.front(), wanted);
  }

  /// Others have done it, in another way, or it only mattered without them.
  Result<void> noteIfWorthless(std::size_t edit) {
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({edit})));
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts({textsWith({})}, std::nullopt));
    const bool isAsFast = judged.front() && isAsGood(judged.front()->result, wanted.result) &&
                          judged.front()->result.fitness.runtime <= wanted.result.fitness.runtime * costOfLeavingOut;
    if (isAsFast) outcome_[edit].is = EditInPatch::Nothing;
    return {};
  }

  Result<void> writeOne(std::size_t edit) {
    judge_.doing(fmt::format("writing edit {} of {} in CUDA, {} candidates compiled", edit + 1, edits_.size(), judge_.compiled()));
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({edit})));
    if (wanted.code == code_) {
      written_[edit] = true;
      outcome_[edit].is = EditInPatch::Nothing;
      return {};
    }
    GEVO_TRY_ASSIGN(const bool isThere, isWrittenAlready(wanted));
    if (isThere) {
      acceptWithLastStep(edit, wanted);
      return {};
    }
    std::vector<std::vector<std::vector<SourceRewrite>>> groups;
    for (const Functions functions : {Functions::Shared, Functions::Copied}) {
      auto& candidates = groups.emplace_back();
      for (const SourceRewrite& rewrite : candidatesFor(edit, functions)) candidates.push_back({rewrite});
    }
    return writeAs({edit}, groups, wanted);
  }

  Result<void> writePair(std::size_t one, std::size_t other) {
    judge_.doing(fmt::format("writing edits {} and {} of {} together, {} candidates compiled", one + 1, other + 1, edits_.size(),
                             judge_.compiled()));
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({one, other})));
    if (!wanted.result.valid()) return {};
    std::vector<std::vector<std::vector<SourceRewrite>>> groups;
    for (const Functions functions : {Functions::Shared, Functions::Copied}) {
      auto first = candidatesFor(one, functions);
      auto second = candidatesFor(other, functions);
      // What is no part of such a function goes with what is.
      if (first.empty() && !second.empty()) first = candidatesFor(one, Functions::Shared);
      if (second.empty() && !first.empty()) second = candidatesFor(other, Functions::Shared);
      first.resize(std::min(first.size(), pairedCandidates));
      second.resize(std::min(second.size(), pairedCandidates));
      auto& candidates = groups.emplace_back();
      for (const SourceRewrite& a : first)
        for (const SourceRewrite& b : second)
          if (canBeCombined(a, b)) candidates.push_back({a, b});
      // One of them may say it all.
      for (const auto* list : {&first, &second})
        for (const SourceRewrite& alone : *list) candidates.push_back({alone});
    }
    return writeAs({one, other}, groups, wanted);
  }

  void accept(std::initializer_list<std::size_t> edits, const std::vector<SourceRewrite>& rewrites, const Judged& wanted) {
    for (const std::size_t edit : edits) {
      written_[edit] = true;
      outcome_[edit].is = EditInPatch::Written;
    }
    rewrites_.insert(rewrites_.end(), rewrites.begin(), rewrites.end());
    steps_.push_back({edits, rewrites});
    code_ = wanted.code;
    kernels_ = wanted.kernels;
  }

  void acceptWithLastStep(std::size_t edit, const Judged& wanted) {
    written_[edit] = true;
    outcome_[edit].is = EditInPatch::Written;
    steps_.back().edits.push_back(edit);
    code_ = wanted.code;
    kernels_ = wanted.kernels;
  }

  PatchJudge& judge_;
  EditList edits_;
  FoundRewrites candidates_;
  std::vector<bool> written_; ///< the sources say it
  std::vector<PatchedEdit> outcome_;
  std::vector<SourceRewrite> rewrites_;
  std::vector<Step> steps_;
  Hash128 code_; ///< of the edits that are written
  std::vector<KernelCode> kernels_;
};

/// All that was written, else without the step that spoils it, else the best step alone: held-out inputs may show what the tests don't. Of
/// several that pass them the fastest is taken, so they have chosen a little there.
Result<void> prove(PatchJudge& judge, const Search& search, const EditList& variant, const std::vector<TestCase>& heldOut,
                   SourcePatch& patch) {
  const std::size_t steps = search.steps();
  search.fill(patch, std::vector<bool>(steps, true));
  GEVO_TRY(provePatch(judge, variant, heldOut, patch));
  for (const bool isKept : {true, false}) {
    if (patch.state != PatchState::Illustration || steps < 2) return {};
    SourcePatch best = patch;
    for (std::size_t i = 0; i < steps; ++i) {
      std::vector<bool> some(steps, isKept);
      some[i] = !isKept;
      SourcePatch fewer = patch;
      search.fill(fewer, some);
      const Result<void> proved = provePatch(judge, variant, heldOut, fewer);
      if (!proved && judge.isCancelled()) return proved;
      if (!proved) continue; // does not compile without the step
      const bool isBetter = best.state == PatchState::Illustration || fewer.patchedRuntime < best.patchedRuntime;
      if (fewer.state != PatchState::Illustration && isBetter) best = std::move(fewer);
    }
    if (best.state != PatchState::Illustration) best.reason.clear();
    patch = std::move(best);
  }
  return {};
}

} // namespace

Result<SourcePatch> findPatch(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests, so there is nothing to prove", variantName(variant.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY_ASSIGN(std::optional<Individual> smaller, minimiseVariant(store, run, variant, settings, gainLeftOut));
  const Individual& minimal = smaller ? *smaller : variant;
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, settings));
  Search search(judge, activeEdits(minimal));
  SourcePatch patch;
  patch.originalRuntime = original.result.fitness.runtime;
  patch.variantRuntime = variant.result.fitness.runtime;
  GEVO_TRY(search.run());
  if (search.steps() == 0) {
    search.fill(patch, {});
    patch.reason = "no change of the sources that was tried compiles to what the edits do";
    return patch;
  }
  judge.doing("testing the patched sources");
  GEVO_TRY(prove(judge, search, activeEdits(variant), heldOutTests(project), patch));
  return patch;
}

Result<SourcePatch> checkPatch(const Store& store, const RunInfo& run, const Individual& variant, std::vector<SourceFile> changed,
                               const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests, so there is nothing to prove", variantName(variant.id));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  GEVO_TRY_ASSIGN(const Project project, store.project());
  SourcePatch patch;
  patch.changed = std::move(changed);
  patch.originalRuntime = original.result.fitness.runtime;
  patch.variantRuntime = variant.result.fitness.runtime;
  GEVO_TRY_ASSIGN(PatchJudge judge, PatchJudge::start(store, run, settings));
  judge.doing("compiling and testing the patched sources");
  GEVO_TRY(provePatch(judge, activeEdits(variant), heldOutTests(project), patch));
  return patch;
}

} // namespace gevo
