#include "ui/pareto/scatter.h"

#include "core/search/pareto_archive.h"
#include "core/store/front.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace gevo::ui {
namespace {

/// With the marker in its middle.
struct Tile {
  int size = 7;
  double ratio = 1;
  double scale = 1;
  QPointF middle() const { return {size / 2.0, size / 2.0}; }
};

/// Odd, as the usual one.
Tile tileFor(const ScatterRequest& request) { return {2 * static_cast<int>(3.5 * request.scale) + 1, request.ratio, request.scale}; }

QImage blank(double ratio, QSize size) {
  QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::transparent);
  return image;
}

QImage disc(QRgb colour, const Tile& tile, double radius = discRadius) {
  QImage image = blank(tile.ratio, {tile.size, tile.size});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgba(colour));
  painter.drawEllipse(tile.middle(), radius * tile.scale, radius * tile.scale);
  return image;
}

QImage circle(QRgb colour, const Tile& tile) {
  QImage image = blank(tile.ratio, {tile.size, tile.size});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(QColor::fromRgba(colour), circleWidth * tile.scale));
  painter.drawEllipse(tile.middle(), discRadius * tile.scale, discRadius * tile.scale);
  return image;
}

QImage cross(QRgb colour, const Tile& tile) {
  QImage image = blank(tile.ratio, {tile.size, tile.size});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(QColor::fromRgba(colour), 1.1 * tile.scale));
  const QPointF corner(2 * tile.scale, 2 * tile.scale);
  const QPointF other(corner.x(), -corner.y());
  painter.drawLine(tile.middle() - corner, tile.middle() + corner);
  painter.drawLine(tile.middle() - other, tile.middle() + other);
  return image;
}

/// The front for objectives other than time and error, at a past generation.
std::vector<std::int64_t> otherFrontAt(const std::vector<ScatterPoint>& points, std::uint32_t upTo,
                                       const std::vector<Objective>& objectives) {
  std::vector<VariantRow> rows;
  for (const ScatterPoint& point : points) {
    if (point.generation > upTo) break;
    if (!point.passedAll) continue;
    VariantRow& row = rows.emplace_back();
    row.id = point.id;
    row.runtime = point.runtime;
    row.error = point.error;
    row.energy = point.energy;
    row.edits = point.edits;
  }
  std::vector<std::int64_t> ids;
  for (const VariantRow& row : paretoFront(rows, objectives)) ids.push_back(row.id);
  return ids;
}

/// The front of all points up to a generation, by runtime.
std::vector<std::int64_t> frontAt(const std::vector<ScatterPoint>& points, std::uint32_t upTo, const std::vector<Objective>& objectives) {
  if (objectives != std::vector{Objective::Time, Objective::Error}) return otherFrontAt(points, upTo, objectives);
  ParetoArchive<std::int64_t> archive; // of ids
  for (const ScatterPoint& point : points) {
    if (point.generation > upTo) break; // ids rise with generations
    if (point.passedAll) archive.add(std::array{point.runtime, point.error}, point.id);
  }
  std::vector<std::int64_t> ids;
  for (const auto& [objectiveVector, id] : archive.members()) ids.push_back(id);
  return ids;
}

/// Newest first decides who keeps a pixel.
class PixelFilter {
public:
  PixelFilter(const QRectF& area, std::vector<ScatterMarker>& markers)
      : area_(area), width_(static_cast<std::size_t>(area.width()) + 2), markers_(markers),
        taken_(width_ * (static_cast<std::size_t>(area.height()) + 2)) {}

  void add(const QPointF& position, std::int64_t id, std::uint8_t colour, Emphasis emphasis) {
    if (!(position.x() >= area_.left() && position.x() <= area_.right() && position.y() >= area_.top() && position.y() <= area_.bottom()))
      return;
    const auto column = static_cast<std::size_t>(position.x() - area_.left());
    const auto line = static_cast<std::size_t>(position.y() - area_.top());
    const std::size_t cell = line * width_ + column;
    if (taken_[cell]) return;
    taken_[cell] = true;
    markers_.push_back({position, id, colour, emphasis});
  }

private:
  QRectF area_;
  std::size_t width_;
  std::vector<ScatterMarker>& markers_;
  std::vector<bool> taken_;
};

bool existed(const ScatterPoint& point, const ScatterRequest& request) { return !request.upTo || point.generation <= *request.upTo; }

bool wanted(const ScatterPoint& point, const ScatterRequest& request) {
  if (!request.dominated || !existed(point, request)) return false;
  if (!request.populationOnly) return true;
  return request.upTo ? point.generation == *request.upTo : request.population && request.population->contains(point.id);
}

void countOutside(const QPointF& position, const QRectF& area, PointsOutside& outside) {
  if (!std::isfinite(position.x()) || !std::isfinite(position.y())) return; // it has no value for one of the axes
  if (position.y() < area.top())
    ++outside.above;
  else if (position.y() > area.bottom())
    ++outside.below;
  else if (position.x() < area.left())
    ++outside.left;
  else if (position.x() > area.right())
    ++outside.right;
}

