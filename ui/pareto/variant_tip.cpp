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
  QPoint place(point.x() + distance, point.y() - height() - distance);
  if (place.x() + width() > parentWidget()->width() - 4) place.setX(point.x() - width() - distance);
  if (place.y() < 4) place.setY(point.y() + distance);
  move(place);
  show();
  raise();
}

} // namespace gevo::ui
