#include "ui/pareto/front_layer.h"

namespace gevo::ui {

FrontLayer::FrontLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale)
    : QCPLayerable(plot, layer), model_(model), scale_(scale) {}

void FrontLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect FrontLayer::clipRect() const { return scale_.area().adjusted(-7, -7, 7, 7); }

void FrontLayer::draw(QCPPainter* painter) {
  if (!model_.hasRun()) return;
  drawFront(painter);
  drawOriginal(painter);
  drawBandLabel(painter);
}

/// At the right end of the band, or at its left one where the original's label stands.
void FrontLayer::drawBandLabel(QCPPainter* painter) const {
  const QRect band = scale_.exact->rect();
  const bool taken = scale_.pixel(model_.run().originalRuntime, 0).x() > band.right() - 120;
  const QRectF area(taken ? band.left() + 4 : band.right() - 100, band.top() - 18, 96, 16);
  drawLabel(painter, area, taken ? Qt::AlignLeft : Qt::AlignRight, QObject::tr("exact"), theme_.dim);
}

void FrontLayer::drawFront(QCPPainter* painter) const {
  QPolygonF points;
  for (const std::int64_t id : model_.front())
    if (const VariantRow* row = model_.variant(id)) points << scale_.pixel(row->runtime, row->error);
  if (points.isEmpty()) return;

  // From one member to the next slower one the error stays what it was: first along, then down.
  QPolygonF steps;
  for (const QPointF& point : points) {
    if (!steps.isEmpty()) steps << QPointF(point.x(), steps.last().y());
    steps << point;
  }
  painter->setBrush(Qt::NoBrush);
  painter->setPen(QPen(theme_.front, 1.6));
  painter->drawPolyline(steps);
  painter->setPen(QPen(theme_.card, 1.5));
  painter->setBrush(theme_.front);
  for (const QPointF& point : points) painter->drawEllipse(point, 5, 5);
}

void FrontLayer::drawOriginal(QCPPainter* painter) const {
  const QPointF point = scale_.pixel(model_.run().originalRuntime, 0);
  if (!QRectF(scale_.area()).contains(point)) return;
  painter->setPen(QPen(theme_.card, 1));
  painter->setBrush(theme_.ink);
  painter->drawPolygon(QPolygonF({point + QPointF(0, -7.5), point + QPointF(7.5, 0), point + QPointF(0, 7.5), point + QPointF(-7.5, 0)}));
  drawLabel(painter, QRectF(point.x() - 60, point.y() - 31, 120, 16), Qt::AlignHCenter, QObject::tr("original"), theme_.ink);
}

void FrontLayer::drawLabel(QCPPainter* painter, const QRectF& area, Qt::Alignment side, const QString& text, const QColor& colour) const {
  painter->setFont(interfaceFont(11));
  QRectF back;
  painter->setPen(Qt::NoPen);
  painter->drawText(area, int(side | Qt::AlignVCenter), text, &back);
  QColor veil = theme_.card;
  veil.setAlphaF(0.8F); // the cloud shows through, the word stays legible
  painter->setBrush(veil);
  painter->drawRoundedRect(back.adjusted(-4, 0, 4, 0), 4, 4);
  painter->setPen(colour);
  painter->drawText(area, int(side | Qt::AlignVCenter), text);
}

MarkLayer::MarkLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale)
    : QCPLayerable(plot, layer), model_(model), scale_(scale) {}

void MarkLayer::setMarks(std::int64_t selected, std::int64_t compared, std::int64_t hovered) {
  selected_ = selected;
  compared_ = compared;
  hovered_ = hovered;
}

void MarkLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect MarkLayer::clipRect() const { return scale_.area().adjusted(-11, -11, 11, 11); }

void MarkLayer::draw(QCPPainter* painter) {
  painter->setBrush(Qt::NoBrush);
  if (hovered_ != selected_) ring(painter, hovered_, 7, QPen(theme_.dim, 1.2));
  if (compared_ != 0) ring(painter, compared_, 9, QPen(theme_.dim, 1.4, Qt::DotLine));
  ring(painter, selected_, 9, QPen(focused_ ? theme_.accent : theme_.ink, focused_ ? 2 : 1.6));
}

void MarkLayer::ring(QCPPainter* painter, std::int64_t id, double radius, const QPen& pen) const {
  const VariantRow* row = model_.variant(id);
  if (!row) return;
  const QPointF point = model_.onFront(id) ? scale_.pixel(row->runtime, row->error) : scale_.strewn(*row);
  if (!clipRect().contains(point.toPoint())) return;
  painter->setPen(pen);
  painter->drawEllipse(point, radius, radius);
}

} // namespace gevo::ui
