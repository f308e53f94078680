#include "core/patch/write_patch.h"

#include "core/patch/apply_rewrites.h"
#include "core/patch/prove_patch.h"

#include <algorithm>
#include <set>

namespace gevo {

namespace {

/// Of a runtime that counts as the same: another order of instructions costs as much.
constexpr double sameRuntime = 1.01;
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
  Search(CodeJudge& judge, EditList edits, double originalRuntime)
      : judge_(judge), edits_(std::move(edits)), originalRuntime_(originalRuntime), written_(edits_.size(), false),
        changed_(edits_.size()) {
    for (const Edit& edit : edits_) outcome_.push_back({edit.uid});
  }

  Result<void> run() {
    judge_.doing("reading the syntax of the sources");
    GEVO_TRY_ASSIGN(candidates_, judge_.rewrites(edits_));
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
    patch.edits = outcome_;
    std::vector<Step> kept;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (isKept[i]) kept.push_back(steps_[i]);
      for (const std::size_t edit : steps_[i].edits)
        if (!isKept[i]) patch.edits[edit].is = EditInPatch::Missing;
    }
    const std::vector<SourceRewrite> rewrites = rewritesOf(kept);
    patch.changes.clear();
    for (const SourceRewrite& rewrite : rewrites) patch.changes.push_back(rewrite.what);
    patch.changed = applyRewrites(judge_.sources(), rewrites);
  }
  /// Says of the edits that were done already whether they still are, with fewer steps.
  Result<void> lookAgain(SourcePatch& patch) {
    std::vector<bool> others(edits_.size());
    for (std::size_t i = 0; i < edits_.size(); ++i) others[i] = !foundThere_.contains(i) && patch.edits[i].is == EditInPatch::Written;
    for (const std::size_t edit : foundThere_) {
      GEVO_TRY_ASSIGN(others[edit], isThereBeside(others, edit, patch.changed));
      patch.edits[edit].is = others[edit] ? EditInPatch::Written : EditInPatch::Missing;
    }
    return {};
  }

private:
  /// Whether candidates change functions that are inlined elsewhere too, or copies of them.
  enum class Functions : std::uint8_t { Shared, Copied };
  struct Step {
    std::vector<std::size_t> edits;
    std::vector<SourceRewrite> rewrites;
  };
  using Replacements = std::vector<Replacement>;

  static std::vector<SourceRewrite> rewritesOf(const std::vector<Step>& steps) {
    std::vector<SourceRewrite> all;
    for (const Step& step : steps) all.insert(all.end(), step.rewrites.begin(), step.rewrites.end());
    return all;
  }

  /// Steps without which the sources are as good.
  Result<void> leaveOut() {
    if (steps_.size() < 2) return {};
    judge_.doing("leaving out what does not matter");
    const auto textsOf = [&](const std::vector<Step>& steps) { return applyRewrites(judge_.sources(), rewritesOf(steps)); };
    GEVO_TRY_ASSIGN(const auto all, judge_.texts({textsOf(steps_)}, std::nullopt, {}));
    if (!all.front() || !all.front()->result.valid()) return {};
    const Fitness& wanted = all.front()->result.fitness;
    const auto without = [&](std::size_t i) {
      std::vector<Step> fewer = steps_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      return fewer;
    };
    std::vector<CodeJudge::Texts> alone; // judged at once, as most of them stay
    for (std::size_t i = 0; i < steps_.size(); ++i) alone.push_back(textsOf(without(i)));
    GEVO_TRY(judge_.texts(alone, std::nullopt, {}));
    const std::size_t written = steps_.size();
    for (std::size_t i = steps_.size(); i-- > 0 && steps_.size() > 1;) {
      std::vector<Step> fewer = without(i);
      GEVO_TRY_ASSIGN(const auto judged, judge_.texts({textsOf(fewer)}, std::nullopt, {}));
      const bool isAsGood = judged.front() && judged.front()->result.valid() && judged.front()->result.fitness.error <= wanted.error &&
                            judged.front()->result.fitness.runtime <= wanted.runtime * costOfLeavingOut;
      if (!isAsGood) continue;
      for (const std::size_t edit : steps_[i].edits) outcome_[edit].is = EditInPatch::Nothing;
      steps_ = std::move(fewer);
    }
    if (steps_.size() == written) return {};
    SourcePatch patch;
    fill(patch, std::vector<bool>(steps_.size(), true));
    GEVO_TRY(lookAgain(patch));
    for (const std::size_t edit : foundThere_)
      outcome_[edit].is = patch.edits[edit].is == EditInPatch::Written ? EditInPatch::Written : EditInPatch::Nothing;
    std::erase_if(foundThere_, [&](std::size_t edit) { return outcome_[edit].is == EditInPatch::Nothing; });
    return {};
  }

