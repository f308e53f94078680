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
  connect(&variantService, &VariantService::projectLoaded, this, [this](const std::shared_ptr<const Project>& project) {
    differences_.setProject(project);
    showTexts();
  });
  connect(&variantService, &VariantService::inspected, this, &VariantFeed::take);
  connect(&differences, &DifferencesView::plainIrRequested, this, [this](bool plain) {
    variantService_.setPlainIr(plain);
    readAgain(); // the evaluations of edits stay, too
  });
  connect(&differences, &DifferencesView::shown, this, [this] { emit shown(selectedId_); });
  connectWhatIf();
}

void VariantFeed::connectWhatIf() {
  WhatIf& whatIf = edits_.whatIf();
  connect(&whatIf, &WhatIf::evaluationRequested, &variantService_, &VariantService::evaluate);
  connect(&whatIf, &WhatIf::dropped, &variantService_, &VariantService::dropEvaluations);
  connect(&variantService_, &VariantService::evaluated, &whatIf, &WhatIf::addEvaluation);
  connect(&variantService_, &VariantService::notEvaluated, &whatIf, &WhatIf::evaluationFailed);
  connect(&whatIf, &WhatIf::failed, this, &VariantFeed::failed);
}

void VariantFeed::forget() {
  forgetTexts();
  edits_.forget();
}

void VariantFeed::readAgain() {
  variantService_.readAgain();
  forgetTexts();
  if (selection_.variant() >= 0) fetch();
}

void VariantFeed::forgetTexts() {
  selected_ = compared_ = nullptr;
  selectedId_ = comparedId_ = -1;
}

void VariantFeed::showSelected() {
  edits_.setDetails(selection_.variant() == selectedId_ ? selected_ : nullptr);
  request();
}

void VariantFeed::request() {
  const std::int64_t variant = selection_.variant();
  if (variant < 0) return differences_.showNotice(tr("Select a variant to compare it with the original."));
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
  }
  showTexts();
}

void VariantFeed::showTexts() {
  if (selectedId_ != selection_.variant() || comparedId_ != selection_.comparison() || !selected_ || !compared_) return;
  const auto side = [&](std::int64_t id, std::shared_ptr<const VariantDetails> details) {
    const VariantRow* row = model_.variant(id);
    const double runtime = row ? row->runtime : model_.run().originalRuntime;
    const QString figures = runtimeText(runtime) + metricsText(details->individual.result.metrics);
    return SideTexts{std::move(details), variantTitle(id), figures};
  };
  if (!selected_->problem.empty()) emit failed(QString::fromStdString(selected_->problem));
  differences_.setSides(side(comparedId_, compared_), side(selectedId_, selected_));
}

} // namespace gevo::ui
