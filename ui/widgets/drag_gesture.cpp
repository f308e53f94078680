#include "ui/widgets/drag_gesture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QMouseEvent>

#include <utility>

namespace gevo::ui {

DragGesture::DragGesture(QAbstractButton* source) : QObject(source), source_(source) { source->installEventFilter(this); }

void DragGesture::end() {
  held_ = dragged_ = false;
  source_->setDown(false);
}

bool DragGesture::eventFilter(QObject* watched, QEvent* event) {
  const auto* mouse = static_cast<QMouseEvent*>(event);
  switch (event->type()) {
  case QEvent::MouseButtonPress:
    held_ = mouse->button() == Qt::LeftButton;
    pressed_ = mouse->position().toPoint();
    break;
  case QEvent::MouseMove:
    if (dragged_) return true; // the button would be pressed again
    if (!held_ || (mouse->position().toPoint() - pressed_).manhattanLength() < QApplication::startDragDistance()) break;
    dragged_ = true;
    source_->setDown(false);
    emit begun();
    return true;
  case QEvent::MouseButtonRelease:
    held_ = false;
    if (!std::exchange(dragged_, false)) break;
    source_->setDown(false);
    return true; // no click
  default:
    break;
  }
  return QObject::eventFilter(watched, event);
}

} // namespace gevo::ui
