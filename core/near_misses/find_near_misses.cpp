#include "core/near_misses/find_near_misses.h"

#include "core/edit/configuration.h"
#include "core/near_misses/advice.h"
#include "core/near_misses/exact_cuda.h"
#include "core/near_misses/rejected_edits.h"
#include "core/near_misses/tolerant_trials.h"
#include "core/validation/best_variants.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo {

namespace {

/// Of a gain, that edits without one of them must keep.
constexpr double keptGain = 0.9;
/// Late failures that are listed.
constexpr std::size_t mostLate = 5;

EditList joined(const EditList& base, const EditList& more) {
  EditList all = base;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

class Search {
public:
  Search(const Store& store, const RunInfo& run, const NearMissOptions& options, const JobOptions& settings, TolerantTrials trials)
      : store_(store), run_(run), options_(options), settings_(settings), trials_(std::move(trials)) {}

  Result<NearMisses> find() {
    GEVO_TRY(chooseBase());
    GEVO_TRY_ASSIGN(Rejections rejections, rejectedEdits(store_, run_, settings_.cancel));
    found_.rejected = rejections.rejected;
    found_.untimed = rejections.untimed;
    found_.candidates = rejections.edits.size();
    if (rejections.edits.size() > options_.mostTried) rejections.edits.resize(options_.mostTried);
    found_.tried = rejections.edits.size();
    GEVO_TRY(tryOnBase(std::move(rejections.edits)));
    for (NearMiss& miss : misses_) GEVO_TRY(reduce(miss));
    joinSame();
    GEVO_TRY(tryOnOriginal());
    for (NearMiss& miss : misses_) {
      GEVO_TRY(describe(miss));
      miss.advice = adviceText(miss, run_.settings.evaluation);
    }
    found_.groups = grouped(std::move(misses_), options_.mostOfGroup);
    GEVO_TRY(writeInCuda());
    GEVO_TRY(findLate());
    return std::move(found_);
  }

private:
  Result<void> chooseBase() {
    GEVO_TRY_ASSIGN(const std::optional<std::int64_t> best, bestVariant(store_, run_, {0}));
    found_.base = best.value_or(0);
    GEVO_TRY_ASSIGN(const Individual base, store_.individual(run_.id, found_.base));
    base_ = activeEdits(base);
    found_.configuration = configurationOf(base_);
    baseRuntime_ = base.result.fitness.runtime;
    GEVO_TRY_ASSIGN(baseRun_, trials_.run(base_));
    if (!baseRun_.ended() || baseRun_.microseconds <= 0)
      return fail("variant {} can't be replayed on the simulated GPU: {}", variantName(found_.base), baseRun_.message);
    return {};
  }

  double gainOver(double before, const TolerantRun& run) const { return 1 - run.microseconds / before; }

  /// Faster, and not wrong by far.
  bool isNear(const TolerantTrial& trial, double before) const {
    const TolerantRun& run = trial.run;
    if (!trial.isKnown || !run.ended() || gainOver(before, run) < options_.leastGain) return false;
    if (run.results == Reason::None) return true;
    return run.results == Reason::WrongOutput && std::isfinite(run.error) && (!isShareMetric() || run.error <= mostError);
  }
  bool isShareMetric() const { return run_.settings.evaluation.metric != Metric::MaxAbsolute; }

  TolerantTrials::Doing doing(const char* what, std::size_t all) const {
    return [what, all](std::size_t done) { return fmt::format("{}, {} of {}", what, done, all); };
  }

  Result<void> tryOnBase(std::vector<RejectedEdits> candidates) {
    std::vector<EditList> lists;
    for (const RejectedEdits& one : candidates) lists.push_back(joined(base_, one.edits));
    GEVO_TRY_ASSIGN(const std::vector<TolerantTrial> trials,
                    trials_.tryAll(lists, doing("trying rejected edits on the best variant", lists.size())));
    for (std::size_t i = 0; i < trials.size(); ++i) {
      if (!isNear(trials[i], baseRun_.microseconds)) continue;
      NearMiss& miss = misses_.emplace_back();
      miss.edits = std::move(candidates[i].edits);
      miss.variants = std::move(candidates[i].variants);
      take(miss, trials[i]);
    }
    return {};
  }

  void take(NearMiss& miss, const TolerantTrial& trial) {
    miss.reason = trial.result.reason;
    miss.message = trial.result.message;
    miss.run = trial.run;
    miss.gain = gainOver(baseRun_.microseconds, trial.run);
    miss.code = trial.result.code;
  }

  /// Leaves out edits without which as much is gained in the same way.
  Result<void> reduce(NearMiss& miss) {
    for (std::size_t i = 0; i < miss.edits.size() && miss.edits.size() > 1;) {
      EditList fewer = miss.edits;
      fewer.erase(fewer.begin() + std::ptrdiff_t(i));
      GEVO_TRY_ASSIGN(const std::vector<TolerantTrial> trials, trials_.tryAll({joined(base_, fewer)}, doing("leaving out edits", 1)));
      const TolerantTrial& trial = trials.front();
      const bool isAsGood = isNear(trial, baseRun_.microseconds) && trial.result.reason == miss.reason &&
                            gainOver(baseRun_.microseconds, trial.run) >= keptGain * miss.gain;
      if (!isAsGood) {
        ++i;
        continue;
      }
      miss.edits = std::move(fewer);
      take(miss, trial);
    }
    return {};
  }

  /// Edits that make the same code of the base are one near miss, with the fewest of them.
  void joinSame() {
    std::map<Hash128, std::size_t> known;
    std::vector<NearMiss> different;
    for (std::size_t i = 0; i < misses_.size(); ++i) {
      const auto [place, isNew] = known.try_emplace(misses_[i].code, different.size());
      if (isNew) {
        different.push_back(std::move(misses_[i]));
        continue;
      }
      NearMiss& same = different[place->second];
      if (misses_[i].edits.size() < same.edits.size()) same.edits = std::move(misses_[i].edits);
      same.variants.insert(same.variants.end(), misses_[i].variants.begin(), misses_[i].variants.end());
      std::ranges::sort(same.variants);
      same.variants.erase(std::ranges::unique(same.variants).begin(), same.variants.end());
    }
    misses_ = std::move(different);
  }

  Result<void> tryOnOriginal() {
    std::vector<EditList> lists;
    for (const NearMiss& miss : misses_) lists.push_back(withConfiguration(miss.edits, found_.configuration));
    if (base_.empty()) {
      for (NearMiss& miss : misses_) miss.ofOriginal = miss.gain;
      return {};
    }
    GEVO_TRY_ASSIGN(const TolerantRun original, trials_.run(withConfiguration({}, found_.configuration)));
    GEVO_TRY_ASSIGN(const std::vector<TolerantTrial> trials, trials_.tryAll(lists, doing("trying them on the original", lists.size())));
    for (std::size_t i = 0; i < trials.size(); ++i)
      if (trials[i].isKnown && trials[i].run.ended() && trials[i].result.reason == misses_[i].reason)
        misses_[i].ofOriginal = gainOver(original.microseconds, trials[i].run);
    return {};
  }

  /// What can't be described has no words; that is no error of the others.
  Result<void> describe(NearMiss& miss) {
    if (settings_.cancel.stop_requested()) return fail("looking for near misses was cancelled");
    const Result<VariantTexts> texts = trials_.texts(joined(base_, miss.edits));
    if (!texts || texts->edits.size() < miss.edits.size()) return {};
    miss.words.assign(texts->edits.end() - std::ptrdiff_t(miss.edits.size()), texts->edits.end());
    for (const EditDescription& one : miss.words)
      if (miss.at.file.empty() && !one.target.empty()) miss.at = {one.target.front().file, one.target.front().line};
    return {};
  }

  /// Where nothing can be compiled, there is no CUDA.
  Result<void> writeInCuda() {
    std::vector<NearMiss*> chosen;
    for (NearMissGroup& group : found_.groups)
      for (NearMiss& miss : group.misses)
        if (chosen.size() < options_.mostInCuda && &miss == &group.misses.front() && miss.ofOriginal) chosen.push_back(&miss);
    if (chosen.empty()) return {};
    std::vector<EditList> lists;
    for (const NearMiss* miss : chosen) lists.push_back(miss->edits);
    Result<std::vector<ExactCuda>> cuda = exactCuda(store_, run_, found_.configuration, lists, settings_);
    if (!cuda && settings_.cancel.stop_requested()) return std::unexpected(cuda.error());
    if (!cuda) found_.noCuda = cuda.error().message;
    for (std::size_t i = 0; cuda && i < chosen.size(); ++i) chosen[i]->cuda = std::move((*cuda)[i]);
    return {};
  }

  Result<void> findLate() {
    GEVO_TRY_ASSIGN(const std::vector<ValidationRow> validations, store_.validations(run_.id));
    GEVO_TRY_ASSIGN(const std::vector<CounterexampleRow> counterexamples, store_.counterexamples(run_.id));
    const auto add = [&](std::int64_t id, std::string message, bool heldOut) -> Result<void> {
      GEVO_TRY_ASSIGN(const Individual individual, store_.individual(run_.id, id));
      const double gain = 1 - individual.result.fitness.runtime / baseRuntime_;
      const bool isKnown = std::ranges::find(found_.late, id, &LateFailure::variant) != found_.late.end();
      if (!isKnown && gain >= options_.leastGain) found_.late.push_back({id, gain, std::move(message), heldOut});
      return {};
    };
    for (const ValidationRow& row : validations)
      if (!row.passed) GEVO_TRY(add(row.variant, row.message, true));
    for (const CounterexampleRow& row : counterexamples)
      if (row.found.reason != Reason::None) GEVO_TRY(add(row.found.variant, row.found.message, false));
    std::ranges::stable_sort(found_.late, std::greater<>(), &LateFailure::gain);
    if (found_.late.size() > mostLate) found_.late.resize(mostLate);
    return {};
  }

  const Store& store_;
  const RunInfo& run_;
  const NearMissOptions& options_;
  const JobOptions& settings_;
  TolerantTrials trials_;
  EditList base_;
  double baseRuntime_ = 0; ///< microseconds, as it was evaluated
  TolerantRun baseRun_;
  std::vector<NearMiss> misses_;
  NearMisses found_;
};

} // namespace

Result<NearMisses> findNearMisses(const Store& store, const RunInfo& run, const NearMissOptions& options, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(TolerantTrials trials, TolerantTrials::start(store, run, settings));
  return Search(store, run, options, settings, std::move(trials)).find();
}

} // namespace gevo
