#include "ui/window/code_zoom.h"

#include "ui/diff/diff_view.h"
#include "ui/project/source_view.h"
#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr int usual = 12;
constexpr int smallest = 7;
constexpr int largest = 32;
/// A notch of most wheels; touch pads send less at a time.
constexpr int step = 120;

/// With the scroll bars.
QAbstractScrollArea& areaOf(const DiffView& view) { return *qobject_cast<QAbstractScrollArea*>(view.focusProxy()); }

} // namespace

CodeZoom::CodeZoom(QList<DiffView*> differences, SourceView& source)
    : QObject(&source), differences_(std::move(differences)), source_(source), size_(usual) {
  for (DiffView* view : std::as_const(differences_)) areaOf(*view).viewport()->installEventFilter(this);
  source_.viewport()->installEventFilter(this);
}

void CodeZoom::setSize(int pixels) {
  const int size = std::clamp(pixels, smallest, largest);
  if (size == size_) return;
  size_ = size;
  for (DiffView* view : std::as_const(differences_)) {
    QScrollBar* bar = areaOf(*view).verticalScrollBar(); // one step is a line
    const int line = bar->value() / std::max(1, bar->singleStep());
    view->setCodeFont(codeFont(size));
    bar->setValue(line * bar->singleStep());
  }
  source_.setFont(codeFont(size));
}

void CodeZoom::reset() { setSize(usual); }

bool CodeZoom::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::Wheel) return QObject::eventFilter(watched, event);
  const auto& wheel = *static_cast<QWheelEvent*>(event);
  if (!wheel.modifiers().testFlag(Qt::ControlModifier)) return QObject::eventFilter(watched, event);
  turned_ += wheel.angleDelta().y();
  setSize(size_ + turned_ / step);
  turned_ %= step;
  return true;
}

} // namespace gevo::ui
