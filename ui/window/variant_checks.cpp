#include "ui/window/variant_checks.h"

#include "ui/model/selection.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/proof_bar.h"
#include "ui/variant/validation_summary.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/shown_variant.h"

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
    if (validation_.run() == model_.run().id) pane_.setValidating(validation_.variant(), doing);
  });
  connect(&validation_, &ValidationService::validated, this, [this](qint64 variant, const std::shared_ptr<const ValidationReport>& reply) {
    const bool isShown = validation_.run() == model_.run().id;
    if (isShown) pane_.addValidation(variant, *reply);
    const ValidationSummary summary = summaryOf(*reply);
    const QString title = isShown ? variantTitle(variant) : tr("%1 of run %2").arg(variantTitle(variant)).arg(validation_.run());
    const QString message = title + QStringLiteral(": ") + summary.message;
    summary.passed ? emit news(message) : emit failed(message);
  });
  connect(&validation_, &ValidationService::failed, this, &VariantChecks::failed);
  connect(&validation_, &ValidationService::ended, this, [this] { pane_.setValidating(-1, {}); });
}

void VariantChecks::connectPatches() {
  ProofBar* bar = pane_.differences()->proof();
  connect(bar, &ProofBar::proofRequested, this, &VariantChecks::prove);
  connect(bar, &ProofBar::cancelRequested, &patches_, &PatchService::cancel);
  connect(&patches_, &PatchService::progressed, this, &VariantChecks::showProgress);
  connect(&selection_, &Selection::variantChanged, this, [this] { showProgress(tr("waiting for progress")); });
  connect(&patches_, &PatchService::made, this, &VariantChecks::patched);
  connect(&patches_, &PatchService::failed, this, [this, bar](const QString& message) {
    if (patches_.variant() == selection_.variant()) bar->setProblem(message);
    if (proofIsAsked_) emit failed(message); // without a compiler, say, no run has to end with an error
  });
  connect(&patches_, &PatchService::ended, this, [this] { showProgress({}); });
}

void VariantChecks::showProgress(const QString& doing) {
  const bool isShown = patches_.running() && patches_.run() == model_.run().id && patches_.variant() == selection_.variant();
  pane_.differences()->proof()->setProgress(isShown ? doing : QString());
}

void VariantChecks::withShown(const QString& done, std::function<void(const RunInfo&, std::int64_t)> act) {
  const Result<ShownVariant::Name> name = shown_.name(done);
  if (!name) return emit failed(QString::fromStdString(name.error().message));
  if (!model_.hasRun()) return;
  shown_.number()([run = model_.run(), act = std::move(act)](std::int64_t variant) { act(run, variant); });
}

void VariantChecks::validate() {
  if (validation_.running()) return validation_.cancel();
  withShown(tr("validated"), [this, file = controller_.path()](const RunInfo& run, std::int64_t variant) {
    validation_.validate(file, run, variant);
    pane_.setValidating(variant, {});
  });
}

void VariantChecks::prove() {
  if (patches_.running()) return patches_.cancel();
  if (selection_.variant() == 0) return emit failed(tr("the original has no edits to be proven: select a variant"));
  withShown(tr("proven"), [this, file = controller_.path()](const RunInfo& run, std::int64_t variant) {
    proofIsAsked_ = true;
    patches_.make(file, run, variant);
  });
}

void VariantChecks::proveBest() {
  const VariantRow* best = model_.hasRun() ? model_.best(0) : nullptr;
  if (!best || patches_.running()) return;
  proofIsAsked_ = false;
  patches_.make(controller_.path(), model_.run(), best->id);
}

} // namespace gevo::ui
