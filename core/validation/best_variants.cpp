#include "core/validation/best_variants.h"

#include "core/base/elapsed.h"
#include "core/reduction/minimise_variant.h"
#include "core/validation/repair.h"

#include <algorithm>

namespace gevo {

Result<std::optional<std::int64_t>> bestVariant(const Store& store, const RunInfo& run, const BestCriterion& criterion) {
  GEVO_TRY_ASSIGN(const std::vector<std::int64_t> knownFailures, store.knownFailures(run.id));
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> validations, store.validations(run.id));
  // Where nothing failed the fastest is on the front of time and error, which is quickly read.
  const bool noneFailed = std::ranges::all_of(validations, [&](const ValidationRow& row) { return answers(row, criterion); });
  const EvaluationSettings& settings = run.settings.evaluation;
  const bool hasErrors = std::ranges::find(settings.objectives, Objective::Error) != settings.objectives.end();
  const bool isOnFront =
      knownFailures.empty() && noneFailed && criterion.least == Objective::Time && hasErrors && !measuresEnergy(settings);
  GEVO_TRY_ASSIGN(std::vector<VariantRow> variants, isOnFront ? store.frontVariants(run.id) : store.variants(run.id));
  std::ranges::sort(variants, {}, &VariantRow::id);
  GEVO_TRY_ASSIGN(const std::vector<VariantRow> derived, store.derivedVariants(run.id));
  const VariantRow* best = bestVariant(Candidates{run, variants, derived, validations, knownFailures}, criterion);
  return best ? std::optional(best->id) : std::nullopt;
}

Result<std::optional<Individual>> bestIndividual(const Store& store, const RunInfo& run, const BestCriterion& criterion) {
  GEVO_TRY_ASSIGN(const std::optional<std::int64_t> best, bestVariant(store, run, criterion));
  if (!best) return std::nullopt;
  return store.individual(run.id, *best);
}

namespace {

/// The validations of earlier sessions on candidates that did not answer this criterion, in their order. Members of the front that are
/// slower than the best were no candidates.
Result<std::vector<ValidationRow>> earlierFailures(const Store& store, const RunInfo& run, const BestCriterion& criterion) {
  GEVO_TRY_ASSIGN(const std::optional<Individual> best, bestIndividual(store, run, criterion));
  const double slowest = best && criterion.least == Objective::Time ? best->result.fitness.runtime : unknown;
  GEVO_TRY_ASSIGN(std::vector<ValidationRow> rows, store.validations(run.id));
  std::vector<ValidationRow> failed;
  for (const ValidationRow& row : rows) {
    if (answers(row, criterion)) continue;
    GEVO_TRY_ASSIGN(const Individual individual, store.individual(run.id, row.variant));
    const Fitness& fitness = individual.result.fitness;
    if (fitness.error <= criterion.error && !(fitness.runtime > slowest)) failed.push_back(row);
  }
  std::ranges::sort(failed, {}, &ValidationRow::candidate);
  return failed;
}

/// What comes after a candidate that failed, in the file.
class Successors {
public:
  Successors(Store& store, const RunInfo& run, Validator& validator, const JobOptions& settings, BestReport& report)
      : store_(store), run_(run), validator_(validator), settings_(settings), report_(report) {}

  /// What is left of it without the edits that do nothing on the tests; where that is all of it, without those that the held-out tests
  /// found wrong. On those that it was made for the latter passes, so other inputs have to be there first. False when it was cancelled.
  Result<bool> add(const Individual& failed, const ValidationRow& failure, AtFullSize size) {
    if (!isDerived(failed.id)) {
      const Result<bool> added = keep(minimiseVariant(store_, run_, failed, settings_), failed, "matter on the tests");
      if (!added) return added;
      if (*added || validator_.cancelled()) return !validator_.cancelled();
    }
    // Repair looks for edits that fail; those of a variant that passed, but not as exactly as on the tests, don't.
    if (!failure.passed && activeEditCount(failed) > 1 && haveUnfailedInputs()) {
      const Result<bool> added = keep(repairVariant(store_, run_, failed, failure, validator_, settings_, size), failed,
                                      size == AtFullSize::Yes ? "pass at full size" : "pass the held-out tests that it failed");
      if (!added) return added;
    }
    return !validator_.cancelled();
  }

private:
  /// Held-out inputs on which nobody failed are in the file, recorded now if need be.
  bool haveUnfailedInputs() {
    const Result<std::vector<HeldOutSet>> sets = store_.heldOutSets();
    const Result<HeldOutUses> uses = heldOutUses(store_);
    if (!sets || !uses) return false;
    const auto isUnfailed = [&](const HeldOutSet& set) {
      const auto use = uses->find(set.arguments);
      return use == uses->end() || !use->second.failed;
    };
    if (std::ranges::any_of(*sets, isUnfailed)) return true;
    const Result<std::vector<TestCase>> fresh = validator_.freshInputs();
    return fresh && store_.addHeldOutSet(*fresh);
  }
  /// False: there was nothing, or it could not be found out, which is noted.
  Result<bool> keep(const Result<std::optional<Individual>>& rest, const Individual& of, const char* why) {
    if (!rest && !validator_.cancelled()) report_.notes.push_back(rest.error().message);
    if (!rest || !*rest) return false;
    GEVO_TRY_ASSIGN(const std::int64_t id, store_.addDerived(run_.id, **rest));
    report_.notes.push_back(fmt::format("variant {} is variant {} with the {} of its {} edits that {}", variantName(id), variantName(of.id),
                                        (*rest)->edits.size(), activeEditCount(of), why));
    return true;
  }

