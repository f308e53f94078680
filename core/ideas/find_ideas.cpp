#include "core/ideas/find_ideas.h"

#include "core/inspection/pool_variant_worker.h"
#include "core/reduction/interaction_analysis.h"
#include "core/validation/best_variants.h"

#include <algorithm>
#include <cmath>

namespace gevo {

namespace {

/// The edits of a variant that matter, and what each is worth.
struct Worth {
  EditList edits;
  std::vector<double> shares; ///< as Analysis has them
};

/// Nothing where no such variant passed held-out tests.
Result<std::optional<Individual>> validatedBest(const Store& store, const RunInfo& run) {
  const BestCriterion exact{0};
  GEVO_TRY_ASSIGN(std::optional<Individual> best, bestIndividual(store, run, exact));
  if (!best) return best;
  GEVO_TRY_ASSIGN(const std::vector<ValidationRow> validations, store.validations(run.id));
  const bool passed = std::ranges::any_of(
      validations, [&](const ValidationRow& validation) { return validation.variant == best->id && answers(validation, exact); });
  return passed ? best : std::nullopt;
}

Result<Worth> worthOf(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  // A file that keeps no analyses has none of this variant.
  if (Result<std::optional<KnownInteractions>> known = knownInteractions(store, run, variant); known && *known)
    return Worth{std::move((*known)->variant.edits), sharesOf((*known)->interactions)};
  GEVO_TRY_ASSIGN(Analysis analysis, analyse(store, run, variant, settings));
  return Worth{std::move(analysis.variant.edits), std::move(analysis.shares)};
}

Result<PaidVariant> paidEdits(const Store& store, const RunInfo& run, const Individual& variant, const JobOptions& settings) {
  PaidVariant paid{run.id, variantName(variant.id), {}};
  if (activeEditCount(variant) == 0) return paid;
  GEVO_TRY_ASSIGN(const Worth worth, worthOf(store, run, variant, settings));
  const auto worker = makeViewWorker(store, run.settings.evaluation, settings.cancel, settings.workerProgram);
  GEVO_TRY_ASSIGN(const VariantTexts texts, worker->texts(worth.edits, false));
  for (std::size_t i = 0; i < worth.edits.size() && i < texts.edits.size() && i < worth.shares.size(); ++i) {
    const double gain = 1 + worth.shares[i];
    // Without it others fail: then it is not known what it is worth.
    if (!std::isfinite(gain) || gain <= leastGain || texts.edits[i].context.empty()) continue;
    paid.edits.push_back({texts.edits[i].context, gain});
  }
  return paid;
}

} // namespace

Result<FoundIdeas> findIdeas(const Store& store, const JobOptions& settings) {
  GEVO_TRY_ASSIGN(const Project project, store.project());
  GEVO_TRY_ASSIGN(const std::vector<RunInfo> runs, store.runs());
  if (runs.empty()) return fail("{} has no run yet; start one with: gevo run {}", store.path().string(), store.path().string());
  FoundIdeas found;
  found.program = {programKey(project), project.name, {}};
  for (const RunInfo& run : runs) {
    GEVO_TRY_ASSIGN(const std::optional<Individual> best, validatedBest(store, run));
    if (!best) {
      found.notes.push_back(
          fmt::format("run {} has no exact variant that is faster and passed held-out tests; gevo check validates one", run.id));
      continue;
    }
    GEVO_TRY_ASSIGN(PaidVariant paid, paidEdits(store, run, *best, settings));
    if (paid.edits.empty())
      found.notes.push_back(
          fmt::format("no edit of variant {} of run {} gains more than {:.1f} % alone", paid.variant, run.id, 100 * (leastGain - 1)));
    else
      found.program.variants.push_back(std::move(paid));
  }
  return found;
}

} // namespace gevo