  bool isMissing(std::size_t edit) const { return outcome_[edit].is == EditInPatch::Missing; }

  /// The compiler here makes the same of the unchanged sources as the one that the project was made with.
  Result<void> checkOriginal() {
    judge_.doing("compiling the sources");
    GEVO_TRY_ASSIGN(const Judged original, judge_.edits({}));
    GEVO_TRY_ASSIGN(const auto compiled, judge_.texts({{}}, original.code, {}));
    if (!compiled.front()) return fail("the unchanged sources do not compile here");
    if (compiled.front()->code != original.code)
      return fail("the sources compile to other code here than where the file was made: another version of clang or of the CUDA toolkit");
    now_ = original;
    now_.result.reason = Reason::None; // not judged, since no edit is active
    now_.result.fitness.runtime = originalRuntime_;
    return {};
  }

  EditList some(const std::vector<bool>& which) const {
    EditList some;
    for (std::size_t i = 0; i < edits_.size(); ++i)
      if (which[i]) some.push_back(edits_[i]);
    return some;
  }
  EditList writtenWith(std::initializer_list<std::size_t> more) const {
    std::vector<bool> all = written_;
    for (const std::size_t edit : more) all[edit] = true;
    return some(all);
  }

  bool fits(const SourceRewrite& rewrite) const {
    return std::ranges::all_of(rewrites_, [&](const SourceRewrite& other) { return canBeCombined(rewrite, other); });
  }

  std::vector<SourceFile> textsWith(const std::vector<SourceRewrite>& more) const {
    std::vector<SourceRewrite> all = rewrites_;
    all.insert(all.end(), more.begin(), more.end());
    return applyRewrites(judge_.sources(), all);
  }

  static bool isSame(const Judged& judged, const Judged& wanted) {
    return judged.code == wanted.code || (judged.kernels == wanted.kernels && isAsGood(judged.result, wanted.result));
  }

  /// Kernels that have other code.
  static std::vector<KernelCode> changedKernels(const Judged& before, const Judged& after) {
    std::vector<KernelCode> changed;
    std::ranges::copy_if(after.kernels, std::back_inserter(changed),
                         [&](const KernelCode& one) { return std::ranges::find(before.kernels, one) == before.kernels.end(); });
    return changed;
  }

  /// What the edits change is the same, and other kernels may have changed too, as where a function is called by several.
  static bool isSameWhereChanged(const Judged& judged, const Judged& wanted, const Judged& before) {
    return std::ranges::all_of(changedKernels(before, wanted),
                               [&](const KernelCode& one) { return std::ranges::find(judged.kernels, one) != judged.kernels.end(); });
  }