/// By runtime or energy, fastest first. Where every variant is exact, this is what is left to trade.
std::vector<ScatterPoint> fewestEdits(const std::vector<ScatterPoint>& points, const ScatterRequest& request) {
  const AxisTransform& transform = request.transform;
  const bool isEnergy = transform.x.quantity == Quantity::Energy;
  const bool isTime = transform.x.quantity == Quantity::Runtime || transform.x.quantity == Quantity::Speedup;
  if (transform.y.quantity != Quantity::Edits || (!isEnergy && !isTime)) return {};
  ParetoArchive<const ScatterPoint*> archive;
  for (const ScatterPoint& point : points) {
    const double cost = isEnergy ? point.energy : point.runtime;
    if (std::isfinite(cost) && point.passedAll && existed(point, request)) archive.add(std::array{cost, double(point.edits)}, &point);
  }
  std::vector<ScatterPoint> fewest;
  for (const auto& [costs, point] : archive.members()) fewest.push_back(*point);
  return fewest;
}

/// Of a valid point, by its place among them.
Emphasis emphasisOf(const ScatterPoint& point, std::size_t place, const ScatterRequest& request) {
  if (request.chosen && std::ranges::binary_search(*request.chosen, point.id)) return Emphasis::Chosen;
  const bool passes = !request.passing || place >= request.passing->size() || (*request.passing)[place];
  return passes ? Emphasis::Plain : Emphasis::Dimmed;
}

bool passesUnfinished(std::size_t place, const ScatterRequest& request) {
  return place >= request.unfinishedPassing.size() || request.unfinishedPassing[place];
}

void findMarkers(const ScatterPoints& points, ScatterPicture& picture, const std::stop_token& stop) {
  const ScatterRequest& request = picture.request;
  const auto newest = [](const std::vector<ScatterPoint>& some) { return some.empty() ? 0 : some.back().generation; };
  const std::uint32_t latest = std::max(newest(points.valid), newest(points.unfinished));
  PixelFilter pixels(request.transform.area, picture.markers);
  const auto add = [&](const ScatterPoint& point, std::uint8_t colour, Emphasis emphasis) {
    const QPointF position = request.transform.jittered(point);
    pixels.add(position, point.id, colour, emphasis);
    countOutside(position, request.transform.area, picture.outside);
  };
  const auto addValid = [&](Emphasis emphasis) {
    for (std::size_t left = points.valid.size(); left > 0 && !stop.stop_requested(); --left) {
      const ScatterPoint& point = points.valid[left - 1];
      if (point.id != 0 && emphasisOf(point, left - 1, request) == emphasis && wanted(point, request))
        add(point, colourOf(point, request.colour, latest, request.islandSlots), emphasis);
    }
  };
  const auto addUnfinished = [&](bool passing) {
    for (std::size_t place = 0; place < points.unfinished.size(); ++place)
      if (const ScatterPoint& point = points.unfinished[place]; passesUnfinished(place, request) == passing && wanted(point, request))
        add(point, colourOf(point, request.colour, latest, request.islandSlots), passing ? Emphasis::Plain : Emphasis::Dimmed);
  };
  // The first to take a pixel lies on top: points that stay, over those of the generation under way, over what the filter dims.
  if (request.chosen) addValid(Emphasis::Chosen);
  addValid(Emphasis::Plain);
  addUnfinished(true);
  const Emphasis failed = request.passing ? Emphasis::Dimmed : Emphasis::Plain;
  for (auto point = points.failed.rbegin(); request.failed && point != points.failed.rend() && !stop.stop_requested(); ++point)
    if (existed(*point, request)) add(*point, failedMarker, failed);
  if (request.passing) addValid(Emphasis::Dimmed);
  if (request.passing) addUnfinished(false);
  std::ranges::reverse(picture.markers); // old ones first, so that new ones lie on top
}

void drawMarkers(ScatterPicture& picture) {
  const ScatterRequest& request = picture.request;
  const QRectF area = request.transform.area;
  picture.image = blank(request.ratio, area.size().toSize() + QSize(2 * request.margin(), 2 * request.margin()));
  const Tile tile = tileFor(request);
  std::array<QImage, scatterColours> discs;
  std::array<QImage, scatterColours> circles;
  for (std::size_t i = 0; i < scatterColours; ++i) {
    discs[i] = disc(request.colours[i], tile);
    circles[i] = circle(request.colours[i], tile);
  }
  const QImage failed = cross(request.failedColour, tile);
  const QImage dimmed = disc(request.dimmedColour, tile);
  const QImage dimmedCircle = circle(request.dimmedColour, tile);
  const QImage dimmedFailed = cross(request.dimmedColour, tile);
  const QImage chosen = disc(request.chosenColour, tile, chosenRadius);
  const auto imageOf = [&](const ScatterMarker& marker) -> const QImage& {
    if (marker.emphasis == Emphasis::Chosen) return chosen;
    const bool isDimmed = marker.emphasis == Emphasis::Dimmed;
    if (marker.colour == failedMarker) return isDimmed ? dimmedFailed : failed;
    if (isDimmed) return marker.id < 0 ? dimmedCircle : dimmed;
    return marker.id < 0 ? circles[marker.colour] : discs[marker.colour];
  };
  QPainter painter(&picture.image);
  const QPointF corner = area.topLeft() - QPointF(request.margin(), request.margin()) + tile.middle();
  for (const ScatterMarker& marker : picture.markers) painter.drawImage(marker.position - corner, imageOf(marker));
}

} // namespace

