#include "ui/window/run_comparison.h"

#include "ui/service/run_controller.h"

namespace gevo::ui {

RunComparisonWindow::RunComparisonWindow(const RunModel& model, const RunController& controller, std::string workerProgram, QWidget* window)
    : QObject(window), model_(model), controller_(controller), window_(window), service_(std::move(workerProgram)) {
  pause_.setSingleShot(true);
  connect(&pause_, &QTimer::timeout, this, &RunComparisonWindow::readIfDue);
  connect(&service_, &ComparisonService::compared, this, [this](const std::shared_ptr<const RunsSideBySide>& runs) {
    if (dialog_) dialog_->setRuns(runs);
  });
  connect(&service_, &ComparisonService::failed, this, [this](const QString& message) {
    if (dialog_) dialog_->setProblem(message);
  });
  const auto changed = [this] {
    outdated_ = true;
    readIfDue();
  };
  connect(&model, &RunModel::runsChanged, this, changed);
  connect(&model, &RunModel::validityChanged, this, changed);
}

void RunComparisonWindow::setTheme(const Theme& theme) {
  theme_ = theme;
  if (dialog_) dialog_->setTheme(theme);
}

void RunComparisonWindow::open() {
  if (!dialog_) {
    dialog_ = new RunsDialog(window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    dialog_->setTheme(theme_);
    connect(dialog_, &RunsDialog::runChosen, this, [this](qint64 run) {
      if (controller_.busy()) return dialog_->setProblem(tr("a run is in progress: stop it before another one is shown"));
      emit runChosen(run);
    });
    connect(dialog_, &RunsDialog::labelEdited, this, &RunComparisonWindow::labelEdited);
    pause_.stop();
    outdated_ = true;
    if (!model_.hasRun()) dialog_->setProblem(tr("This file has no run yet."));
    readIfDue();
  }
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

void RunComparisonWindow::close() {
  service_.cancel();
  if (dialog_) dialog_->close();
  dialog_ = nullptr;
}

void RunComparisonWindow::readIfDue() {
  if (!outdated_ || !dialog_ || !model_.hasRun() || pause_.isActive()) return;
  outdated_ = false;
  pause_.start(interval);
  service_.compare(controller_.path(), model_.run());
}

} // namespace gevo::ui
