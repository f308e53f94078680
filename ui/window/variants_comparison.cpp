#include "ui/window/variants_comparison.h"

#include <algorithm>

namespace gevo::ui {

VariantsComparison::VariantsComparison(const RunModel& model, Selection& selection, VariantGroup& group, std::string workerProgram,
                                       QWidget* window)
    : QObject(window), model_(model), selection_(selection), group_(group), window_(window), service_(std::move(workerProgram)) {
  connect(&service_, &VariantComparisonService::compared, this, [this](const std::shared_ptr<const VariantComparison>& comparison) {
    if (dialog_) dialog_->setComparison(comparison, selected_);
  });
  connect(&service_, &VariantComparisonService::failed, this, [this](const QString& message) {
    if (dialog_) dialog_->setProblem(message);
  });
  connect(&group, &VariantGroup::changed, this, [this] {
    if (dialog_ && group_.members().size() > 1) compare();
  });
}

void VariantsComparison::setTheme(const Theme& theme) {
  theme_ = theme;
  if (dialog_) dialog_->setTheme(theme);
}

void VariantsComparison::openFile(const std::filesystem::path& file, std::shared_ptr<const Project> project) {
  file_ = file;
  project_ = std::move(project);
  service_.cancel();
  if (dialog_) dialog_->close();
  dialog_ = nullptr;
}

void VariantsComparison::open() {
  if (group_.members().size() < 2)
    return emit notified(tr("Select two or more variants first: Ctrl and a click add one, the lasso of the Pareto front encloses many."));
  if (!dialog_) {
    dialog_ = new VariantsDialog(window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    dialog_->setTheme(theme_);
    connect(dialog_, &VariantsDialog::variantChosen, this, [this](qint64 variant) {
      if (model_.variant(variant)) selection_.choose(variant);
    });
  }
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
  compare();
}

/// The fastest come first.
std::vector<std::int64_t> VariantsComparison::compared() const {
  std::vector<std::int64_t> variants = group_.members();
  const auto runtime = [this](std::int64_t id) {
    const VariantRow* row = model_.variant(id);
    return row ? row->runtime : std::numeric_limits<double>::infinity();
  };
  const auto shown = std::min(variants.size(), mostVariants);
  std::ranges::partial_sort(variants, variants.begin() + static_cast<std::ptrdiff_t>(shown), {}, runtime);
  variants.resize(shown);
  return variants;
}

void VariantsComparison::compare() {
  if (!model_.hasRun() || !project_) return;
  selected_ = group_.members().size();
  service_.compare(file_, project_, model_.run(), compared());
}

} // namespace gevo::ui
