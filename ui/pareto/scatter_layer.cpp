#include "ui/pareto/scatter_layer.h"

#include "ui/theme/theme.h"

namespace gevo::ui {

std::array<QRgb, cloudColours> cloudPalette(const Theme& theme) {
  std::array<QRgb, cloudColours> palette{};
  for (std::size_t shade = 0; shade < cloudShades; ++shade) {
    const double depth = double(shade) / double(cloudShades - 1);
    const QColor colour = theme.dark ? QColor::fromHslF(207 / 360.0, 0.28 + 0.42 * depth, 0.38 + 0.20 * depth, 0.85)
                                     : QColor::fromHslF(207 / 360.0, 0.35 + 0.40 * depth, 0.76 - 0.28 * depth, 0.85);
    palette[shade] = colour.rgba();
  }
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    QColor colour = static_cast<StepKind>(kind) == StepKind::Other ? theme.dim : theme.links[kind % theme.links.size()];
    colour.setAlphaF(0.8F);
    palette[cloudShades + kind] = colour.rgba();
  }
  return palette;
}

CloudLayer::CloudLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale) : QCPLayerable(plot, layer), scale_(scale) {}

void CloudLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect CloudLayer::clipRect() const { return scale_.area(); }

QPointF CloudLayer::moved(const QPointF& place, const Plane& from, const Plane& to) const {
  return {to.x.pixel(from.x.value(place.x())), to.y.pixel(from.y.value(place.y()))};
}

void CloudLayer::draw(QCPPainter* painter) {
  if (!picture_) return;
  if (painter->modes().testFlag(QCPPainter::pmVectorized)) return drawShapes(*painter);
  const Plane& then = picture_->request.plane;
  const Plane now = scale_.plane();
  if (then == now) return painter->drawImage(now.area.topLeft(), picture_->image);
  // The band stays where it is; it only moves sideways.
  painter->setRenderHint(QPainter::SmoothPixmapTransform);
  const double ratio = picture_->request.ratio;
  const auto part = [&](const QRectF& source, const QRectF& target) {
    const QRectF pixels((source.topLeft() - then.area.topLeft()) * ratio, source.size() * ratio);
    painter->save();
    painter->setClipRect(now.band.isNull() || target.top() >= now.band.top() ? now.area : now.area.adjusted(0, 0, 0, -now.band.height()),
                         Qt::IntersectClip);
    painter->drawImage(target, picture_->image, pixels);
    painter->restore();
  };
  const QRectF above(then.area.topLeft(), QPointF(then.area.right(), then.band.isNull() ? then.area.bottom() : then.band.top()));
  part(above, QRectF(moved(above.topLeft(), then, now), moved(above.bottomRight(), then, now)));
  if (then.band.isNull() || now.band.isNull()) return;
  QRectF band = now.band;
  band.setLeft(moved(then.band.topLeft(), then, now).x());
  band.setRight(moved(then.band.bottomRight(), then, now).x());
  part(then.band, band);
}

void CloudLayer::drawShapes(QCPPainter& painter) const {
  const CloudRequest& request = picture_->request;
  for (const CloudSpot& spot : picture_->spots) {
    if (spot.colour == failedSpot) {
      painter.setPen(QPen(QColor::fromRgba(request.failedColour), 1.1));
      painter.drawLine(spot.place - QPointF(2, 2), spot.place + QPointF(2, 2));
      painter.drawLine(spot.place - QPointF(2, -2), spot.place + QPointF(2, -2));
      continue;
    }
    const QColor colour = QColor::fromRgba(request.colours[spot.colour]);
    painter.setPen(spot.id < 0 ? QPen(colour, circleWidth) : QPen(Qt::NoPen));
    painter.setBrush(spot.id < 0 ? QBrush(Qt::NoBrush) : QBrush(colour));
    painter.drawEllipse(spot.place, discRadius, discRadius);
  }
}

std::optional<std::int64_t> CloudLayer::nearest(const QPointF& place, double reach, CloudKinds kinds) const {
  if (!picture_) return std::nullopt;
  const Plane& then = picture_->request.plane;
  const Plane now = scale_.plane();
  if (then == now) return picture_->nearest(place, reach, kinds);
  QPointF before = moved(place, now, then);
  if (now.band.contains(place) && !then.band.isNull()) before.setY(then.band.top() + place.y() - now.band.top());
  return picture_->nearest(before, reach, kinds);
}

} // namespace gevo::ui
