#include "ui/pareto/cloud_layer.h"

namespace gevo::ui {
namespace {

constexpr int discSize = 7;
constexpr double radius = 2.5;
/// More edits than this are all shown in the deepest shade.
constexpr std::uint32_t manyEdits = 16;

} // namespace

CloudLayer::CloudLayer(QCustomPlot* plot, const QString& layer, const RunModel& model, const ParetoScale& scale)
    : QCPLayerable(plot, layer), model_(model), scale_(scale) {}

void CloudLayer::setTheme(const Theme& theme) {
  theme_ = theme;
  makeDiscs();
}

void CloudLayer::setColour(Colour colour) { colour_ = colour; }

QColor CloudLayer::colourOf(int shade) const {
  const double depth = shade / double(shades - 1);
  return theme_.dark ? QColor::fromHslF(207 / 360.0, 0.28 + 0.42 * depth, 0.38 + 0.20 * depth, 0.85)
                     : QColor::fromHslF(207 / 360.0, 0.35 + 0.40 * depth, 0.76 - 0.28 * depth, 0.85);
}

void CloudLayer::makeDiscs() {
  const double ratio = mParentPlot->devicePixelRatioF();
  for (int shade = 0; shade < shades; ++shade) {
    QPixmap pixmap(QSize(discSize, discSize) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colourOf(shade));
    painter.drawEllipse(QPointF(discSize / 2.0, discSize / 2.0), radius, radius);
    discs_[static_cast<std::size_t>(shade)] = pixmap;
  }
}

int CloudLayer::shadeOf(const VariantRow& row, std::uint32_t latest) const {
  const double share =
      colour_ == Colour::Generation ? row.generation / double(std::max(1U, latest)) : std::min(row.edits, manyEdits) / double(manyEdits);
  return std::clamp(static_cast<int>(share * (shades - 1) + 0.5), 0, shades - 1);
}

void CloudLayer::applyDefaultAntialiasingHint(QCPPainter* painter) const { painter->setAntialiasing(true); }

QRect CloudLayer::clipRect() const { return scale_.area(); }

void CloudLayer::draw(QCPPainter* painter) {
  const QRect area = scale_.area();
  if (area.isEmpty() || discs_[0].isNull()) return;
  const std::vector<VariantRow>& rows = model_.variants();
  const std::uint32_t latest = rows.empty() ? 1 : rows.back().generation;

  // Newest first decides who keeps a pixel; the painting order is oldest first, so that new ones lie on top.
  std::vector<bool> taken(static_cast<std::size_t>(area.width() + 1) * static_cast<std::size_t>(area.height() + 1));
  std::vector<std::pair<QPointF, int>> seen;
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    if (row->id == 0 || !shows(*row)) continue;
    const QPointF point = scale_.strewn(*row);
    if (!(point.x() >= area.left() && point.x() <= area.right() && point.y() >= area.top() && point.y() <= area.bottom())) continue;
    const auto column = static_cast<std::size_t>(point.x() - area.left());
    const auto line = static_cast<std::size_t>(point.y() - area.top());
    const std::size_t cell = line * static_cast<std::size_t>(area.width() + 1) + column;
    if (taken[cell]) continue;
    taken[cell] = true;
    seen.emplace_back(point, shadeOf(*row, latest));
  }
  if (painter->modes().testFlag(QCPPainter::pmVectorized)) {
    painter->setPen(Qt::NoPen);
    for (auto point = seen.rbegin(); point != seen.rend(); ++point) {
      painter->setBrush(colourOf(point->second));
      painter->drawEllipse(point->first, radius, radius);
    }
    return;
  }
  for (auto point = seen.rbegin(); point != seen.rend(); ++point)
    painter->drawPixmap(point->first - QPointF(discSize / 2.0, discSize / 2.0), discs_[static_cast<std::size_t>(point->second)]);
}

} // namespace gevo::ui