  /// The candidate of the same code, else the best of those that are as good. Nothing where there is none.
  Result<std::optional<std::size_t>> choose(const std::vector<std::vector<SourceRewrite>>& candidates, const Judged& wanted) {
    std::vector<CodeJudge::Texts> texts;
    for (const auto& candidate : candidates) texts.push_back(textsWith(candidate));
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts(texts, wanted.code, [&](const Judged& one) { return isSame(one, wanted); }));
    std::optional<std::size_t> best;
    const auto beatsBest = [&](std::size_t i) {
      if (!best) return true;
      const bool isExact = isSameWhereChanged(*judged[i], wanted, now_);
      if (isExact != isSameWhereChanged(*judged[*best], wanted, now_)) return isExact;
      return isBetter(judged[i]->result, candidates[i], judged[*best]->result, candidates[*best]);
    };
    for (std::size_t i = 0; i < judged.size(); ++i) {
      if (!judged[i]) continue;
      if (isSame(*judged[i], wanted)) return i;
      if (isAsGood(judged[i]->result, wanted.result) && beatsBest(i)) best = i;
    }
    if (!best) {
      GEVO_TRY(noteUseless(candidates, judged));
    }
    return best;
  }

  /// The rewrite as a change of the functions themselves.
  static Replacements inFunctions(const SourceRewrite& rewrite) {
    Replacements all(rewrite.replacements.begin(), rewrite.replacements.end() - static_cast<std::ptrdiff_t>(rewrite.copies.size()));
    for (Replacement& one : all) one.copy.clear();
    return all;
  }

  /// None of the candidates was left out.
  Result<void> noteUseless(const std::vector<std::vector<SourceRewrite>>& candidates, const std::vector<std::optional<Judged>>& judged) {
    GEVO_TRY_ASSIGN(const auto without, judge_.texts({textsWith({})}, std::nullopt, {}));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].size() != 1 || !candidates[i].front().copies.empty()) continue;
      const bool isUseless = !judged[i] || (without.front() && judged[i]->code == without.front()->code);
      if (isUseless) useless_.insert(inFunctions(candidates[i].front()));
    }
    return {};
  }
  bool isUseless(const SourceRewrite& rewrite) const { return useless_.contains(inFunctions(rewrite)); }

  /// The first group that has one: a change of a function that others call too is less to read than a copy of it.
  Result<void> writeAs(std::initializer_list<std::size_t> edits, const std::vector<std::vector<std::vector<SourceRewrite>>>& groups,
                       const Judged& wanted) {
    for (auto candidates : groups) {
      // What a function is no better for, no copy of it is.
      std::erase_if(candidates, [&](const auto& some) {
        return std::ranges::any_of(some, [&](const SourceRewrite& one) { return !one.copies.empty() && isUseless(one); });
      });
      GEVO_TRY_ASSIGN(const auto chosen, choose(candidates, wanted));
      if (!chosen) continue;
      accept(edits, wanted);
      rewrites_.insert(rewrites_.end(), candidates[*chosen].begin(), candidates[*chosen].end());
      steps_.push_back({edits, candidates[*chosen]});
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

  /// A change of a function has done it at another call of it too. `others`: edits that the texts say.
  Result<bool> isThereBeside(std::vector<bool> others, std::size_t edit, const CodeJudge::Texts& texts) {
    GEVO_TRY_ASSIGN(const Judged before, judge_.edits(some(others)));
    others[edit] = true;
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(some(others)));
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts({texts}, std::nullopt, {}));
    return judged.front() && isAsGood(judged.front()->result, wanted.result) && isSameWhereChanged(*judged.front(), wanted, before);
  }

  /// Others have done it, in another way, or it only mattered without them.
  Result<void> noteIfWorthless(std::size_t edit) {
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({edit})));
    GEVO_TRY_ASSIGN(const auto judged, judge_.texts({textsWith({})}, std::nullopt, {}));
    const bool isAsFast = judged.front() && isAsGood(judged.front()->result, wanted.result) &&
                          judged.front()->result.fitness.runtime <= wanted.result.fitness.runtime * costOfLeavingOut;
    if (isAsFast) outcome_[edit].is = EditInPatch::Nothing;
    return {};
  }

  Result<void> writeOne(std::size_t edit) {
    judge_.doing(fmt::format("writing edit {} of {} in CUDA", edit + 1, edits_.size()));
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({edit})));
    if (wanted.code == now_.code) {
      written_[edit] = true;
      outcome_[edit].is = EditInPatch::Nothing;
      return {};
    }
    if (!steps_.empty()) {
      GEVO_TRY_ASSIGN(const bool isThere, isThereBeside(written_, edit, textsWith({})));
      if (isThere) {
        foundThere_.insert(edit);
        accept({edit}, wanted);
        return {};
      }
    }
    changed_[edit] = changedKernels(now_, wanted);
    std::vector<std::vector<std::vector<SourceRewrite>>> groups;
    for (const Functions functions : {Functions::Shared, Functions::Copied}) {
      auto& candidates = groups.emplace_back();
      for (const SourceRewrite& rewrite : candidatesFor(edit, functions)) candidates.push_back({rewrite});
    }
    return writeAs({edit}, groups, wanted);
  }

  Result<void> writePair(std::size_t one, std::size_t other) {
    judge_.doing(fmt::format("writing edits {} and {} of {} together", one + 1, other + 1, edits_.size()));
    GEVO_TRY_ASSIGN(const Judged wanted, judge_.edits(writtenWith({one, other})));
    if (!wanted.result.valid()) return {};
    if (now_.result.valid() && wanted.result.fitness.runtime * costOfLeavingOut >= now_.result.fitness.runtime) return {};
    // In different kernels they have nothing to do with each other, but a change of a function may do both.
    const bool meet = std::ranges::any_of(changed_[one], [&](const KernelCode& kernel) {
      return std::ranges::find(changed_[other], kernel.kernel, &KernelCode::kernel) != changed_[other].end();
    });
    std::vector<std::vector<std::vector<SourceRewrite>>> groups;
    for (const Functions functions : {Functions::Shared, Functions::Copied}) {
      auto first = candidatesFor(one, functions);
      auto second = candidatesFor(other, functions);
      // What is no part of such a function goes with what is.
      if (first.empty() && !second.empty()) first = candidatesFor(one, Functions::Shared);
      if (second.empty() && !first.empty()) second = candidatesFor(other, Functions::Shared);
      for (auto* list : {&first, &second}) std::erase_if(*list, [&](const SourceRewrite& rewrite) { return isUseless(rewrite); });
      first.resize(std::min(first.size(), pairedCandidates));
      second.resize(std::min(second.size(), pairedCandidates));
      auto& candidates = groups.emplace_back();
      for (const SourceRewrite& a : first)
        for (const SourceRewrite& b : second)
          if (meet && canBeCombined(a, b)) candidates.push_back({a, b});
      // One of them may say it all.
      for (const auto* list : {&first, &second})
        for (const SourceRewrite& alone : *list) candidates.push_back({alone});
    }
    return writeAs({one, other}, groups, wanted);
  }

  void accept(std::initializer_list<std::size_t> edits, const Judged& wanted) {
    for (const std::size_t edit : edits) {
      written_[edit] = true;
      outcome_[edit].is = EditInPatch::Written;
    }
    now_ = wanted;
    useless_.clear();
  }

  CodeJudge& judge_;
  EditList edits_;
  double originalRuntime_ = 0;
  FoundRewrites candidates_;
  std::vector<bool> written_; ///< the sources say it
  std::vector<PatchedEdit> outcome_;
  std::vector<SourceRewrite> rewrites_;
  std::vector<Step> steps_;
  std::set<std::size_t> foundThere_;             ///< edits that earlier steps had done when their turn came
  Judged now_;                                   ///< the edits that are written
  std::vector<std::vector<KernelCode>> changed_; ///< by edit: kernels that it changes
  std::set<Replacements> useless_;               ///< they don't compile, or change nothing beside what is written
};

