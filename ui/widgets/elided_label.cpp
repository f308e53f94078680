#include "ui/widgets/elided_label.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace gevo::ui {
namespace {

/// Fewer letters than this are useless.
constexpr int fewestLetters = 4;

} // namespace

bool ElidedLabel::fits() const { return fontMetrics().horizontalAdvance(text()) <= contentsRect().width(); }

void ElidedLabel::paintEvent(QPaintEvent* event) {
  if (fits()) return QLabel::paintEvent(event);
  const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
  if (shown.size() < fewestLetters) return;
  QPainter painter(this);
  style()->drawItemText(&painter, contentsRect(), static_cast<int>(alignment()), palette(), isEnabled(), shown, foregroundRole());
}

bool ElidedLabel::event(QEvent* event) {
  if (event->type() == QEvent::ToolTip && toolTip().isEmpty() && !fits()) {
    QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), text(), this);
    return true;
  }
  return QLabel::event(event);
}

} // namespace gevo::ui
