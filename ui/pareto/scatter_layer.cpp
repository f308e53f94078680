#include "ui/pareto/scatter_layer.h"

#include "ui/theme/theme.h"

namespace gevo::ui {

std::array<QRgb, scatterColours> scatterPalette(const Theme& theme) {
  std::array<QRgb, scatterColours> palette{};
  for (std::size_t shade = 0; shade < scatterShades; ++shade) {
    const double depth = double(shade) / double(scatterShades - 1);
    const QColor colour = theme.dark ? QColor::fromHslF(207 / 360.0, 0.28 + 0.42 * depth, 0.38 + 0.20 * depth, 0.85)
                                     : QColor::fromHslF(207 / 360.0, 0.35 + 0.40 * depth, 0.76 - 0.28 * depth, 0.85);
    palette[shade] = colour.rgba();
  }
  // More kinds than colours that everybody can tell apart: the later ones are another shade of one.
  const auto colourOf = [&](std::size_t kind) {
    const QColor& colour = theme.links[kind % theme.links.size()];
    const std::size_t turn = kind / theme.links.size();
    const bool brighter = theme.dark == (turn % 2 == 1);
    return turn == 0 ? colour : brighter ? colour.lighter(145) : colour.darker(165);
  };
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) {
    const QColor colour = static_cast<StepKind>(kind) == StepKind::Other ? theme.dim : colourOf(kind);
    palette[scatterShades + kind] = translucent(colour, 0.8F).rgba();
  }
  return palette;
}

ScatterLayer::ScatterLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale) : QCPLayerable(plot, layer), scale_(scale) {}

void ScatterLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect ScatterLayer::clipRect() const {
  const int margin = picture_ ? picture_->request.margin() : 0;
  return scale_.area().adjusted(-margin, -margin, margin, margin);
}

QPointF ScatterLayer::moved(const QPointF& position, const AxisTransform& from, const AxisTransform& to) const {
  return {to.x.pixel(from.x.value(position.x())), to.y.pixel(from.y.value(position.y()))};
}

void ScatterLayer::draw(QCPPainter* painter) {
  if (!picture_) return;
  if (painter->modes().testFlag(QCPPainter::pmVectorized)) return drawShapes(*painter);
  const AxisTransform& then = picture_->request.transform;
  const AxisTransform now = scale_.transform();
  const QPointF margin(picture_->request.margin(), picture_->request.margin());
  if (then == now) return painter->drawImage(now.area.topLeft() - margin, picture_->image);
  // The band stays where it is; it only moves sideways.
  painter->setRenderHint(QPainter::SmoothPixmapTransform);
  const double ratio = picture_->request.ratio;
  const auto part = [&](const QRectF& source, const QRectF& target) {
    const QRectF pixels((source.topLeft() - then.area.topLeft() + margin) * ratio, source.size() * ratio);
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

void ScatterLayer::drawShapes(QCPPainter& painter) const {
  const ScatterRequest& request = picture_->request;
  const QPointF corner(2 * request.scale, 2 * request.scale);
  const QPointF other(corner.x(), -corner.y());
  for (const ScatterMarker& marker : picture_->markers) {
    const bool isDimmed = marker.emphasis == Emphasis::Dimmed;
    if (marker.colour == failedMarker) {
      painter.setPen(QPen(QColor::fromRgba(isDimmed ? request.dimmedColour : request.failedColour), 1.1 * request.scale));
      painter.drawLine(marker.position - corner, marker.position + corner);
      painter.drawLine(marker.position - other, marker.position + other);
      continue;
    }
    const bool isChosen = marker.emphasis == Emphasis::Chosen;
    const QColor colour = QColor::fromRgba(isDimmed   ? request.dimmedColour
                                           : isChosen ? request.chosenColour
                                                      : request.colours[marker.colour]);
    const double radius = (isChosen ? chosenRadius : discRadius) * request.scale;
    painter.setPen(marker.id < 0 ? QPen(colour, circleWidth * request.scale) : QPen(Qt::NoPen));
    painter.setBrush(marker.id < 0 ? QBrush(Qt::NoBrush) : QBrush(colour));
    painter.drawEllipse(marker.position, radius, radius);
  }
}

std::optional<std::int64_t> ScatterLayer::nearest(const QPointF& position, double reach, PointKinds kinds) const {
  if (!picture_) return std::nullopt;
  const AxisTransform& then = picture_->request.transform;
  const AxisTransform now = scale_.transform();
  if (then == now) return picture_->nearest(position, reach, kinds);
  QPointF before = moved(position, now, then);
  if (now.band.contains(position) && !then.band.isNull()) before.setY(then.band.top() + position.y() - now.band.top());
  return picture_->nearest(before, reach, kinds);
}

} // namespace gevo::ui
