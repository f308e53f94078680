#include "ui/start/front_picture.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double margin = 8;
constexpr double pointSize = 2;
constexpr double frontSize = 2.6;
constexpr double originalSize = 4;
constexpr double bandShare = 0.22; ///< of the height, for exact variants

/// Runtimes and errors to places.
class Places {
public:
  Places(const QRectF& area, const FileSummary& summary) : area_(area.adjusted(margin, margin, -margin, -margin)) {
    slowest_ = summary.run.originalRuntime;
    fastest_ = summary.front.empty() ? slowest_ : std::min(slowest_, summary.front.front().runtime);
    const double room = std::max((slowest_ - fastest_) * 0.12, slowest_ * 0.01);
    slowest_ += room;
    fastest_ -= room;
    for (const VariantRow& row : summary.front) largest_ = std::max(largest_, row.error);
    for (const VariantRow& row : summary.cloud)
      if (largest_ == 0) largest_ = std::max(largest_, row.error); // a front without error leaves the room to the others
  }

  /// `inBand`: where in the band an exact variant lies, 0 to 1.
  QPointF of(double runtime, double error, double inBand = 0.5) const {
    const double x = (runtime - fastest_) / (slowest_ - fastest_);
    const double y = error == 0 || largest_ <= 0 ? bandShare * inBand : bandShare + (1 - bandShare) * error / largest_;
    return {area_.left() + x * area_.width(), area_.bottom() - y * area_.height()};
  }
  QPointF of(const VariantRow& row) const { return of(row.runtime, row.error); }
  /// Exact ones spread over their band, as in the large plot.
  QPointF strewn(const VariantRow& row) const { return of(row.runtime, row.error, double(row.id * 7919 % 101) / 100); }
  bool holds(const QPointF& point) const { return area_.adjusted(-2, -2, 2, 2).contains(point); }
  const QRectF& area() const { return area_; }

private:
  QRectF area_;
  double slowest_ = 1;
  double fastest_ = 0;
  double largest_ = 0;
};

void drawSteps(QPainter& painter, const Places& places, const FileSummary& summary, const Theme& theme) {
  QPainterPath steps;
  for (const VariantRow& row : summary.front) {
    const QPointF point = places.of(row);
    if (steps.isEmpty())
      steps.moveTo(point.x(), places.area().top());
    else
      steps.lineTo(point.x(), steps.currentPosition().y());
    steps.lineTo(point);
  }
  if (steps.isEmpty()) return;
  steps.lineTo(places.area().right(), steps.currentPosition().y());
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.front, 1.4));
  painter.drawPath(steps);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.front);
  for (const VariantRow& row : summary.front)
    if (row.id != 0) painter.drawEllipse(places.of(row), frontSize, frontSize);
}

} // namespace

void drawFront(QPainter& painter, const QRectF& area, const FileSummary& summary, const Theme& theme) {
  if (summary.runs == 0 || summary.run.originalRuntime <= 0) return;
  const Places places(area, summary);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QColor cloud = theme.population;
  cloud.setAlphaF(0.6F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(cloud);
  for (const VariantRow& row : summary.cloud) {
    const QPointF point = places.strewn(row);
    if (row.id != 0 && places.holds(point)) painter.drawEllipse(point, pointSize, pointSize);
  }
  drawSteps(painter, places, summary, theme);
  const QPointF original = places.of(summary.run.originalRuntime, 0);
  painter.setPen(QPen(theme.card, 1));
  painter.setBrush(theme.ink);
  painter.translate(original);
  painter.rotate(45);
  painter.drawRect(QRectF(-originalSize / 2 - 0.5, -originalSize / 2 - 0.5, originalSize + 1, originalSize + 1));
  painter.restore();
}

} // namespace gevo::ui
