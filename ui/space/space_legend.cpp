#include "ui/space/space_legend.h"

#include "ui/plot/plot_style.h"
#include "ui/space/space_text.h"

#include <QLinearGradient>
#include <QObject>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double barWidth = 150;
constexpr double barHeight = 9;
constexpr double markWidth = 20;
constexpr double gap = 16;

/// 0 to 1 along the bar.
double shareOf(const SpeedupScale& scale, double speedup) {
  const double room = std::log(scale.fastest / scale.slowest);
  return room > 0 ? std::log(speedup / scale.slowest) / room : 0;
}

/// The width that it took.
double paintBar(QPainter& painter, const QRectF& area, const SpeedupScale& scale, const Theme& theme) {
  const QRectF bar(area.left(), area.top() + 2, barWidth, barHeight);
  QLinearGradient gradient(bar.topLeft(), bar.topRight());
  constexpr int stops = 16;
  for (int i = 0; i <= stops; ++i) {
    const double share = double(i) / stops;
    gradient.setColorAt(share, speedupColour(scale, scale.slowest * std::pow(scale.fastest / scale.slowest, share), theme));
  }
  const double one = shareOf(scale, 1);
  gradient.setColorAt(one, speedupColour(scale, 1, theme));
  painter.setPen(Qt::NoPen);
  painter.setBrush(gradient);
  painter.drawRoundedRect(bar, 2, 2);
  const QFontMetricsF metrics(painter.font());
  const double top = bar.bottom() + 3;
  double taken = bar.left() - gap;
  painter.setPen(theme.dim);
  const auto label = [&](double share, const QString& text) {
    const double width = metrics.horizontalAdvance(text);
    const double x = std::clamp(bar.left() + share * barWidth - width / 2, bar.left(), bar.right() - width);
    if (x < taken + 6) return;
    painter.drawText(QRectF(x, top, width + 1, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
    taken = x + width;
  };
  const QString fastest = shortSpeedup(scale.fastest);
  if (scale.slowest < 1) label(0, shortSpeedup(scale.slowest));
  const bool hasRoom = scale.fastest <= 1 || (1 - one) * barWidth > metrics.horizontalAdvance(fastest) + 16;
  if (hasRoom) label(one, QObject::tr("1×"));
  if (scale.fastest > 1) label(1, fastest);
  return barWidth;
}

} // namespace

void paintLegend(QPainter& painter, const QRectF& area, const SpeedupScale& scale, const std::vector<LegendEntry>& entries,
                 const Theme& theme) {
  painter.save();
  painter.setFont(plotFont());
  const QFontMetricsF metrics(painter.font());
  double x = area.left();
  if (scale.fastest > scale.slowest) {
    x += paintBar(painter, area, scale, theme) + 8;
    const QString title = QObject::tr("speedup");
    painter.drawText(QRectF(x, area.top() - 1, metrics.horizontalAdvance(title) + 1, metrics.height()), int(Qt::AlignVCenter), title);
    x += metrics.horizontalAdvance(title) + gap;
  }
  for (const LegendEntry& entry : entries) {
    const double width = markWidth + 6 + metrics.horizontalAdvance(entry.text);
    if (x + width > area.right()) break;
    const double height = 13;
    painter.save();
    entry.paint(painter, QRectF(x, area.top() + (metrics.height() - height) / 2 - 1, markWidth, height));
    painter.restore();
    painter.setPen(theme.dim);
    painter.drawText(QRectF(x + markWidth + 6, area.top() - 1, width, metrics.height()), int(Qt::AlignVCenter), entry.text);
    x += width + gap;
  }
  painter.restore();
}

void paintHatching(QPainter& painter, const QRectF& area, const QColor& colour) {
  painter.save();
  painter.setClipRect(area, Qt::IntersectClip);
  painter.setPen(QPen(colour, 1));
  constexpr double distance = 6;
  for (double x = area.left() - area.height(); x < area.right(); x += distance)
    painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()));
  painter.restore();
}

void paintDiamond(QPainter& painter, const QPointF& centre, double size, const Theme& theme) {
  QPainterPath path(centre + QPointF(0, -size));
  path.lineTo(centre + QPointF(size, 0));
  path.lineTo(centre + QPointF(0, size));
  path.lineTo(centre + QPointF(-size, 0));
  path.closeSubpath();
  painter.setPen(QPen(theme.card, 1));
  painter.setBrush(theme.ink);
  painter.drawPath(path);
}

} // namespace gevo::ui
