#include "ui/pareto/lasso.h"

#include <utility>

namespace gevo::ui {
namespace {

constexpr double leastStep = 2;   ///< pixels between two points of the line
constexpr double leastExtent = 5; ///< of the whole

} // namespace

Lasso::Lasso(QCustomPlot* plot, const QString& layer) : QCPLayerable(plot, layer) {}

void Lasso::begin(const QPointF& place) {
  line_ = {place};
  isDrawn_ = true;
}

void Lasso::moveTo(const QPointF& place) {
  if ((place - line_.last()).manhattanLength() >= leastStep) line_ << place;
}

QPolygonF Lasso::end() {
  isDrawn_ = false;
  const QRectF extent = line_.boundingRect();
  QPolygonF line = std::exchange(line_, {});
  return std::max(extent.width(), extent.height()) < leastExtent ? QPolygonF() : line;
}

void Lasso::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

void Lasso::draw(QCPPainter* painter) {
  if (!isDrawn_) return;
  painter->setPen(Qt::NoPen);
  painter->setBrush(translucent(theme_.accent, 0.12F));
  painter->drawPolygon(line_, Qt::OddEvenFill);
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(theme_.accent, 1.4));
  painter->drawPolyline(line_);
  painter->setPen(QPen(theme_.accent, 1, Qt::DashLine));
  painter->drawLine(line_.last(), line_.first());
}

} // namespace gevo::ui
