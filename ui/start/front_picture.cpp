#include "ui/start/front_picture.h"

#include "ui/plot/axis_map.h"
#include "ui/plot/step_line.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double margin = 8;
constexpr double pointSize = 2;
constexpr double frontSize = 2.6;
constexpr double originalSize = 4;
constexpr double bandShare = 0.22; ///< of the height, for exact variants

class PictureAxes {
public:
  PictureAxes(const QRectF& area, const FileSummary& summary) : area_(area.adjusted(margin, margin, -margin, -margin)) {
    double slowest = summary.run.originalRuntime;
    double fastest = summary.front.empty() ? slowest : std::min(slowest, summary.front.front().runtime);
    const double room = std::max((slowest - fastest) * 0.12, slowest * 0.01);
    runtime_ = {.range = {fastest - room, slowest + room}, .from = area_.left(), .to = area_.right()};
    double largest = 0;
    for (const VariantRow& row : summary.front) largest = std::max(largest, row.error);
    for (const VariantRow& row : summary.latest)
      if (largest == 0) largest = std::max(largest, row.error); // a front without error leaves the room to the others
    error_ = {.range = {0, largest}, .from = area_.bottom() - bandShare * area_.height(), .to = area_.top()};
  }

  /// `inBand`: where in the band an exact variant lies, 0 to 1.
  QPointF position(double runtime, double error, double inBand = 0.5) const {
    const bool exact = error == 0 || error_.range.upper <= 0;
    return {runtime_.pixel(runtime), exact ? area_.bottom() - bandShare * inBand * area_.height() : error_.pixel(error)};
  }
  QPointF position(const VariantRow& row) const { return position(row.runtime, row.error); }
  /// Exact ones spread over their band, as in the large plot.
  QPointF jittered(const VariantRow& row) const { return position(row.runtime, row.error, double(row.id * 7919 % 101) / 100); }
  bool contains(const QPointF& point) const { return area_.adjusted(-2, -2, 2, 2).contains(point); }
  const QRectF& area() const { return area_; }

private:
  QRectF area_;
  AxisMap runtime_;
  AxisMap error_;
};

void drawFrontLine(QPainter& painter, const PictureAxes& axes, const FileSummary& summary, const Theme& theme) {
  QPolygonF members;
  for (const VariantRow& row : summary.front) members << axes.position(row);
  if (members.isEmpty()) return;
  QPolygonF line = stepLine(members);
  line.prepend({line.first().x(), axes.area().top()});
  line.append({axes.area().right(), line.last().y()});
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(theme.front, 1.4));
  painter.drawPolyline(line);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.front);
  for (const VariantRow& row : summary.front)
    if (row.id != 0) painter.drawEllipse(axes.position(row), frontSize, frontSize);
}

} // namespace

void drawFront(QPainter& painter, const QRectF& area, const FileSummary& summary, const Theme& theme) {
  if (summary.runs == 0 || summary.run.originalRuntime <= 0) return;
  const PictureAxes axes(area, summary);
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(translucent(theme.population, 0.6F));
  for (const VariantRow& row : summary.latest) {
    const QPointF point = axes.jittered(row);
    if (row.id != 0 && axes.contains(point)) painter.drawEllipse(point, pointSize, pointSize);
  }
  drawFrontLine(painter, axes, summary, theme);
  const QPointF original = axes.position(summary.run.originalRuntime, 0);
  painter.setPen(QPen(theme.card, 1));
  painter.setBrush(theme.ink);
  painter.translate(original);
  painter.rotate(45);
  painter.drawRect(QRectF(-originalSize / 2 - 0.5, -originalSize / 2 - 0.5, originalSize + 1, originalSize + 1));
  painter.restore();
}

} // namespace gevo::ui
