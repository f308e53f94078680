#include "ui/pareto/scatter.h"

#include "core/search/staircase.h"
#include "core/store/front.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace gevo::ui {
namespace {

constexpr int discSize = 7;

QImage blank(double ratio, QSize size) {
  QImage image(size * ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::transparent);
  return image;
}

QImage disc(QRgb colour, double ratio) {
  QImage image = blank(ratio, {discSize, discSize});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor::fromRgba(colour));
  painter.drawEllipse(QPointF(discSize / 2.0, discSize / 2.0), discRadius, discRadius);
  return image;
}

QImage circle(QRgb colour, double ratio) {
  QImage image = blank(ratio, {discSize, discSize});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(QColor::fromRgba(colour), circleWidth));
  painter.drawEllipse(QPointF(discSize / 2.0, discSize / 2.0), discRadius, discRadius);
  return image;
}

QImage cross(QRgb colour, double ratio) {
  QImage image = blank(ratio, {discSize, discSize});
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(QColor::fromRgba(colour), 1.1));
  painter.drawLine(QPointF(1.5, 1.5), QPointF(5.5, 5.5));
  painter.drawLine(QPointF(1.5, 5.5), QPointF(5.5, 1.5));
  return image;
}

/// Of other objectives than time and error; what is on it by then of what was measured until now.
std::vector<std::int64_t> otherFrontAt(const std::vector<CloudPoint>& points, std::uint32_t moment,
                                       const std::vector<Objective>& objectives) {
  std::vector<VariantRow> rows;
  for (const CloudPoint& point : points) {
    if (point.generation > moment) break;
    if (!point.passedAll) continue;
    VariantRow& row = rows.emplace_back();
    row.id = point.id;
    row.runtime = point.runtime;
    row.error = point.error;
    row.energy = point.energy;
    row.edits = point.edits;
  }
  std::vector<std::int64_t> ids;
  for (const VariantRow& row : paretoFront(std::move(rows), objectives)) ids.push_back(row.id);
  return ids;
}

/// The front of all points up to a moment, by runtime.
std::vector<std::int64_t> frontAt(const std::vector<CloudPoint>& points, std::uint32_t moment, const std::vector<Objective>& objectives) {
  if (objectives != EvaluationSettings().objectives) return otherFrontAt(points, moment, objectives);
  Staircase front;
  for (const CloudPoint& point : points) {
    if (point.generation > moment) break; // ids rise with generations
    if (point.passedAll) front.add(point.runtime, point.error, point.id);
  }
  std::vector<std::int64_t> ids;
  for (const auto& [runtime, step] : front.steps()) ids.push_back(step.id);
  return ids;
}

/// Newest first decides who keeps a pixel.
class Sieve {
public:
  Sieve(const QRectF& area, std::vector<CloudSpot>& spots)
      : area_(area), width_(static_cast<std::size_t>(area.width()) + 2), spots_(spots),
        taken_(width_ * (static_cast<std::size_t>(area.height()) + 2)) {}

  void add(const QPointF& place, std::int64_t id, std::uint8_t colour) {
    if (!(place.x() >= area_.left() && place.x() <= area_.right() && place.y() >= area_.top() && place.y() <= area_.bottom())) return;
    const auto column = static_cast<std::size_t>(place.x() - area_.left());
    const auto line = static_cast<std::size_t>(place.y() - area_.top());
    const std::size_t cell = line * width_ + column;
    if (taken_[cell]) return;
    taken_[cell] = true;
    spots_.push_back({place, id, colour});
  }

private:
  QRectF area_;
  std::size_t width_;
  std::vector<CloudSpot>& spots_;
  std::vector<bool> taken_;
};

bool wanted(const CloudPoint& point, const CloudRequest& request) {
  if (!request.dominated || (request.moment && point.generation > *request.moment)) return false;
  if (!request.populationOnly) return true;
  return request.moment ? point.generation == *request.moment : request.population && request.population->contains(point.id);
}

void findSpots(const CloudPoints& points, CloudPicture& picture, const std::stop_token& stop) {
  const CloudRequest& request = picture.request;
  const auto newest = [](const std::vector<CloudPoint>& some) { return some.empty() ? 0 : some.back().generation; };
  const std::uint32_t latest = std::max(newest(points.valid), newest(points.unfinished));
  Sieve sieve(request.plane.area, picture.spots);
  for (auto point = points.valid.rbegin(); point != points.valid.rend() && !stop.stop_requested(); ++point)
    if (point->id != 0 && wanted(*point, request))
      sieve.add(request.plane.strewn(*point), point->id, colourOf(*point, request.colour, latest));
  for (const CloudPoint& point : points.unfinished) // what can be chosen keeps its place
    if (wanted(point, request)) sieve.add(request.plane.strewn(point), point.id, colourOf(point, request.colour, latest));
  for (auto point = points.failed.rbegin(); request.failed && point != points.failed.rend() && !stop.stop_requested(); ++point)
    if (!request.moment || point->generation <= *request.moment) sieve.add(request.plane.strewn(*point), point->id, failedSpot);
  std::ranges::reverse(picture.spots); // old ones first, so that new ones lie on top
}

