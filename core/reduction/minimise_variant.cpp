#include "core/reduction/minimise_variant.h"

#include "core/protocol/evaluate.h"
#include "core/reduction/subset_evaluator.h"

#include <algorithm>

namespace gevo {

namespace {

Result<std::optional<Individual>> minimise(SubsetEvaluator& evaluator, const Individual& variant, double shareOfGain = 0.1) {
  const EditList edits = activeEdits(variant);
  const Fitness& whole = variant.result.fitness;
  Minimiser minimiser(edits.size(), whole, allowedLoss(evaluator.original().runtime, whole.runtime, shareOfGain));
  Individual smaller;
  while (const std::optional<Minimiser::Subset> subset = minimiser.next()) {
    GEVO_TRY_ASSIGN(EvaluateReply reply, evaluator.evaluate(chosenEdits(edits, *subset),
                                                            fmt::format("minimising variant {}, {} of {} edits left",
                                                                        variantName(variant.id), minimiser.keptCount(), edits.size())));
    minimiser.take(reply.result, evaluator.original());
    if (minimiser.kept() != *subset) continue;
    smaller.active = std::move(reply.active);
    smaller.result = std::move(reply.result);
  }
  smaller.edits = chosenEdits(edits, minimiser.kept());
  if (smaller.edits.empty() || smaller.edits.size() == edits.size()) return std::nullopt;
  smaller.origin = Origin::Derived;
  smaller.parent = variant.id;
  smaller.generation = variant.generation;
  return smaller;
}

} // namespace

Result<std::optional<Individual>> minimiseVariant(const Store& store, const RunInfo& run, const Individual& variant,
                                                  const JobOptions& settings, double shareOfGain) {
  if (activeEditCount(variant) < 2) return std::nullopt;
  GEVO_TRY_ASSIGN(SubsetEvaluator evaluator, SubsetEvaluator::start(store, run, settings));
  return minimise(evaluator, variant, shareOfGain);
}

Result<Analysis> minimised(SubsetEvaluator& evaluator, const Individual& variant) {
  GEVO_TRY_ASSIGN(std::optional<Individual> smaller, minimise(evaluator, variant));
  Analysis analysis;
  analysis.smaller = smaller.has_value();
  if (smaller) {
    analysis.variant = std::move(*smaller);
  } else {
    analysis.variant = variant;
    analysis.variant.edits = activeEdits(variant);
    analysis.variant.active.assign(analysis.variant.edits.size(), true);
  }
  return analysis;
}

Result<Analysis> analyse(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(SubsetEvaluator evaluator, SubsetEvaluator::start(store, run, settings));
  GEVO_TRY_ASSIGN(Analysis analysis, minimised(evaluator, variant));
  const EditList& edits = analysis.variant.edits;
  for (std::size_t i = 0; i < edits.size(); ++i) {
    Minimiser::Subset others(edits.size(), true);
    others[i] = false;
    GEVO_TRY_ASSIGN(const EvaluateReply reply,
                    evaluator.evaluate(chosenEdits(edits, others), fmt::format("minimising variant {}, share of edit {} of {}",
                                                                               variantName(variant.id), i + 1, edits.size())));
    const bool same = reply.result.reason == Reason::NoOp;
    const double without = same ? evaluator.original().runtime : reply.result.fitness.runtime;
    analysis.shares.push_back(same || reply.result.valid() ? without / analysis.variant.result.fitness.runtime - 1
                                                           : std::numeric_limits<double>::infinity());
  }
  return analysis;
}

} // namespace gevo
