#include "ui/space/parallel_plot.h"

#include "ui/plot/plot_style.h"
#include "ui/plot/segment_distance.h"
#include "ui/space/space_legend.h"
#include "ui/space/space_text.h"
#include "ui/text/format.h"

#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gevo::ui {
namespace {

constexpr double reach = 6; ///< pixels within which the mouse means a line
constexpr double side = 26; ///< left of the first axis
constexpr double runtimeLabels = 78;
constexpr double failedRoom = 30; ///< between the slowest runtime and what failed
constexpr int runtimeTicks = 4;   ///< intervals
constexpr double largeRatio = 8;  ///< of runtimes that are shown on a logarithmic axis

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent) : SpaceCanvas(parent) {
  setObjectName("parallelPlot");
  setAccessibleName(tr("Parallel coordinates of the parameters"));
  setAccessibleDescription(tr("Arrow keys move from faster to slower configurations, Enter selects the best variant of one."));
}

void ParallelPlot::modelChanged() {
  order_ = bestFirst(model());
  anyFailed_ = !order_.empty() && !lineAt(order_.back()).valid();
  range_ = {};
  std::vector<double> times;
  for (const SpaceLine& line : model().lines)
    if (line.valid()) times.push_back(line.runtime);
  if (times.empty()) return;
  if (model().originalRuntime > 0) times.push_back(model().originalRuntime);
  const auto [least, most] = std::ranges::minmax(times);
  range_ = least < most ? Interval{least, most} : Interval{least * 0.9, most * 1.1};
}

QRectF ParallelPlot::plotRect() const { return area().adjusted(side, 30, -runtimeLabels, -8); }

double ParallelPlot::axisX(std::size_t axis) const {
  const QRectF plot = plotRect();
  return plot.left() + plot.width() * double(axis) / double(std::max<std::size_t>(model().axes.size(), 1));
}

double ParallelPlot::valueY(std::size_t axis, int value) const {
  const QRectF plot = plotRect();
  const auto last = double(std::max<std::size_t>(model().axes[axis].values.size(), 2) - 1);
  return plot.bottom() - plot.height() * double(value) / last;
}

AxisMap ParallelPlot::runtimes() const {
  const QRectF plot = plotRect();
  return {range_, range_.upper > largeRatio * range_.lower, plot.top(), plot.bottom() - (anyFailed_ ? failedRoom : 0)};
}

QPolygonF ParallelPlot::polyline(int number) const {
  const SpaceLine& line = lineAt(number);
  QPolygonF points;
  for (std::size_t axis = 0; axis < line.at.size(); ++axis) points << QPointF(axisX(axis), valueY(axis, line.at[axis]));
  points << QPointF(axisX(line.at.size()), line.valid() ? runtimes().pixel(line.runtime) : failedY());
  return points;
}

int ParallelPlot::spotAt(const QPointF& position) const {
  int nearest = none;
  double least = reach;
  for (const int line : order_) { // the fastest of those that are equally near
    const QPolygonF points = polyline(line);
    for (qsizetype i = 1; i < points.size(); ++i) {
      if (position.x() < points[i - 1].x() - reach || position.x() > points[i].x() + reach) continue;
      const double away = distanceTo({points[i - 1], points[i]}, position);
      if (away < least - 0.01) std::tie(nearest, least) = std::pair(line, away);
    }
  }
  return nearest;
}

QPointF ParallelPlot::centreOf(int spot) const { return polyline(spot).last(); }

QString ParallelPlot::tipOf(int spot) const { return lineSummary(model(), lineAt(spot)); }

std::optional<int> ParallelPlot::stepped(int spot, int key) const {
  if (key == Qt::Key_Home) return order_.front();
  if (key == Qt::Key_End) return order_.back();
  const int step = key == Qt::Key_Down || key == Qt::Key_Right ? 1 : key == Qt::Key_Up || key == Qt::Key_Left ? -1 : 0;
  if (step == 0) return std::nullopt;
  if (spot == none) return order_.front();
  const auto place = std::ranges::find(order_, spot) - order_.begin() + step;
  return order_[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, std::ssize(order_) - 1))];
}

void ParallelPlot::paintLine(QPainter& painter, int number, double width, float opacity) const {
  const SpaceLine& line = lineAt(number);
  const QColor colour = line.valid() ? speedupColour(scale(), line.speedup, theme()) : theme().dim;
  painter.setPen(QPen(translucent(colour, opacity), width, line.valid() ? Qt::SolidLine : Qt::DashLine, Qt::RoundCap, Qt::RoundJoin));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(polyline(number));
}

