#include "ui/window/variant_checks.h"

#include "ui/edits/what_if.h"
#include "ui/model/selection.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/proof_bar.h"
#include "ui/variant/validation_summary.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/shown_variant.h"

#include <algorithm>

namespace gevo::ui {

VariantChecks::VariantChecks(const RunModel& model, const RunController& controller, const Selection& selection, const ShownVariant& shown,
                             VariantPane& pane, const std::string& workerProgram)
    : model_(model), controller_(controller), selection_(selection), shown_(shown), pane_(pane), validation_(workerProgram),
      patches_(workerProgram) {
  connectValidation();
  connectPatches();
}

void VariantChecks::connectValidation() {
  connect(&validation_, &ValidationService::progressed, this, [this](const QString& doing) {
    if (validation_.run() != model_.run().id) return;
    if (validation_.variant() < 0) return emit progressed(tr("front, %1").arg(doing));
    pane_.setValidating(validation_.variant(), doing);
  });
  connect(&validation_, &ValidationService::validated, this, [this](qint64 variant, const std::shared_ptr<const ValidationReport>& reply) {
    const bool isShown = validation_.run() == model_.run().id;
    if (isShown) pane_.addValidation(variant, *reply);
    const ValidationSummary summary = summaryOf(*reply);
    const QString title = isShown ? variantTitle(variant) : tr("%1 of run %2").arg(variantTitle(variant)).arg(validation_.run());
    const QString message = title + QStringLiteral(": ") + summary.message;
    summary.passed ? emit news(message) : emit failed(message);
  });
  connect(&validation_, &ValidationService::frontValidated, this, [this](qsizetype members, qsizetype passed) {
    const QString of = countedText(members, tr("variant"), tr("variants"));
    if (members == 0) return emit failed(tr("no variant of this run is better than the original in anything"));
    if (passed == members) return emit news(tr("%1 of the front validated: all pass on held-out tests").arg(of));
    emit failed(tr("%1 of the front validated: %2 pass on held-out tests, %3 fail").arg(of).arg(passed).arg(members - passed));
  });
  connect(&validation_, &ValidationService::tried, this,
          [this](qint64 variant, const std::shared_ptr<const FuzzReport>& report) { tellTries(variant, *report); });
  connect(&validation_, &ValidationService::failed, this, &VariantChecks::failed);
  connect(&validation_, &ValidationService::ended, this, [this] {
    pane_.setValidating(-1, {});
    if (validation_.variant() < 0) emit progressed({});
  });
}

void VariantChecks::connectPatches() {
  ProofBar* bar = pane_.differences()->proof();
  connect(bar, &ProofBar::proofRequested, this, &VariantChecks::prove);
  connect(bar, &ProofBar::cancelRequested, this, &VariantChecks::prove);
  connect(&patches_, &PatchService::progressed, this, [this](const QString& doing) {
    doing_ = doing;
    showProgress();
  });
  connect(&selection_, &Selection::variantChanged, this, &VariantChecks::showProgress);
  connect(&shown_.whatIf(), &WhatIf::changed, this, &VariantChecks::showProgress);
  connect(&patches_, &PatchService::made, this, &VariantChecks::patched);
  connect(&patches_, &PatchService::failed, this, [this, bar](const QString& message) {
    if (!current_) return;
    if (isShown(*current_)) bar->setProblem(message);
    if (current_->isAsked) emit failed(message); // without a compiler, say, no run has to end with an error
  });
  connect(&patches_, &PatchService::ended, this, &VariantChecks::proveNext);
}

void VariantChecks::add(const Proof& proof) {
  const auto isSame = [&](const Proof& other) {
    return other.file == proof.file && other.run.id == proof.run.id && other.variant == proof.variant;
  };
  if ((current_ && isSame(*current_)) || std::ranges::any_of(waiting_, isSame)) return;
  waiting_.insert(proof.isAsked ? std::ranges::find(waiting_, false, &Proof::isAsked) : waiting_.end(), proof);
  if (!patches_.running()) return proveNext();
  if (current_ && !current_->isAsked && proof.isAsked) {
    waiting_.push_back(*current_);
    cancelCurrent();
  }
  showProgress();
}

void VariantChecks::proveNext() {
  current_.reset();
  if (!waiting_.empty()) {
    current_ = std::move(waiting_.front());
    waiting_.pop_front();
    doing_ = tr("waiting for progress");
    patches_.make(current_->file, current_->run, current_->variant);
  }
  showProgress();
}

void VariantChecks::cancelCurrent() {
  current_.reset();
  patches_.cancel();
}

void VariantChecks::cancel() {
  waiting_.clear();
  cancelCurrent();
  showProgress();
  validation_.cancel();
}

/// What is proven of a variant is not of its checked edits.
bool VariantChecks::isShown(const Proof& proof) const {
  return proof.file == controller_.path() && model_.hasRun() && proof.run.id == model_.run().id && proof.variant == selection_.variant() &&
         !shown_.whatIf().switchedOff();
}

bool VariantChecks::provesShown() const {
  return (current_ && isShown(*current_)) || std::ranges::any_of(waiting_, [this](const Proof& proof) { return isShown(proof); });
}

void VariantChecks::showProgress() {
  const QString doing = current_ && isShown(*current_) ? doing_ : tr("waiting for another proof to end");
  pane_.differences()->proof()->setProgress(provesShown() ? doing : QString());
}

void VariantChecks::withShown(const QString& done, std::function<void(const RunInfo&, std::int64_t)> act) {
  const Result<ShownVariant::Name> name = shown_.name(done);
  if (!name) return emit failed(QString::fromStdString(name.error().message));
  if (!model_.hasRun()) return;
  shown_.number()([run = model_.run(), act = std::move(act)](std::int64_t variant) { act(run, variant); });
}

bool VariantChecks::endsValidation(ValidationService::Kind kind) {
  if (!validation_.running()) return false;
  if (validation_.running(kind))
    validation_.cancel();
  else
    emit failed(tr("another validation is running: wait for that, or cancel it in the menu"));
  return true;
}

void VariantChecks::validate() {
  if (endsValidation(ValidationService::Kind::Variant)) return;
  withShown(tr("validated"), [this, file = controller_.path()](const RunInfo& run, std::int64_t variant) {
    validation_.validate(file, run, variant);
    pane_.setValidating(variant, {});
  });
}

void VariantChecks::validateFront() {
  if (endsValidation(ValidationService::Kind::Front)) return;
  if (!model_.hasRun()) return;
  if (controller_.busy()) return emit failed(tr("the front is still changing: stop the run first"));
  validation_.validateFront(controller_.path(), model_.run());
}

void VariantChecks::tryFreshInputs() {
  if (endsValidation(ValidationService::Kind::FreshInputs)) return;
  if (selection_.variant() == 0) return emit failed(tr("the original is what variants are compared with: select a variant"));
  withShown(tr("tried on fresh inputs"), [this, file = controller_.path()](const RunInfo& run, std::int64_t variant) {
    validation_.tryFreshInputs(file, run, variant);
    pane_.setValidating(variant, {});
  });
}

void VariantChecks::tellTries(std::int64_t variant, const FuzzReport& report) {
  const bool isShown = validation_.run() == model_.run().id;
  const QString title = isShown ? variantTitle(variant) : tr("%1 of run %2").arg(variantTitle(variant)).arg(validation_.run());
  const qsizetype passed = qsizetype(report.passed.size());
  const qsizetype bad = qsizetype(report.failed.size());
  if (passed + bad == 0) return emit failed(tr("%1: the original fails with each of the fresh inputs, so they tell nothing").arg(title));
  if (bad == 0) return emit news(tr("%1: passes on %2").arg(title, countedText(passed, tr("fresh input"), tr("fresh inputs"))));
  const auto& [arguments, problem] = report.failed.front();
  emit failed(tr("%1: fails on %2 of %3, first with \"%4\": %5")
                  .arg(title)
                  .arg(bad)
                  .arg(countedText(passed + bad, tr("fresh input"), tr("fresh inputs")), QString::fromStdString(arguments),
                       QString::fromStdString(problem)));
}

void VariantChecks::prove() {
  if (provesShown()) {
    std::erase_if(waiting_, [this](const Proof& proof) { return isShown(proof); });
    if (current_ && isShown(*current_)) cancelCurrent();
    return showProgress();
  }
  if (selection_.variant() == 0) return emit failed(tr("the original has no edits to be proven: select a variant"));
  withShown(tr("proven"), [this, file = controller_.path()](const RunInfo& run, std::int64_t variant) { add({file, run, variant, true}); });
}

void VariantChecks::proveBest() {
  const VariantRow* best = model_.hasRun() ? model_.best(0) : nullptr;
  if (best) add({controller_.path(), model_.run(), best->id, false});
}

} // namespace gevo::ui