int ScatterRequest::margin() const { return static_cast<int>(std::ceil(4 * scale)); }

std::uint8_t islandColour(std::uint32_t island) {
  // Those that everybody can tell apart.
  return static_cast<std::uint8_t>(scatterShades + island % static_cast<std::uint32_t>(StepKind::Other));
}

std::uint8_t colourOf(const ScatterPoint& point, ScatterColour colour, std::uint32_t latest, std::uint32_t islandSlots) {
  if (colour == ScatterColour::Island) return islandColour(point.slot / std::max(1U, islandSlots));
  if (colour == ScatterColour::Operator) return static_cast<std::uint8_t>(scatterShades + static_cast<std::size_t>(point.step));
  const double age = latest == 0 ? 1 : point.generation / double(latest);
  const double share = colour == ScatterColour::Generation ? age : std::min<std::uint32_t>(point.edits, manyEdits) / double(manyEdits);
  return static_cast<std::uint8_t>(std::clamp<double>(share * double(scatterShades - 1) + 0.5, 0, double(scatterShades - 1)));
}

std::pair<int, int> ScatterPicture::bucketOf(const QPointF& position) const {
  const QPointF corner = request.transform.area.topLeft();
  return {static_cast<int>(std::floor((position.x() - corner.x()) / bucketSize)),
          static_cast<int>(std::floor((position.y() - corner.y()) / bucketSize))};
}

void ScatterPicture::indexMarkers() {
  columns_ = static_cast<int>(request.transform.area.width()) / bucketSize + 1;
  lines_ = static_cast<int>(request.transform.area.height()) / bucketSize + 1;
  const auto index = [this](const ScatterMarker& marker) {
    const auto [column, line] = bucketOf(marker.position);
    return static_cast<std::size_t>(std::clamp(line, 0, lines_ - 1) * columns_ + std::clamp(column, 0, columns_ - 1));
  };
  first_.assign(static_cast<std::size_t>(columns_ * lines_) + 1, 0);
  for (const ScatterMarker& marker : markers) ++first_[index(marker) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  order_.resize(markers.size());
  std::vector<std::uint32_t> next = first_;
  for (std::size_t i = 0; i < markers.size(); ++i) order_[next[index(markers[i])]++] = static_cast<std::uint32_t>(i);
}

std::optional<std::int64_t> ScatterPicture::nearest(const QPointF& position, double reach, PointKinds kinds) const {
  std::optional<std::int64_t> found;
  const auto around = static_cast<int>(std::ceil(reach / bucketSize));
  const auto [column, line] = bucketOf(position);
  for (int y = std::max(0, line - around); y <= std::min(lines_ - 1, line + around); ++y) {
    for (int x = std::max(0, column - around); x <= std::min(columns_ - 1, column + around); ++x) {
      const auto bucket = static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x);
      for (std::uint32_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
        const ScatterMarker& marker = markers[order_[i]];
        if (kinds == PointKinds::Variants && marker.colour == failedMarker) continue;
        const double away = std::hypot(marker.position.x() - position.x(), marker.position.y() - position.y());
        if (away < reach) std::tie(found, reach) = std::pair(marker.id, away);
      }
    }
  }
  return found;
}

namespace {

std::vector<ScatterPoint> pointsToFit(const ScatterPoints& points, const ScatterRequest& request) {
  std::vector<ScatterPoint> seen = points.valid;
  const bool everything = request.fit == ScatterRequest::Fit::Everything;
  // In generation 0 there is nothing else.
  if (everything || seen.size() <= 1) seen.insert(seen.end(), points.unfinished.begin(), points.unfinished.end());
  if (everything && request.failed) seen.insert(seen.end(), points.failed.begin(), points.failed.end());
  return seen;
}

} // namespace

std::shared_ptr<const ScatterPicture> paintScatter(const ScatterPoints& points, const ScatterRequest& request,
                                                   const std::stop_token& stop) {
  auto picture = std::make_shared<ScatterPicture>();
  picture->request = request;
  AxisTransform& transform = picture->request.transform;
  if (request.fit != ScatterRequest::Fit::None) {
    const RangeOptions options{request.fit == ScatterRequest::Fit::Everything, request.tolerance};
    const std::vector<ScatterPoint> seen = pointsToFit(points, request);
    transform.x.range = rangeOf(seen, transform, transform.x, options);
    transform.y.range = rangeOf(seen, transform, transform.y, options);
  }
  picture->fewestEdits = fewestEdits(points.valid, picture->request);
  if (request.upTo) picture->front = frontAt(points.valid, *request.upTo, request.objectives);
  findMarkers(points, *picture, stop);
  if (stop.stop_requested()) return nullptr;
  picture->indexMarkers();
  drawMarkers(*picture);
  return picture;
}

} // namespace gevo::ui
