#include "ui/variant/variant_pane.h"

#include "core/format/quantity.h"
#include "ui/text/format.h"
#include "ui/theme/icons.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/test_strip.h"
#include "ui/widgets/card.h"
#include "ui/widgets/chip_row.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace gevo::ui {

VariantPane::VariantPane(const RunModel& model, Selection& selection, AnnotationService& annotations, QWidget* parent)
    : QWidget(parent), model_(model), selection_(selection), annotations_(annotations), theme_(Theme::light()),
      header_(new CardHeader(this)), tests_(new TestStrip(this)), differences_(new DifferencesView(selection, this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(header_);
  auto* frame = new QFrame(this);
  frame->setObjectName("cardBody");
  auto* body = new QVBoxLayout(frame);
  body->setContentsMargins(1, 0, 1, 5);
  body->addWidget(tests_);
  body->addWidget(differences_);
  layout->addWidget(frame, 1);
  setUpHeader();

  connect(&selection, &Selection::variantChanged, this, &VariantPane::refresh);
  connect(&selection, &Selection::comparisonChanged, this, &VariantPane::refresh);
  connect(&model, &RunModel::wasReset, this, &VariantPane::refresh);
  connect(&model, &RunModel::variantsChanged, this, &VariantPane::refresh);
  connect(&model, &RunModel::validationsChanged, this, &VariantPane::refresh);
  connect(&model, &RunModel::derivedChanged, this, &VariantPane::refresh);
  connect(&annotations, &AnnotationService::changed, this, &VariantPane::refresh);
  refresh();
}

void VariantPane::setUpHeader() {
  title_ = header_->addTitle(tr("Variant"));
  auto* chips = new ChipRow(header_);
  for (QLabel** chip : {&speedup_, &error_, &energy_, &heldOut_, &races_, &edits_, &generation_}) *chip = chips->add();
  header_->row()->addWidget(chips, 1);
  pin_ = makeToolButton(tr("Pin"), tr("Pin this variant to compare others with it"), header_);
  pin_->setCheckable(true);
  compare_ = makeToolButton({}, tr("What the variant is compared with"), header_);
  compare_->setToolButtonStyle(Qt::ToolButtonTextOnly);
  compare_->setPopupMode(QToolButton::InstantPopup);
  compare_->setMenu(new QMenu(compare_));
  header_->row()->addWidget(pin_);
  header_->row()->addWidget(compare_);
  connect(pin_, &QToolButton::clicked, this, &VariantPane::togglePin);
  connect(compare_->menu(), &QMenu::aboutToShow, this, &VariantPane::fillCompareMenu);
}

void VariantPane::setTheme(const Theme& theme) {
  theme_ = theme;
  tests_->setTheme(theme);
  differences_->setTheme(theme);
  refresh();
}

void VariantPane::setTests(const std::vector<TestSpeedup>& tests) { tests_->setTests(tests); }

void VariantPane::addValidation(std::int64_t variant, const ValidationReport& reply) {
  Validation result;
  for (const TestReport& test : reply.tests) {
    result.races += test.races.size();
    if (test.role == TestRole::HeldOut) result.anyHeldOut = true;
    if (test.result.valid()) continue;
    result.heldOutPassed = result.heldOutPassed && test.role != TestRole::HeldOut;
    if (result.message.isEmpty()) result.message = QString::fromStdString(test.result.message);
  }
  validations_[variant] = result;
  refresh();
}

void VariantPane::setValidating(std::int64_t variant, const QString& doing) {
  validating_ = variant;
  doing_ = doing;
  refresh();
}

void VariantPane::setChecked(std::optional<CheckedEdits> checked) {
  checked_ = std::move(checked);
  refresh();
}

/// The figures are those of the checked edits, once they are known.
void VariantPane::showChecked(VariantRow row) {
  const CheckedEdits& checked = *checked_;
  title_->setText(checked.title());
  pin_->hide(); // it would be the whole variant
  setChip(edits_, "plain", tr("%1 of %2").arg(checked.on).arg(countedText(checked.on + checked.off, tr("edit"), tr("edits"))));
  if (!checked.result) return setChip(speedup_, "plain", checked.problem.isEmpty() ? tr("evaluating…") : tr("can't be evaluated"));
  if (!checked.isValid())
    return setChip(speedup_, "bad", tr("fails its tests: %1").arg(QString::fromUtf8(reasonName(checked.result->reason))));
  row.runtime = checked.result->fitness.runtime;
  row.error = checked.result->fitness.error;
  row.energy = checked.result->fitness.energy;
  showEnergy(row);
  showFitness(row);
}

void VariantPane::showFitness(const VariantRow& row) {
  const double speedup = model_.speedup(row);
  const bool faster = showsFaster(speedup);
  setChip(speedup_, faster ? "good" : "plain", faster ? tr("%1 faster").arg(speedupText(speedup)) : speedupText(speedup));
  setChip(error_, "plain", tr("error %1").arg(errorText(model_.run().settings.evaluation.metric, row.error)));
}

void VariantPane::forget() {
  validations_.clear();
  validating_ = -1;
  refresh();
}

QStringList VariantPane::chipTexts() const {
  QStringList texts;
  for (const QLabel* chip : {speedup_, error_, energy_, generation_, edits_, heldOut_, races_})
    if (!chip->text().isEmpty()) texts << chip->text();
  return texts;
}

/// The baseline of speedups, where there is more than one.
QString VariantPane::originalsText() const {
  const RunInfo& run = model_.run();
  if (!run.report.nvcc.runs()) return {};
  const QString faster = run.nvccRuntime() < run.originalRuntime ? tr("nvcc's") : tr("clang's");
  return tr("The original takes %1 compiled by clang and %2 compiled by nvcc; speedups are relative to %3.")
      .arg(runtimeText(run.originalRuntime), runtimeText(run.nvccRuntime()), faster);
}

void VariantPane::refresh() {
  const VariantRow* row = model_.variantOrUnderWay(selection_.variant());
  const bool original = row && row->id == 0;
  title_->setText(row ? variantTitle(row->id) : tr("No variant selected"));
  title_->setToolTip(row ? annotations_.note(row->id) : QString());
  pin_->setVisible(row && row->id > 0); // one under way has no number to be kept by
  compare_->setVisible(row != nullptr);
  for (QLabel* chip : {speedup_, error_, energy_, generation_, edits_, heldOut_, races_}) setChip(chip, "plain", {});
  const std::int64_t against = selection_.comparison();
  compare_->setText(against == 0 ? tr("Compare with: original ▾")
                                 : tr("Compare with: %1 ▾").arg(QString::fromStdString(variantName(against))));
  speedup_->setToolTip(originalsText());
  if (!row) {
    showCounterexample(selection_.variant());
    return;
  }
  if (checked_ && checked_->variant == row->id) return showChecked(*row);
  showEnergy(*row);
  if (original) return setChip(speedup_, "plain", runtimeText(row->runtime));

  showFitness(*row);
  setChip(generation_, "plain", isDerived(row->id) ? tr("derived from %1").arg(row->parent) : tr("generation %1").arg(row->generation));
  QString edits = countedText(row->edits, tr("edit"), tr("edits"));
  if (row->inactive > 0) edits += tr(", %1 inactive").arg(row->inactive);
  setChip(edits_, "plain", edits);
  if (!showCounterexample(row->id)) showValidation(row->id);
  const bool pinned = annotations_.pinned(row->id);
  pin_->setChecked(pinned);
  pin_->setText(pinned ? tr("Pinned") : tr("Pin"));
  pin_->setIcon(icon(pinned ? "star-full" : "star", pinned ? theme_.accent : theme_.dim));
}

void VariantPane::showEnergy(const VariantRow& row) {
  if (!std::isfinite(row.energy)) return;
  const double original = model_.run().originalEnergy;
  const double share = row.energy / original;
  const bool saves = row.id != 0 && share <= 0.995;
  setChip(energy_, saves ? "good" : "plain", row.id == 0 ? energyText(row.energy) : tr("%1 of the energy").arg(shareText(share)));
  energy_->setToolTip(
      tr("%1; the original needs %2. Energy of the whole GPU while the tests run once, including idle power and copying of inputs.")
          .arg(energyText(row.energy), energyText(original)));
}

/// Of a variant that a counterexample was found with, which is no valid one any more. True if it is.
bool VariantPane::showCounterexample(std::int64_t variant) {
  const auto& all = model_.counterexamples();
  const auto found = std::ranges::find_if(
      all, [&](const CounterexampleRow& one) { return one.found.variant == variant && one.found.reason != Reason::None; });
  if (found == all.end()) return false;
  title_->setText(variantTitle(variant));
  setChip(heldOut_, "bad", tr("✗ on %1").arg(QString::fromStdString(found->shownInput())));
  heldOut_->setToolTip(QString::fromStdString(found->found.message));
  return true;
}

void VariantPane::showValidation(std::int64_t variant) {
  const QString passed = tr("✓ held-out");
  const QString failed = tr("✗ held-out");
  if (const ValidationRow* validation = model_.validation(variant)) {
    setChip(heldOut_, validation->passed ? "good" : "bad", validation->passed ? passed : failed);
    heldOut_->setToolTip(QString::fromStdString(validation->message));
  }
  if (variant == validating_) {
    setChip(heldOut_, "accent", tr("validating…"));
    heldOut_->setToolTip(doing_);
    return setChip(races_, "plain", {});
  }
  const auto result = validations_.constFind(variant);
  if (result == validations_.constEnd()) return;
  if (result->anyHeldOut) {
    setChip(heldOut_, result->heldOutPassed ? "good" : "bad", result->heldOutPassed ? passed : failed);
    heldOut_->setToolTip(result->message);
  }
  setChip(races_, result->races == 0 ? "good" : "bad",
          result->races == 0 ? tr("✓ no races") : countedText(result->races, tr("race"), tr("races")));
}

void VariantPane::fillCompareMenu() {
  QMenu* menu = compare_->menu();
  menu->clear();
  const auto add = [&](std::int64_t id, const QString& text) {
    QAction* action = menu->addAction(text, this, [this, id] { selection_.compareWith(id); });
    action->setCheckable(true);
    action->setChecked(id == selection_.comparison());
  };
  const auto named = [&](std::int64_t id) {
    const VariantRow* row = model_.variant(id);
    const QString name = variantTitle(id);
    const QString note = annotations_.note(id).section('\n', 0, 0).left(40);
    return (row ? name + QStringLiteral(" · ") + speedupText(model_.speedup(*row)) : name) +
           (note.isEmpty() ? note : QStringLiteral(" · ") + note);
  };
  add(0, tr("Original"));
  const std::vector<std::int64_t> pins = annotations_.pins();
  if (!pins.empty()) menu->addSection(tr("Pinned"));
  for (const std::int64_t id : pins) add(id, named(id));
  if (!model_.derived().empty()) menu->addSection(tr("Derived"));
  for (const VariantRow& row : model_.derived()) add(row.id, named(row.id));
  menu->addSection(tr("On the front"));
  constexpr std::size_t most = 16;
  std::vector<std::int64_t> front = model_.front();
  std::erase(front, 0);
  if (front.size() > most) front.resize(most);
  for (const std::int64_t id : front) add(id, named(id));
}

void VariantPane::togglePin() {
  const std::int64_t id = selection_.variant();
  if (id > 0) annotations_.setPinned(id, !annotations_.pinned(id));
}

} // namespace gevo::ui
