#include "ui/window/presenter.h"

#include "ui/presentation/stage.h"

#include <QMainWindow>
#include <QStackedWidget>

namespace gevo::ui {

Presenter::Presenter(QMainWindow& window, QStackedWidget& pages, Stage& stage, QList<QWidget*> bars, QObject* parent)
    : QObject(parent), window_(window), pages_(pages), stage_(stage), bars_(std::move(bars)) {
  connect(&stage, &Stage::leaveRequested, this, [this] { setOn(false); });
}

void Presenter::setOn(bool on) {
  if (on == on_) return;
  on_ = on;
  on ? enter() : leave();
  emit changed(on);
}

void Presenter::enter() {
  page_ = pages_.currentIndex();
  wasFullScreen_ = window_.windowState().testFlag(Qt::WindowFullScreen);
  focus_ = window_.focusWidget();
  for (QWidget* bar : bars_) bar->hide();
  pages_.setCurrentWidget(&stage_);
  window_.setWindowState(window_.windowState() | Qt::WindowFullScreen);
  stage_.begin();
}

void Presenter::leave() {
  stage_.end();
  // Before the page returns: it then has the size that it had, and no pane is resized.
  for (QWidget* bar : bars_) bar->show();
  window_.setWindowState(window_.windowState().setFlag(Qt::WindowFullScreen, wasFullScreen_));
  pages_.setCurrentIndex(page_);
  if (focus_) focus_->setFocus(Qt::OtherFocusReason);
}

} // namespace gevo::ui
