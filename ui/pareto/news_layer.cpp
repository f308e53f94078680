#include "ui/pareto/news_layer.h"

#include <algorithm>

namespace gevo::ui {
namespace {

constexpr qint64 pulseMilliseconds = 900;
constexpr qint64 glowMilliseconds = 1100;
constexpr std::chrono::milliseconds frame{33};
/// More rings than this at once would hide the points.
constexpr std::size_t mostRings = 160;

double shareOf(qint64 elapsed, qint64 whole) { return std::clamp(double(elapsed) / double(whole), 0.0, 1.0); }

} // namespace

NewsLayer::NewsLayer(QCustomPlot* plot, const QString& layer, const ParetoScale& scale)
    : QCPLayerable(plot, layer), scale_(scale), theme_(Theme::light()) {
  clock_.start();
  frames_.setInterval(frame);
  connect(&frames_, &QTimer::timeout, this, &NewsLayer::advance);
}

void NewsLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect NewsLayer::clipRect() const { return scale_.area(); }

void NewsLayer::announce(std::vector<std::int64_t> ids) {
  if (ids.empty()) return;
  if (ids.size() > mostRings) ids.erase(ids.begin(), ids.end() - mostRings);
  pulses_.push_back({std::move(ids), clock_.elapsed()});
  begin();
}

void NewsLayer::glow(QPolygonF front) {
  front_ = std::move(front);
  frontSince_ = clock_.elapsed();
  begin();
}

void NewsLayer::clear() {
  pulses_.clear();
  front_.clear();
  advance();
}

std::size_t NewsLayer::ringed() const {
  std::size_t count = 0;
  for (const Pulse& pulse : pulses_) count += pulse.ids.size();
  return count;
}

void NewsLayer::begin() {
  if (!frames_.isActive()) frames_.start();
}

void NewsLayer::advance() {
  const qint64 now = clock_.elapsed();
  std::erase_if(pulses_, [now](const Pulse& pulse) { return now - pulse.since > pulseMilliseconds; });
  if (now - frontSince_ > glowMilliseconds) front_.clear();
  if (pulses_.empty() && front_.isEmpty()) frames_.stop();
  if (!parentPlot()->viewport().isEmpty()) layer()->replot();
}

void NewsLayer::draw(QCPPainter* painter) {
  const qint64 now = clock_.elapsed();
  painter->setBrush(Qt::NoBrush);
  if (!front_.isEmpty()) {
    const double share = shareOf(now - frontSince_, glowMilliseconds);
    painter->setPen(QPen(translucent(theme_.front, static_cast<float>(0.45 * (1 - share))), (4 + 8 * share) * theme_.scale, Qt::SolidLine,
                         Qt::RoundCap, Qt::RoundJoin));
    painter->drawPolyline(front_);
  }
  for (const Pulse& pulse : pulses_) {
    const double share = shareOf(now - pulse.since, pulseMilliseconds);
    const double radius = (2.5 + 8 * share) * theme_.scale;
    painter->setPen(QPen(translucent(theme_.accent, static_cast<float>(0.8 * (1 - share))), 1.6 * theme_.scale));
    for (const std::int64_t id : pulse.ids)
      if (const std::optional<QPointF> point = position_(id); point && QRectF(clipRect()).contains(*point))
        painter->drawEllipse(*point, radius, radius);
  }
}

} // namespace gevo::ui
