#include "ui/window/device_comparison.h"

#include "ui/model/selection.h"
#include "ui/model/variant_summary.h"
#include "ui/service/annotation_service.h"
#include "ui/service/run_controller.h"
#include "ui/text/format.h"
#include "ui/window/shown_variant.h"

namespace gevo::ui {

DeviceComparison::DeviceComparison(const RunModel& model, const RunController& controller, const Selection& selection,
                                   const AnnotationService& annotations, const ShownVariant& shown, std::string workerProgram,
                                   QWidget* window)
    : QObject(window), model_(model), controller_(controller), selection_(selection), annotations_(annotations), shown_(shown),
      workerProgram_(std::move(workerProgram)), window_(window) {}

void DeviceComparison::setTheme(const Theme& theme) {
  theme_ = theme;
  if (dialog_) dialog_->setTheme(theme);
}

void DeviceComparison::open() {
  if (selection_.variant() == 0) return emit failed(tr("the original is what variants are compared with: select a variant"));
  const Result<ShownVariant::Name> name = shown_.name(tr("measured on other devices"));
  if (!name) return emit failed(QString::fromStdString(name.error().message));
  if (!model_.hasRun()) return;
  shown_.number()([self = QPointer(this), path = controller_.path(), run = model_.run().id](std::int64_t variant) {
    // Another file may have been opened meanwhile.
    if (self && self->controller_.path() == path && self->model_.hasRun() && self->model_.run().id == run) self->show(variant);
  });
}

void DeviceComparison::close() {
  if (dialog_) dialog_->close();
  dialog_ = nullptr; // it is deleted later
}

void DeviceComparison::show(std::int64_t variant) {
  if (dialog_ && dialog_->run() != model_.run().id) close();
  if (!dialog_) {
    PortabilityDialogOptions options{controller_.path(), model_.run(), {}, theme_, workerProgram_};
    for (const RunCurve& curve : model_.runs()) options.runs.push_back(curve.info);
    dialog_ = new PortabilityDialog(options, window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
  }
  offer(variant, true);
  if (selection_.comparison() > 0) offer(selection_.comparison(), true);
  for (const std::int64_t pinned : annotations_.pins()) offer(pinned, false);
  for (const std::int64_t member : model_.front()) offer(member, false);
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

/// A derived variant is in the file before the model knows it.
void DeviceComparison::offer(std::int64_t variant, bool checked) {
  if (variant == 0) return;
  const VariantRow* row = model_.variant(variant);
  QStringList gain;
  if (row) gain << speedupText(model_.speedup(*row));
  if (const ValidationRow* validation = model_.validation(variant); validation && !validation->passed) gain << tr("held-out failed");
  dialog_->offerVariant(variant, gain.join(QStringLiteral(" · ")), row ? variantSummary(model_, *row) : QString(), checked);
}

} // namespace gevo::ui