void drawSpots(CloudPicture& picture) {
  const CloudRequest& request = picture.request;
  const QRectF area = request.plane.area;
  picture.image = blank(request.ratio, area.size().toSize());
  std::array<QImage, cloudColours> discs;
  std::array<QImage, cloudColours> circles;
  for (std::size_t i = 0; i < cloudColours; ++i) {
    discs[i] = disc(request.colours[i], request.ratio);
    circles[i] = circle(request.colours[i], request.ratio);
  }
  const QImage failed = cross(request.failedColour, request.ratio);
  QPainter painter(&picture.image);
  const QPointF corner = area.topLeft() + QPointF(discSize / 2.0, discSize / 2.0);
  for (const CloudSpot& spot : picture.spots)
    painter.drawImage(spot.place - corner, spot.colour == failedSpot ? failed : spot.id < 0 ? circles[spot.colour] : discs[spot.colour]);
}

} // namespace

std::uint8_t colourOf(const CloudPoint& point, CloudColour colour, std::uint32_t latest) {
  if (colour == CloudColour::Operator) return static_cast<std::uint8_t>(cloudShades + static_cast<std::size_t>(point.step));
  const double age = latest == 0 ? 1 : point.generation / double(latest);
  const double share = colour == CloudColour::Generation ? age : std::min<std::uint32_t>(point.edits, manyEdits) / double(manyEdits);
  return static_cast<std::uint8_t>(std::clamp<double>(share * double(cloudShades - 1) + 0.5, 0, double(cloudShades - 1)));
}

std::pair<int, int> CloudPicture::bucketOf(const QPointF& place) const {
  const QPointF corner = request.plane.area.topLeft();
  return {static_cast<int>(std::floor((place.x() - corner.x()) / bucketSize)),
          static_cast<int>(std::floor((place.y() - corner.y()) / bucketSize))};
}

void CloudPicture::sortSpots() {
  columns_ = static_cast<int>(request.plane.area.width()) / bucketSize + 1;
  lines_ = static_cast<int>(request.plane.area.height()) / bucketSize + 1;
  const auto index = [this](const CloudSpot& spot) {
    const auto [column, line] = bucketOf(spot.place);
    return static_cast<std::size_t>(std::clamp(line, 0, lines_ - 1) * columns_ + std::clamp(column, 0, columns_ - 1));
  };
  first_.assign(static_cast<std::size_t>(columns_ * lines_) + 1, 0);
  for (const CloudSpot& spot : spots) ++first_[index(spot) + 1];
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  order_.resize(spots.size());
  std::vector<std::uint32_t> next = first_;
  for (std::size_t i = 0; i < spots.size(); ++i) order_[next[index(spots[i])]++] = static_cast<std::uint32_t>(i);
}

std::optional<std::int64_t> CloudPicture::nearest(const QPointF& place, double reach, CloudKinds kinds) const {
  std::optional<std::int64_t> found;
  const auto around = static_cast<int>(std::ceil(reach / bucketSize));
  const auto [column, line] = bucketOf(place);
  for (int y = std::max(0, line - around); y <= std::min(lines_ - 1, line + around); ++y) {
    for (int x = std::max(0, column - around); x <= std::min(columns_ - 1, column + around); ++x) {
      const auto bucket = static_cast<std::size_t>(y * columns_ + x);
      for (std::uint32_t i = first_[bucket]; i < first_[bucket + 1]; ++i) {
        const CloudSpot& spot = spots[order_[i]];
        if (kinds == CloudKinds::Variants && (spot.id < 0 || spot.colour == failedSpot)) continue;
        const double away = std::hypot(spot.place.x() - place.x(), spot.place.y() - place.y());
        if (away < reach) std::tie(found, reach) = std::pair(spot.id, away);
      }
    }
  }
  return found;
}

std::shared_ptr<const CloudPicture> paintCloud(const CloudPoints& points, const CloudRequest& request, const std::stop_token& stop) {
  auto picture = std::make_shared<CloudPicture>();
  picture->request = request;
  Plane& plane = picture->request.plane;
  if (request.fit != CloudRequest::Fit::None) {
    const RangeWish wish{request.fit == CloudRequest::Fit::Everything, request.tolerance};
    // In generation 0 there is nothing else.
    const std::vector<CloudPoint>& seen = points.valid.size() > 1 ? points.valid : points.unfinished;
    plane.x.range = rangeOf(seen, plane, plane.x, wish);
    plane.y.range = rangeOf(seen, plane, plane.y, wish);
  }
  if (request.moment) picture->front = frontAt(points.valid, *request.moment, request.objectives);
  findSpots(points, *picture, stop);
  if (stop.stop_requested()) return nullptr;
  picture->sortSpots();
  drawSpots(*picture);
  return picture;
}

} // namespace gevo::ui