  Store& store_;
  const RunInfo& run_;
  Validator& validator_;
  const JobOptions& settings_;
  BestReport& report_;
};

/// Variants that passed, on fresh inputs.
class Tries {
public:
  Tries(Store& store, const RunInfo& run, Validator& validator, const JobOptions& settings, const FreshInputs& inputs, BestReport& report)
      : store_(store), run_(run), validator_(validator), settings_(settings), inputs_(inputs), report_(report), done_(inputs.done) {}

  /// The result that rules the variant out; nothing where there is none, or it could not be found out, which is noted.
  Result<std::optional<ValidationRow>> ruleOut(const Individual& variant, const BestCriterion& criterion) {
    std::optional<ValidationRow> against;
    if (inputs_.count == 0) return against;
    GEVO_TRY_ASSIGN(const Project project, store_.project());
    if (fuzzLines(project.build).empty() || !done_.insert(variant.id).second) return against;
    FuzzSettings how;
    how.inputs = inputs_.count;
    how.seconds = inputs_.seconds - seconds_;
    how.error = criterion.error;
    how.keep = [&](const ValidationResult& found) {
      if (!against || !found.row.passed) against = found.row;
      return keepValidation(store_, run_.id, found);
    };
    const auto begin = std::chrono::steady_clock::now();
    Result<FuzzReport> tried = fuzzVariant(store_, run_, variant, validator_, settings_, how);
    seconds_ += secondsSince(begin);
    if (tried)
      report_.tried.push_back({variant.id, std::move(*tried)});
    else if (!validator_.cancelled())
      report_.notes.push_back(fmt::format("variant {} was not tried on fresh inputs: {}", variantName(variant.id), tried.error().message));
    return against;
  }

private:
  Store& store_;
  const RunInfo& run_;
  Validator& validator_;
  const JobOptions& settings_;
  const FreshInputs& inputs_;
  BestReport& report_;
  std::set<std::int64_t> done_;
  double seconds_ = 0;
};

/// One criterion until a candidate passes. False when no more is to be asked.
Result<bool> answer(Store& store, const RunInfo& run, Validator& validator, const JobOptions& settings, const BestCriterion& criterion,
                    Tries& tries, BestReport& report) {
  GEVO_TRY_ASSIGN(std::vector<ValidationRow> validated, earlierFailures(store, run, criterion));
  std::size_t failures = 0; // of this time: a run that went on since then has another best
  bool goesOn = true;
  while (true) {
    GEVO_TRY_ASSIGN(const std::optional<Individual> candidate, bestIndividual(store, run, criterion));
    if (!candidate) break;
    GEVO_TRY_ASSIGN(const std::vector<ValidationRow> rows, store.validations(run.id));
    AtFullSize repairSize = AtFullSize::No;
    const ValidationRow* const known = validationOf(rows, candidate->id); // passed: what failed is ruled out
    if (!known && failures == candidateLimit) {
      report.notes.push_back(fmt::format("{} candidates failed, and no more were validated", failures));
      break;
    }
    if (known) {
      validated.push_back(*known);
    } else {
      const Result<ValidationResult> validation = validator.validate(*candidate, HeldOutChoice::Unused);
      if (!validation) {
        report.complete = false;
        if (!validator.cancelled()) report.notes.push_back(validation.error().message);
        if (!validated.empty()) report.validations.push_back({criterion, std::move(validated)});
        return false;
      }
      GEVO_TRY(keepValidation(store, run.id, *validation));
      validated.push_back(validation->row);
      if (validation->failedInFull()) repairSize = AtFullSize::Yes;
    }
    std::optional<ValidationRow> against;
    if (!answers(validated.back(), criterion)) {
      against = validated.back();
    } else {
      GEVO_TRY_ASSIGN(against, tries.ruleOut(*candidate, criterion));
      if (against) validated.push_back(*against);
    }
    if (!against) break;
    if (++failures == candidateLimit) continue;
    GEVO_TRY_ASSIGN(const bool added, Successors(store, run, validator, settings, report).add(*candidate, *against, repairSize));
    goesOn = added;
    if (!goesOn) break;
  }
  if (!validated.empty()) report.validations.push_back({criterion, std::move(validated)});
  return goesOn;
}

} // namespace

Result<BestReport> validateBest(Store& store, const RunInfo& run, Validator& validator, const JobOptions& settings,
                                const FreshInputs& inputs) {
  BestReport report;
  Tries tries(store, run, validator, settings, inputs, report);
  GEVO_TRY_ASSIGN(const std::vector<HeldOutSet> sets, store.heldOutSets());
  GEVO_TRY_ASSIGN(const Project project, store.project());
  if (sets.empty() && sampledWorkloads(project).empty()) {
    report.notes.emplace_back("nothing was validated: the file has no held-out tests; give some to gevo new with --heldout");
    return report;
  }
  for (const BestCriterion& criterion : criteriaOf(run.settings.evaluation)) {
    GEVO_TRY_ASSIGN(const bool goesOn, answer(store, run, validator, settings, criterion, tries, report));
    if (!goesOn) break;
  }
  report.cancelled = validator.cancelled();
  const std::vector<std::string> ofValidator = validator.notes();
  report.notes.insert(report.notes.begin(), ofValidator.begin(), ofValidator.end());
  return report;
}

} // namespace gevo
