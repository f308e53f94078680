#include "core/reduction/interaction_analysis.h"

#include "core/reduction/subset_evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gevo {

namespace {

/// Of a measurement that was made too few times for an interval, as a share of the runtime.
constexpr double halfWidthOfFew = 0.05;

SubsetOutcome outcomeOf(const EvaluationResult& result, const Fitness& original, bool isMeasured) {
  if (result.reason == Reason::NoOp) return {Reason::None, original.runtime};
  if (!result.valid()) return {result.reason};
  const double half = hasInterval(result.metrics) ? halfInterval(result.metrics) : isMeasured ? halfWidthOfFew : 0;
  return {Reason::None, result.fitness.runtime, half};
}

/// In terms of the whole list.
EditSet activeOf(const EditSet& set, const std::vector<bool>& active) {
  EditSet result = set;
  std::size_t next = 0;
  for (std::size_t edit = 0; edit < set.size(); ++edit)
    if (set[edit]) result[edit] = next >= active.size() || active[next++];
  return result == set ? EditSet() : result;
}

/// As minimising has it, but no less than what a change of the code's layout may make.
double usualThreshold(const Individual& variant, const Fitness& original) {
  constexpr double least = 0.0005;
  return std::max(least, allowedLoss(original.runtime, variant.result.fitness.runtime));
}

/// Evaluates the subsets of a variant's edits.
EvaluateSubsets evaluatorOf(SubsetEvaluator& evaluator, const Individual& variant) {
  return [&](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
    std::vector<EditList> lists;
    std::vector<std::size_t> places;
    std::vector<SubsetOutcome> outcomes(sets.size(), {Reason::None, evaluator.original().runtime});
    for (std::size_t i = 0; i < sets.size(); ++i) {
      EditList edits = chosenEdits(variant.edits, sets[i]);
      if (edits.empty()) continue; // the original
      lists.push_back(std::move(edits));
      places.push_back(i);
    }
    const auto doing = [&] {
      return fmt::format("interactions of variant {}: {} subsets of its {} edits", variantName(variant.id), evaluator.asked(),
                         variant.edits.size());
    };
    GEVO_TRY_ASSIGN(const std::vector<EvaluateReply> replies, evaluator.evaluateAll(lists, doing));
    for (std::size_t i = 0; i < replies.size(); ++i) {
      SubsetOutcome& outcome = outcomes[places[i]];
      outcome = outcomeOf(replies[i].result, evaluator.original(), evaluator.isMeasured());
      outcome.active = activeOf(sets[places[i]], replies[i].active);
    }
    return outcomes;
  };
}

/// Null where the file can't be written, or is that of an older writer.
std::unique_ptr<SubsetResults> resultsOf(const Store& store, SubsetResults::Access access) {
  Result<std::unique_ptr<SubsetResults>> results = SubsetResults::open(store.path(), access);
  return results ? std::move(*results) : nullptr;
}

/// From results in the file alone.
Result<Interactions> findKnown(const SubsetResults& results, const RunInfo& run, const Individual& variant, const Individual& original,
                               const AnalysisOptions& options) {
  const bool isMeasured = isMeasuredIn(run, original);
  const EvaluateSubsets find = [&](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
    std::vector<SubsetOutcome> outcomes;
    for (const EditSet& set : sets) {
      const EditList edits = chosenEdits(variant.edits, set);
      outcomes.push_back({Reason::None, original.result.fitness.runtime});
      if (edits.empty()) continue;
      GEVO_TRY_ASSIGN(const std::optional<SubsetResult> known, results.find(run.id, edits));
      if (!known) return fail("not all subsets of the edits are known; run gevo analyze again");
      outcomes.back() = outcomeOf(known->result, original.result.fitness, isMeasured);
      outcomes.back().active = activeOf(set, known->active);
    }
    return outcomes;
  };
  return findInteractions(variant.edits.size(), {options.tolerance, options.leastGain, options.maxEvaluations}, find);
}

} // namespace

std::vector<double> sharesOf(const Interactions& found) {
  std::vector<double> shares;
  for (const EditInteraction& edit : found.edits)
    shares.push_back(edit.without.fails() ? std::numeric_limits<double>::infinity() : edit.without.runtime / found.whole.runtime - 1);
  return shares;
}

Result<InteractionAnalysis> analyseInteractions(const Store& store, const RunInfo& run, const Individual& variant,
                                                const InteractionSettings& interactions, const JobOptions& settings) {
  if (!variant.result.valid()) return fail("variant {} did not pass its tests; give one that did", variantName(variant.id));
  if (activeEditCount(variant) == 0) return fail("variant {} has no edit that does anything; give another one", variantName(variant.id));
  const std::unique_ptr<SubsetResults> results = resultsOf(store, SubsetResults::Access::Write);
  GEVO_TRY_ASSIGN(SubsetEvaluator evaluator, SubsetEvaluator::start(store, run, settings, interactions.workers, results.get()));
  InteractionAnalysis found;
  GEVO_TRY_ASSIGN(found.analysis, minimised(evaluator, variant));
  const Individual& left = found.analysis.variant;
  const double usual = usualThreshold(left, evaluator.original());
  const InteractionOptions options{interactions.tolerance.value_or(usual), interactions.leastGain.value_or(usual),
                                   interactions.maxEvaluations};
  GEVO_TRY_ASSIGN(found.interactions, findInteractions(left.edits.size(), options, evaluatorOf(evaluator, left)));
  found.analysis.shares = sharesOf(found.interactions);
  return found;
}

Result<void> keepAnalysis(const std::filesystem::path& file, const RunInfo& run, InteractionAnalysis& found) {
  Individual& variant = found.analysis.variant;
  if (found.analysis.smaller) {
    variant.id = variant.parent;
    GEVO_TRY_ASSIGN(const std::unique_ptr<Store> store, Store::open(file, Store::Access::Annotate));
    GEVO_TRY_ASSIGN(variant.id, store->addDerived(run.id, variant));
  }
  const InteractionOptions& options = found.interactions.options;
  GEVO_TRY_ASSIGN(const std::unique_ptr<SubsetResults> results, SubsetResults::open(file, SubsetResults::Access::Write));
  return results->setAnalysis(run.id, variant.id, {options.tolerance, options.leastGain, options.maxEvaluations});
}

Result<std::optional<KnownInteractions>> knownInteractions(const Store& store, const RunInfo& run, const Individual& variant) {
  GEVO_TRY_ASSIGN(const std::unique_ptr<SubsetResults> results, SubsetResults::open(store.path(), SubsetResults::Access::Read));
  GEVO_TRY_ASSIGN(const Individual original, store.individual(run.id, 0));
  std::vector<std::int64_t> candidates{variant.id};
  GEVO_TRY_ASSIGN(const std::vector<VariantRow> derived, store.derivedVariants(run.id));
  for (auto row = derived.rbegin(); row != derived.rend(); ++row)
    if (row->parent == variant.id) candidates.push_back(row->id);
  for (const std::int64_t id : candidates) {
    GEVO_TRY_ASSIGN(const std::optional<AnalysisOptions> options, results->analysis(run.id, id));
    if (!options) continue;
    KnownInteractions known;
    GEVO_TRY_ASSIGN(known.variant, store.individual(run.id, id));
    if (!isDerived(id)) { // as it was analysed
      known.variant.edits = activeEdits(known.variant);
      known.variant.active.assign(known.variant.edits.size(), true);
    }
    Result<Interactions> found = findKnown(*results, run, known.variant, original, *options);
    if (!found) continue;
    known.interactions = *std::move(found);
    return known;
  }
  return std::nullopt;
}

} // namespace gevo
