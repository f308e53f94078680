#include "ui/window/counters_window.h"

#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/service/run_controller.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/window/shown_variant.h"

#include <utility>

namespace gevo::ui {

CountersWindow::CountersWindow(const RunModel& model, const RunController& controller, const Selection& selection,
                               const ShownVariant& shown, const DifferencesView& differences, std::string workerProgram, QWidget* window)
    : QObject(window), model_(model), controller_(controller), selection_(selection), shown_(shown), differences_(differences),
      window_(window), service_(std::move(workerProgram)) {
  connect(&service_, &CountersService::counted, this, [this](const std::shared_ptr<const GpuCounters>& counters) {
    if (dialog_ && differences_.project()) dialog_->setCounters(*differences_.project(), *counters);
  });
  connect(&service_, &CountersService::failed, this, [this](const QString& message) {
    if (dialog_) dialog_->setProblem(message);
  });
  connect(&service_, &CountersService::ended, this, [this] {
    if (dialog_) dialog_->setCounting(false);
  });
  connect(&model, &RunModel::wasReset, this, &CountersWindow::forget);
}

/// Another run has other variants of the same numbers.
void CountersWindow::forget() {
  if (!model_.hasRun() || model_.run().id != run_.id) close();
}

void CountersWindow::open() {
  if (selection_.variant() == 0) return emit failed(tr("the original is what variants are compared with: select a variant"));
  const Result<ShownVariant::Name> name = shown_.name(tr("counted on a GPU"));
  if (!name) return emit failed(QString::fromStdString(name.error().message));
  if (!model_.hasRun()) return;
  shown_.number()([self = QPointer(this), path = controller_.path(), run = model_.run().id](std::int64_t variant) {
    // Another file may have been opened meanwhile.
    if (self && self->controller_.path() == path && self->model_.hasRun() && self->model_.run().id == run) self->count(variant);
  });
}

void CountersWindow::count(std::int64_t variant) {
  if (!dialog_) {
    dialog_ = new CountersDialog(window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog_, &CountersDialog::countRequested, this, [this] { count(variant_); });
    connect(dialog_, &CountersDialog::cancelRequested, &service_, &CountersService::cancel);
    connect(dialog_, &QDialog::finished, &service_, &CountersService::cancel);
  }
  run_ = model_.run();
  variant_ = variant;
  service_.count(controller_.path(), run_, variant);
  dialog_->setVariant(tr("Variant %1").arg(QString::fromStdString(variantName(variant))));
  dialog_->setCounting(true);
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

void CountersWindow::close() {
  service_.cancel();
  if (dialog_) dialog_->close();
  dialog_ = nullptr;
}

} // namespace gevo::ui