/// All that was written, else without the step that spoils it, else the best step alone: held-out inputs may show what the tests don't. Of
/// several that pass them the fastest is taken, so they have chosen a little there.
Result<void> prove(CodeJudge& judge, Search& search, const EditList& variant, const std::vector<TestCase>& heldOut, SourcePatch& patch) {
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
    if (best.state != PatchState::Illustration) {
      best.reason.clear();
      GEVO_TRY(search.lookAgain(best));
    }
    patch = std::move(best);
  }
  return {};
}

} // namespace

Result<void> writePatch(CodeJudge& judge, const EditList& edits, const EditList& variant, const std::vector<TestCase>& heldOut,
                        SourcePatch& patch) {
  Search search(judge, edits, patch.originalRuntime);
  judge.doing("testing the variant");
  GEVO_TRY_ASSIGN(const Judged wanted, judge.validate(variant, heldOut));
  const auto failed = std::ranges::find_if(wanted.report.tests, [](const TestReport& test) { return !test.result.valid(); });
  if (failed != wanted.report.tests.end()) {
    search.fill(patch, {});
    patch.reason =
        fmt::format("the variant itself fails the {} \"{}\": {}", roleName(failed->role), failed->arguments, failed->result.message);
    return {};
  }
  GEVO_TRY(search.run());
  if (search.steps() == 0) {
    search.fill(patch, {});
    patch.reason = "no change of the sources that was tried compiles to what the edits do";
    return {};
  }
  judge.doing("testing the patched sources");
  return prove(judge, search, variant, heldOut, patch);
}

} // namespace gevo
