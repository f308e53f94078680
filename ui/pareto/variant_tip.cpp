#include "ui/pareto/variant_tip.h"

namespace gevo::ui {

VariantTip::VariantTip(QWidget* parent) : QLabel(parent) {
  setObjectName("variantTip");
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setTextFormat(Qt::RichText);
  hide();
}

void VariantTip::showAt(const QPoint& point, const QString& text) {
  setText(text);
  adjustSize();
  constexpr int distance = 16;
  QPoint position(point.x() + distance, point.y() - height() - distance);
  if (position.x() + width() > parentWidget()->width() - 4) position.setX(point.x() - width() - distance);
  if (position.y() < 4) position.setY(point.y() + distance);
  move(position);
  show();
  raise();
}

} // namespace gevo::ui
