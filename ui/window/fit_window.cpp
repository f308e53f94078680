#include "ui/window/fit_window.h"

namespace gevo::ui {

void FitWindow::setTheme(const Theme& theme) {
  theme_ = theme;
  if (dialog_) dialog_->setTheme(theme);
}

void FitWindow::open() {
  if (!dialog_) {
    dialog_ = new FitDialog(window_);
    dialog_->setAttribute(Qt::WA_DeleteOnClose);
    dialog_->setTheme(theme_);
  }
  dialog_->show();
  dialog_->raise();
  dialog_->activateWindow();
}

} // namespace gevo::ui
