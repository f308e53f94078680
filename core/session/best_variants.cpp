#include "core/session/best_variants.h"

#include <algorithm>
#include <tuple>

namespace gevo {

std::vector<Question> questionsOf(const EvaluationSettings& settings) {
  std::vector<Question> questions{{0}};
  if (settings.mode == Mode::TradeOff) questions.push_back({settings.tolerance});
  return questions;
}

namespace {

EditList sortedEdits(const Individual& individual) {
  EditList edits = activeEdits(individual);
  std::ranges::sort(edits);
  return edits;
}

} // namespace

Result<Candidates> Candidates::read(const Store& store, const RunInfo& run, const Question& question) {
  Candidates candidates(store, run.id);
  Result<std::vector<VariantRow>> rows = store.variants(run.id);
  if (!rows) return std::unexpected(rows.error());
  std::erase_if(*rows,
                [&](const VariantRow& row) { return row.id == 0 || row.error > question.error || row.runtime >= run.originalRuntime; });
  std::ranges::sort(*rows, {}, [](const VariantRow& row) { return std::tuple(row.runtime, row.error, row.edits - row.inactive, row.id); });
  candidates.rows_ = std::move(*rows);

  const Result<std::vector<ValidationRow>> validations = store.validations(run.id);
  if (!validations) return std::unexpected(validations.error());
  for (const ValidationRow& validation : *validations) {
    if (validation.passed) continue;
    const Result<Individual> failed = store.individual(run.id, validation.variant);
    if (!failed) return std::unexpected(failed.error());
    candidates.ruleOut(*failed);
  }
  return candidates;
}

void Candidates::ruleOut(const Individual& failed) {
  if (failed.edits.empty()) return; // the original: each variant has all of its edits
  failedEdits_.push_back(sortedEdits(failed));
  failedCodes_.push_back(failed.outcome.code);
}

bool Candidates::isOut(const VariantRow& row, const Individual& individual) const {
  if (std::ranges::find(failedCodes_, row.code) != failedCodes_.end()) return true;
  const EditList edits = sortedEdits(individual);
  return std::ranges::any_of(failedEdits_, [&](const EditList& failed) { return std::ranges::includes(edits, failed); });
}

Result<std::optional<Individual>> Candidates::next() {
  for (; at_ < rows_.size(); ++at_) {
    Result<Individual> individual = store_->individual(run_, rows_[at_].id);
    if (!individual) return std::unexpected(individual.error());
    const bool passedAllTests = individual->outcome.stage == Stage::Done;
    if (passedAllTests && !isOut(rows_[at_], *individual)) return std::move(*individual);
  }
  return std::nullopt;
}

Result<std::optional<std::int64_t>> bestVariant(const Store& store, const RunInfo& run, const Question& question) {
  Result<Candidates> candidates = Candidates::read(store, run, question);
  if (!candidates) return std::unexpected(candidates.error());
  const Result<std::optional<Individual>> best = candidates->next();
  if (!best) return std::unexpected(best.error());
  return *best ? std::optional((*best)->id) : std::nullopt;
}

namespace {

/// The verdicts of earlier sessions on candidates for this question, in their order.
Result<std::vector<ValidationRow>> earlierVerdicts(const Store& store, const RunInfo& run, const Question& question) {
  Result<std::vector<ValidationRow>> rows = store.validations(run.id);
  if (!rows) return std::unexpected(rows.error());
  std::vector<ValidationRow> failed;
  for (const ValidationRow& row : *rows) {
    if (row.passed) continue;
    const Result<Individual> individual = store.individual(run.id, row.variant);
    if (!individual) return std::unexpected(individual.error());
    if (individual->outcome.fitness.error <= question.error) failed.push_back(row);
  }
  std::ranges::sort(failed, {}, &ValidationRow::candidate);
  return failed;
}

/// One question until a candidate passes. False when no more is to be asked.
Result<bool> answer(Store& store, const RunInfo& run, Validator& validator, const Question& question, BestReport& report) {
  Result<Candidates> candidates = Candidates::read(store, run, question);
  if (!candidates) return std::unexpected(candidates.error());
  Result<std::vector<ValidationRow>> judged = earlierVerdicts(store, run, question);
  if (!judged) return std::unexpected(judged.error());
  std::size_t failures = 0; // of this time: a run that went on since then has another best
  while (true) {
    Result<std::optional<Individual>> candidate = candidates->next();
    if (!candidate) return std::unexpected(candidate.error());
    if (!*candidate) break;
    const Result<std::vector<ValidationRow>> rows = store.validations(run.id);
    if (!rows) return std::unexpected(rows.error());
    if (const ValidationRow* known = verdictOn(*rows, (*candidate)->id)) { // passed: what failed is ruled out
      judged->push_back(*known);
      break;
    }
    if (failures == candidateLimit) {
      report.notes.push_back(fmt::format("{} candidates failed, and no more were tried", failures));
      break;
    }
    const Result<Verdict> verdict = validator.judge(**candidate, HeldOutChoice::Unused);
    if (!verdict) {
      if (!validator.cancelled()) report.notes.push_back(verdict.error().message);
      if (!judged->empty()) report.answers.push_back({question, std::move(*judged)});
      return false;
    }
    if (const Result<void> kept = keepVerdict(store, run.id, *verdict); !kept) return std::unexpected(kept.error());
    judged->push_back(verdict->row);
    if (verdict->row.passed) break;
    candidates->ruleOut(**candidate);
    ++failures;
  }
  if (!judged->empty()) report.answers.push_back({question, std::move(*judged)});
  return true;
}

} // namespace

Result<BestReport> validateBest(Store& store, const RunInfo& run, const ValidationSettings& settings) {
  BestReport report;
  const Result<std::vector<HeldOutSet>> sets = store.heldOutSets();
  if (!sets) return std::unexpected(sets.error());
  if (sets->empty()) {
    report.notes.emplace_back("nothing was validated: the file has no held-out tests; give some to gevo new with --heldout");
    return report;
  }
  Validator validator(store, run, settings);
  for (const Question& question : questionsOf(run.settings.evaluation)) {
    const Result<bool> goesOn = answer(store, run, validator, question, report);
    if (!goesOn) return std::unexpected(goesOn.error());
    if (!*goesOn) break;
  }
  report.cancelled = validator.cancelled();
  report.notes.insert(report.notes.begin(), validator.notes().begin(), validator.notes().end());
  return report;
}

} // namespace gevo
