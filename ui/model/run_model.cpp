#include "ui/model/run_model.h"

#include "core/validation/candidates.h"
#include "core/validation/validation.h"

#include <algorithm>

namespace gevo::ui {

const VariantRow* RunModel::variant(std::int64_t id) const {
  const std::vector<VariantRow>& rows = isDerived(id) ? derived_ : variants_;
  const auto found = std::ranges::lower_bound(rows, id, {}, &VariantRow::id);
  return found != rows.end() && found->id == id ? &*found : nullptr;
}

const VariantRow* RunModel::variantOrUnderWay(std::int64_t id) const {
  const VariantRow* row = variant(id);
  return row ? row : evaluationUnderWay(id);
}

const VariantRow* RunModel::evaluationUnderWay(std::int64_t id) const {
  const auto found = std::ranges::find(unfinished_, id, &VariantRow::id);
  return found != unfinished_.end() ? &*found : nullptr;
}

Acceptance RunModel::acceptance() const {
  Acceptance complete;
  for (const GenerationRow& row : generations_) complete += row.acceptance;
  const Acceptance& live = run().status.progress.acceptance;
  return live.total().evaluations() > complete.total().evaluations() ? live : complete;
}

const std::vector<RunCurve>& RunModel::runs() const {
  static const std::vector<RunCurve> none;
  return runs_ ? *runs_ : none;
}

void RunModel::updateRows(const std::vector<VariantRow>& rows) {
  for (const VariantRow& row : rows) {
    const auto found = std::ranges::lower_bound(variants_, row.id, {}, &VariantRow::id);
    if (found != variants_.end() && found->id == row.id) *found = row;
  }
}

const FailedRow* RunModel::failure(std::int64_t id) const {
  const auto found = std::ranges::lower_bound(failures_, id, {}, &FailedRow::id);
  return found != failures_.end() && found->id == id ? &*found : nullptr;
}

const ValidationRow* RunModel::validation(std::int64_t variant) const { return validationOf(validations_, variant); }

double RunModel::speedup(const VariantRow& row) const { return row.runtime > 0 ? run_.fastestOriginal() / row.runtime : 0; }

const VariantRow* RunModel::best(double error) const {
  const auto [known, isNew] = best_.try_emplace(error, nullptr);
  if (isNew) known->second = bestVariant({run_, variants_, derived_, validations_, knownFailures_}, {error});
  return known->second;
}

const VariantRow* RunModel::bestSoFar() const {
  const VariantRow* fastest = best(0);
  if (!generations_.empty() && !isSimulated(run_.settings.evaluation)) return fastest;
  const auto failed = [&](const VariantRow& row) {
    return std::ranges::any_of(knownFailures_, [&](std::int64_t id) {
      const VariantRow* known = variant(id);
      return known && !row.code.isNull() && known->code == row.code;
    });
  };
  for (const VariantRow& row : unfinished_) {
    const double toBeat = fastest ? fastest->runtime : run_.fastestOriginal();
    if (row.error == 0 && row.passedAll && row.runtime < toBeat && !failed(row)) fastest = &row;
  }
  return fastest;
}

std::int64_t RunModel::suggestion() const {
  if (const VariantRow* exact = bestSoFar()) return exact->id;
  for (const std::int64_t id : front_)
    if (const VariantRow* row = variant(id); row && row->error == 0) return id;
  return front_.empty() ? 0 : front_.front();
}

/// The generation that a run was stopped in is dropped.
bool RunModel::isUnderWay() const { return run_.status.state == RunState::Running || run_.status.state == RunState::Paused; }

std::uint64_t RunModel::evaluations() const {
  std::uint64_t sum = 0;
  for (const GenerationRow& row : generations_) sum += row.evaluations;
  return isUnderWay() ? std::max<std::uint64_t>(sum, run_.status.progress.evaluations) : sum;
}

std::uint64_t RunModel::valid() const {
  std::uint64_t sum = 0;
  for (const GenerationRow& row : generations_) sum += row.valid;
  return isUnderWay() ? std::max<std::uint64_t>(sum, run_.status.progress.valid) : sum;
}

std::array<std::uint64_t, reasonCount> RunModel::reasons() const {
  std::array<std::uint64_t, reasonCount> sums{};
  for (const GenerationRow& row : generations_)
    for (std::size_t reason = 0; reason < reasonCount; ++reason) sums[reason] += row.reasons[reason];
  return sums;
}

void RunModel::apply(std::shared_ptr<const RunUpdate> update) {
  const bool reset = update->reset || !hasRun_;
  if (reset) forget();
  best_.clear();
  hasRun_ = true;
  const EvolutionProgress& before = run_.status.progress;
  // What the file does not store.
  const bool goesOn =
      !reset && before.generation == update->run.status.progress.generation && update->run.status.state == RunState::Running;
  const bool remeasuring = goesOn && before.remeasuring;
  const bool isTrying = goesOn && before.isTrying;
  run_ = update->run;
  run_.status.progress.remeasuring = remeasuring;
  run_.status.progress.isTrying = isTrying;
  writerAlive_ = update->writerAlive;
  updateRows(update->changed);
  const auto first = static_cast<qsizetype>(variants_.size());
  variants_.insert(variants_.end(), update->added.begin(), update->added.end());
  failures_.insert(failures_.end(), update->failed.begin(), update->failed.end());
  generations_.insert(generations_.end(), update->generations.begin(), update->generations.end());
  const bool unfinished = !update->unfinished.empty() || !unfinished_.empty();
  unfinished_ = update->unfinished;
  const bool front = update->front != front_;
  front_ = update->front;
  frontIds_ = {front_.begin(), front_.end()};
  populationIds_ = std::make_shared<std::unordered_set<std::int64_t>>(update->population.begin(), update->population.end());
  const auto result = [](const ValidationRow& row) { return std::tie(row.variant, row.passed, row.message); };
  const bool validityDiffers = !std::ranges::equal(validations_, update->validations, {}, result, result);
  validations_ = update->validations;
  knownFailures_ = update->knownFailures;
  const bool counterexamples = counterexamples_ != update->counterexamples;
  counterexamples_ = update->counterexamples;
  const bool coverage = coverage_ != update->coverage;
  coverage_ = update->coverage;
  const bool annotations = annotations_ != update->annotations;
  annotations_ = update->annotations;
  const bool derived = !std::ranges::equal(derived_, update->derived, {}, &VariantRow::id, &VariantRow::id);
  derived_ = update->derived;
  const bool runs = runs_ != update->runs;
  runs_ = update->runs;

  emit updated(update);
  if (reset) emit wasReset();
  if (!reset && !update->changed.empty()) emit variantsChanged();
  if (!reset && !update->added.empty()) emit variantsAdded(first, static_cast<qsizetype>(update->added.size()));
  if (reset || unfinished) emit unfinishedChanged();
  if (reset || front) emit frontChanged();
  if (reset || !update->generations.empty()) emit generationsChanged();
  if (reset || runs) emit runsChanged();
  if (reset || derived) emit derivedChanged();
  if (reset || counterexamples) emit counterexamplesChanged();
  if (reset || coverage) emit coverageChanged();
  if (reset || annotations) emit annotationsChanged();
  if (!reset && validityDiffers) emit validityChanged();
  emit validationsChanged();
  emit statusChanged();
}

void RunModel::setStatus(const RunStatus& status) {
  run_.status = status;
  emit statusChanged();
}

void RunModel::forget() {
  variants_.clear();
  unfinished_.clear();
  failures_.clear();
  generations_.clear();
  front_.clear();
  frontIds_.clear();
  populationIds_ = std::make_shared<std::unordered_set<std::int64_t>>();
  validations_.clear();
  knownFailures_.clear();
  counterexamples_.clear();
  coverage_.reset();
  best_.clear();
  annotations_.clear();
  derived_.clear();
  runs_.reset();
  run_ = {};
  hasRun_ = false;
  writerAlive_ = false;
}

void RunModel::clear() {
  forget();
  emit updated(nullptr);
  emit wasReset();
  emit frontChanged();
  emit generationsChanged();
  emit runsChanged();
  emit derivedChanged();
  emit annotationsChanged();
  emit validationsChanged();
  emit coverageChanged();
  emit statusChanged();
}

} // namespace gevo::ui
