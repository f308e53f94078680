#include "ui/window/near_miss_window.h"

#include "ui/model/run_model.h"
#include "ui/model/selection.h"
#include "ui/service/run_controller.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/documents.h"

#include <utility>

namespace gevo::ui {

NearMissWindow::NearMissWindow(const RunModel& model, const RunController& controller, Selection& selection, DifferencesView& differences,
                               std::string workerProgram, QWidget* window)
    : QObject(window), model_(model), controller_(controller), selection_(selection), differences_(differences), window_(window),
      service_(std::move(workerProgram)) {
  connect(&service_, &NearMissService::found, this, [this](qint64 run, const std::shared_ptr<const NearMisses>& misses) {
    found_ = misses;
    run_ = run;
    if (dialog_) dialog_->setFound(misses);
  });
  connect(&service_, &NearMissService::progressed, this, [this](const QString& doing) {
    if (dialog_ && service_.searches()) dialog_->setProgress(doing);
  });
  connect(&service_, &NearMissService::ended, this, [this] {
    if (dialog_) dialog_->setProgress({});
  });
  connect(&service_, &NearMissService::failed, this, [this](const QString& message) {
    // After `ended`, which shows what was known before.
    QMetaObject::invokeMethod(
        this, [this, message] { dialog_ ? dialog_->setProblem(message) : void(); }, Qt::QueuedConnection);
  });
  connect(&model, &RunModel::wasReset, this, &NearMissWindow::forget);
}

void NearMissWindow::forget() {
  if (found_ && model_.hasRun() && model_.run().id == run_) return;
  service_.cancel();
  found_ = nullptr;
  if (dialog_) dialog_->setFound(nullptr);
  if (dialog_) dialog_->setProgress({});
}

void NearMissWindow::open() {
  if (!dialog_) {
    dialog_ = new NearMissDialog(window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog_, &NearMissDialog::searchRequested, this, &NearMissWindow::search);
    connect(dialog_, &NearMissDialog::cancelRequested, &service_, &NearMissService::cancel);
    connect(dialog_, &NearMissDialog::chosen, this, &NearMissWindow::choose);
    connect(dialog_, &QDialog::finished, &service_, &NearMissService::cancel);
    found_ ? dialog_->setFound(found_) : search();
  }
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

void NearMissWindow::close() {
  service_.cancel();
  if (dialog_) dialog_->close();
  dialog_ = nullptr;
  found_ = nullptr;
}

void NearMissWindow::search() {
  if (!model_.hasRun()) return dialog_->setProblem(tr("This file has no run yet."));
  service_.find(controller_.path(), model_.run());
  dialog_->setProgress(tr("reading the evaluations"));
}

void NearMissWindow::choose(qint64 variant, const CodeLine& at) {
  at_ = at;
  chosen_ = variant;
  if (selection_.variant() == variant)
    showPlace(variant);
  else
    selection_.choose(variant);
}

void NearMissWindow::showPlace(qint64 variant) {
  if (variant != chosen_) return;
  const CodeLine at = std::exchange(at_, {});
  if (at.file.empty() || !differences_.project()) return;
  if (const int file = sourceNamed(*differences_.project(), at.file); file >= 0) differences_.showSourceLine(file, int(at.line));
}

} // namespace gevo::ui