void ParallelPlot::paintData(QPainter& painter) {
  if (model().axes.empty() || model().lines.empty()) return;
  const bool many = order_.size() > 60;
  for (auto line = order_.rbegin(); line != order_.rend(); ++line)
    paintLine(painter, *line, many ? 1.2 : 1.8, lineAt(*line).valid() ? (many ? 0.7F : 0.9F) : 0.4F);
  if (selectedLine() != none) {
    painter.setPen(QPen(theme().ink, 1.5));
    painter.drawPolyline(polyline(selectedLine()));
  }
  if (model().best >= 0) {
    painter.setPen(QPen(theme().front, 3, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(polyline(model().best));
  }
  paintAxes(painter);
}

void ParallelPlot::paintAxes(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const QRectF plot = plotRect();
  const double spacing = plot.width() / double(model().axes.size());
  for (std::size_t axis = 0; axis <= model().axes.size(); ++axis) {
    const bool last = axis == model().axes.size();
    painter.setPen(QPen(theme().dim, 1));
    const double x = axisX(axis);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, last ? runtimes().to : plot.bottom()));
    const QString name = last ? tr("runtime") : QString::fromStdString(model().axes[axis].name);
    const double room = std::max(30.0, (axis == 0 || last ? std::min(spacing, 2 * (side + 10)) : spacing) - 8);
    const double width = std::min(metrics.horizontalAdvance(name) + 1, spacing - 8);
    const double left = axis == 0 ? std::max(x - room / 2, x - width / 2) : x - width / 2;
    painter.setPen(theme().ink);
    painter.drawText(QRectF(left, plot.top() - metrics.height() - 10, width, metrics.height()), Qt::AlignCenter,
                     metrics.elidedText(name, Qt::ElideMiddle, width));
    last ? paintRuntimes(painter) : paintTicks(painter, axis);
  }
}

void ParallelPlot::paintTicks(QPainter& painter, std::size_t axis) const {
  const SpaceAxis& shown = model().axes[axis];
  const QFontMetricsF metrics(painter.font());
  const auto count = static_cast<int>(shown.values.size());
  const double spacing = plotRect().height() / std::max(count - 1, 1);
  const int every = std::max(1, static_cast<int>(std::ceil((metrics.height() + 2) / spacing)));
  const double room = (axisX(axis + 1) - axisX(axis)) * 0.4;
  for (int value = 0; value < count; value += every) {
    const QPointF there(axisX(axis), valueY(axis, value));
    const QString text = metrics.elidedText(QString::fromStdString(shown.values[static_cast<std::size_t>(value)]), Qt::ElideRight, room);
    QRectF label(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
    label.moveCenter(there);
    label.moveLeft(there.x() + 5);
    painter.setPen(Qt::NoPen);
    painter.setBrush(translucent(theme().card, 0.85F));
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(theme().dim);
    painter.drawLine(there - QPointF(3, 0), there + QPointF(3, 0));
    painter.setPen(value == shown.own ? theme().ink : theme().dim);
    painter.drawText(label, Qt::AlignCenter, text);
  }
}

void ParallelPlot::paintRuntimes(QPainter& painter) const {
  const QFontMetricsF metrics(painter.font());
  const double x = axisX(model().axes.size());
  const AxisMap map = runtimes();
  const auto tick = [&](double y, const QString& text) {
    painter.setPen(theme().dim);
    painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
    painter.drawText(QRectF(x + 9, y - metrics.height() / 2, runtimeLabels, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
  };
  if (model().best >= 0) {
    for (int i = 0; i <= runtimeTicks; ++i) {
      const double y = map.from + (map.to - map.from) * i / runtimeTicks;
      tick(y, runtimeText(map.value(y)));
    }
    if (model().originalRuntime > 0) paintDiamond(painter, {x, map.pixel(model().originalRuntime)}, 5, theme());
  }
  if (anyFailed_) tick(failedY(), tr("failed"));
}

void ParallelPlot::paintPointed(QPainter& painter, int spot) {
  painter.fillRect(area(), translucent(theme().card, 0.65F));
  painter.setPen(QPen(theme().card, 7, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPolyline(polyline(spot));
  paintLine(painter, spot, 3, 1);
  paintAxes(painter);
  painter.setPen(QPen(theme().card, 1.5));
  painter.setBrush(lineAt(spot).valid() ? speedupColour(scale(), lineAt(spot).speedup, theme()) : theme().dim);
  for (const QPointF& point : polyline(spot)) painter.drawEllipse(point, 4.5, 4.5);
}

void ParallelPlot::paintKey(QPainter& painter, const QRectF& area) {
  const auto line = [](const QPen& pen) {
    return [pen](QPainter& p, const QRectF& mark) {
      p.setPen(pen);
      p.drawLine(QPointF(mark.left(), mark.center().y()), QPointF(mark.right(), mark.center().y()));
    };
  };
  std::vector<LegendEntry> entries{{tr("best"), line(QPen(theme().front, 3))}};
  if (anyFailed_) entries.push_back({tr("failed"), line(QPen(translucent(theme().dim, 0.6F), 1.5, Qt::DashLine))});
  entries.push_back({tr("the original"), [this](QPainter& p, const QRectF& mark) { paintDiamond(p, mark.center(), 5, theme()); }});
  if (selectedLine() != none) entries.push_back({tr("selected"), line(QPen(theme().ink, 1.5))});
  paintLegend(painter, area, scale(), entries, theme());
}

} // namespace gevo::ui
