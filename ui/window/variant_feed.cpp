#include "ui/window/variant_feed.h"

#include "ui/edits/edits_pane.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"

namespace gevo::ui {

VariantFeed::VariantFeed(const RunModel& model, const Selection& selection, VariantService& variantService, DifferencesView& differences,
                         EditsPane& edits, QObject* parent)
    : QObject(parent), model_(model), selection_(selection), variantService_(variantService), differences_(differences), edits_(edits) {
  connect(&selection, &Selection::variantChanged, this, &VariantFeed::showSelected);
  connect(&selection, &Selection::comparisonChanged, this, &VariantFeed::request);
  connect(&variantService, &VariantService::inspected, this, &VariantFeed::take);
  connect(&differences, &DifferencesView::plainIrRequested, this, [this](bool plain) {
    variantService_.setPlainIr(plain);
    readAgain(); // the evaluations of edits stay, too
  });
  connect(&differences, &DifferencesView::shown, this, [this] { emit shown(selectedId_); });
  connect(&model, &RunModel::coverageChanged, this, [this] { differences_.setCoverage(model_.coverage()); });
  connectWhatIf();
}

void VariantFeed::connectWhatIf() {
  WhatIf& whatIf = edits_.whatIf();
  connect(&whatIf, &WhatIf::evaluationRequested, &variantService_, &VariantService::evaluate);
  connect(&whatIf, &WhatIf::dropped, &variantService_, &VariantService::dropEvaluations);
  connect(&variantService_, &VariantService::evaluated, &whatIf, &WhatIf::addEvaluation);
  connect(&variantService_, &VariantService::notEvaluated, &whatIf, &WhatIf::evaluationFailed);
  connect(&whatIf, &WhatIf::failed, this, &VariantFeed::failed);
  connect(&whatIf, &WhatIf::changed, this, &VariantFeed::followSwitches);
  connect(&variantService_, &VariantService::editsInspected, this, &VariantFeed::takeChecked);
}

/// The texts show what is checked, too. Most changes are evaluations for the table, which change nothing here.
void VariantFeed::followSwitches() {
  const WhatIf& whatIf = edits_.whatIf();
  const std::optional<CheckedEdits> checked = whatIf.checked();
  if (!checked || whatIf.details() != selected_.get()) {
    const bool wasShown = checked_ != nullptr;
    forgetChecked();
    if (wasShown) showTexts();
    return;
  }
  if (whatIf.switches() != checkedSwitches_) {
    checkedSwitches_ = whatIf.switches();
    variantService_.inspectEdits(++checkedTicket_, whatIf.checkedEdits());
  } else if (checked_ && checkedFigures_ != (checked->result || !checked->problem.isEmpty())) {
    showTexts();
  }
}

void VariantFeed::forgetChecked() {
  checked_ = nullptr;
  checkedSwitches_.clear();
  ++checkedTicket_; // of a reply that is under way
}

/// Edits keep their numbers, which the panes know them by: those that are off are inactive and nowhere.
void VariantFeed::takeChecked(quint64 ticket, const std::shared_ptr<const VariantDetails>& details) {
  if (ticket != checkedTicket_) return;
  auto all = std::make_shared<VariantDetails>(*details);
  all->texts.edits.clear();
  std::vector<std::int32_t> numbers; // of those that are on
  for (const bool on : checkedSwitches_) {
    const bool known = on && numbers.size() < details->texts.edits.size();
    if (on) numbers.push_back(static_cast<std::int32_t>(all->texts.edits.size()));
    all->texts.edits.push_back(known ? details->texts.edits[numbers.size() - 1] : EditDescription());
  }
  for (Consequence& one : all->texts.consequences) {
    const auto index = static_cast<std::size_t>(one.edit);
    one.edit = one.edit >= 0 && index < numbers.size() ? numbers[index] : -1;
  }
  checked_ = std::move(all);
  shownSwitches_ = checkedSwitches_;
  showTexts();
}

void VariantFeed::setProject(const std::shared_ptr<const Project>& project) {
  differences_.setProject(project);
  differences_.setCoverage(model_.coverage());
  edits_.setProject(project);
}

void VariantFeed::forget() {
  forgetTexts();
  edits_.forget();
  emit detailsKnown(nullptr);
}

void VariantFeed::readAgain() {
  variantService_.readAgain();
  forgetTexts();
  if (selection_.variant() != Selection::none) fetch();
}

void VariantFeed::forgetTexts() {
  forgetChecked();
  selected_ = compared_ = nullptr;
  selectedId_ = comparedId_ = -1;
}

void VariantFeed::showSelected() {
  emit testsKnown(selected_ && selection_.variant() == selectedId_ ? selected_->tests : std::vector<TestSpeedup>());
  edits_.setDetails(selection_.variant() == selectedId_ ? selected_ : nullptr);
  emit detailsKnown(selection_.variant() == selectedId_ ? selected_ : nullptr);
  request();
}

void VariantFeed::request() {
  const std::int64_t variant = selection_.variant();
  if (variant == Selection::none) return differences_.showNotice(tr("Select a variant to compare it with the original."));
  if (!selected_) differences_.showNotice(tr("%1: reading…").arg(variantTitle(variant)));
  fetch();
}

void VariantFeed::fetch() {
  if (selection_.comparison() != comparedId_) variantService_.inspect(selection_.comparison());
  if (selection_.variant() != selectedId_)
    variantService_.inspect(selection_.variant());
  else
    showTexts();
}

void VariantFeed::take(std::int64_t variant, const std::shared_ptr<const VariantDetails>& details) {
  if (variant == selection_.comparison()) {
    comparedId_ = variant;
    compared_ = details;
  }
  if (variant == selection_.variant()) {
    selectedId_ = variant;
    selected_ = details;
    edits_.setDetails(details);
    emit testsKnown(details->tests);
    emit detailsKnown(details);
  }
  showTexts();
}

void VariantFeed::showTexts() {
  if (selectedId_ != selection_.variant() || comparedId_ != selection_.comparison() || !selected_ || !compared_) return;
  const auto side = [&](std::int64_t id, std::shared_ptr<const VariantDetails> details) {
    const VariantRow* row = model_.variantOrUnderWay(id);
    const double runtime = row ? row->runtime : model_.run().originalRuntime;
    const QString figures = runtimeText(runtime) + metricsText(details->individual.result.metrics);
    const bool provable = id > 0 && details->individual.result.valid(); // one under way has no number to be kept by
    return SideTexts{std::move(details), variantTitle(id), figures, provable};
  };
  if (!selected_->problem.empty()) emit failed(QString::fromStdString(selected_->problem));
  const std::optional<CheckedEdits> checked = checked_ ? edits_.whatIf().checked() : std::nullopt;
  if (checked && shownSwitches_ != edits_.whatIf().switches()) return; // what is shown stays, with its title, until this is read
  checkedFigures_ = checked && (checked->result || !checked->problem.isEmpty());
  differences_.setSides(side(comparedId_, compared_), checked ? checkedSide(*checked) : side(selectedId_, selected_));
}

SideTexts VariantFeed::checkedSide(const CheckedEdits& checked) const {
  QString figures = checked.problem.isEmpty() ? tr("evaluating…") : tr("can't be evaluated");
  if (checked.isValid()) figures = runtimeText(checked.result->fitness.runtime) + metricsText(checked.result->metrics);
  if (checked.result && !checked.isValid()) figures = tr("fails its tests: %1").arg(QString::fromUtf8(reasonName(checked.result->reason)));
  return {checked_, checked.title(), figures, edits_.canDerive()};
}

} // namespace gevo::ui
