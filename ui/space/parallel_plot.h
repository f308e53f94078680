#pragma once

/// Parallel coordinates (Inselberg 1985): an axis for each parameter and one of runtimes, on which up is faster; a line for each
/// configuration. Those that failed end below the runtimes.

#include "ui/plot/axis_map.h"
#include "ui/space/space_canvas.h"

#include <QPolygonF>

namespace gevo::ui {

class ParallelPlot : public SpaceCanvas {
  Q_OBJECT
public:
  explicit ParallelPlot(QWidget* parent = nullptr);
  /// Through all axes.
  QPolygonF polyline(int line) const;

  int spotAt(const QPointF& position) const override;
  QPointF centreOf(int spot) const override;
  QString tipOf(int spot) const override;

protected:
  void modelChanged() override;
  void paintData(QPainter& painter) override;
  void paintPointed(QPainter& painter, int spot) override;
  void paintKey(QPainter& painter, const QRectF& area) override;
  int lineOf(int spot) const override { return spot; }
  int spotOf(int line) const override { return line; }
  std::optional<int> stepped(int spot, int key) const override;

private:
  QRectF plotRect() const;
  double axisX(std::size_t axis) const;
  double valueY(std::size_t axis, int value) const;
  AxisMap runtimes() const;
  double failedY() const { return plotRect().bottom(); }
  void paintAxes(QPainter& painter) const;
  void paintTicks(QPainter& painter, std::size_t axis) const;
  void paintRuntimes(QPainter& painter) const;
  void paintLine(QPainter& painter, int line, double width, float opacity) const;

  std::vector<int> order_; ///< lines, the fastest first, the failed last
  Interval range_;         ///< of runtimes, in microseconds
  bool anyFailed_ = false;
};

} // namespace gevo::ui
