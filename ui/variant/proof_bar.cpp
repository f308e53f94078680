#include "ui/variant/proof_bar.h"

#include "ui/text/format.h"
#include "ui/widgets/card.h"
#include "ui/widgets/chip_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace gevo::ui {

namespace {

/// "1.070× of 1.071×".
QString gainText(const SourcePatch& patch) {
  return QObject::tr("%1 of %2")
      .arg(speedupText(patch.originalRuntime / patch.patchedRuntime), speedupText(patch.originalRuntime / patch.variantRuntime));
}

} // namespace

ProofBar::ProofBar(QWidget* parent) : QWidget(parent), button_(makeToolButton({}, {}, this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(4);
  auto* chips = new ChipRow(this);
  chip_ = chips->add();
  row->addWidget(chips);
  row->addWidget(button_);
  connect(button_, &QToolButton::clicked, this, [this] {
    if (doing_.isEmpty())
      emit proofRequested();
    else
      emit cancelRequested();
  });
  refresh();
}

void ProofBar::setPatch(const std::optional<SourcePatch>& patch, bool canProve) {
  patch_ = patch;
  canProve_ = canProve;
  problem_.clear();
  refresh();
}

void ProofBar::setProblem(const QString& problem) {
  problem_ = problem;
  refresh();
}

void ProofBar::setProgress(const QString& doing) {
  doing_ = doing;
  refresh();
}

QString ProofBar::text() const { return chip_->text(); }

void ProofBar::refresh() {
  button_->setVisible(!doing_.isEmpty() || (canProve_ && (!patch_ || patch_->state == PatchState::Illustration)));
  button_->setText(doing_.isEmpty() ? tr("Prove") : tr("Cancel"));
  button_->setToolTip(
      doing_.isEmpty()
          ? tr("Write what is shown as a patch of the sources, compile it and run all tests. Checked edits become a variant first.")
          : QString());
  if (!doing_.isEmpty()) {
    setChip(chip_, "accent", tr("proving…"));
    chip_->setToolTip(doing_);
    return;
  }
  if (!canProve_) return setChip(chip_, "plain", {});
  if (!patch_) {
    setChip(chip_, "plain", tr("illustration"));
    chip_->setToolTip(problem_.isEmpty()
                          ? tr("Your source as it is. The words below its lines say what the variant does differently there.")
                          : tr("Not proven: %1").arg(problem_));
    return;
  }
  switch (patch_->state) {
  case PatchState::Proven:
    setChip(chip_, "good", tr("✓ proven, %1").arg(gainText(*patch_)));
    chip_->setToolTip(tr("This source was compiled and passes every test with the variant's results."));
    break;
  case PatchState::Partly:
    setChip(chip_, "accent", tr("partly proven, %1").arg(gainText(*patch_)));
    chip_->setToolTip(tr("This source was compiled and passes every test. Some edits of the variant are not in it."));
    break;
  case PatchState::Illustration:
    setChip(chip_, "plain", tr("illustration"));
    chip_->setToolTip(tr("Not proven: %1.").arg(QString::fromStdString(patch_->reason)));
    break;
  }
}

} // namespace gevo::ui
