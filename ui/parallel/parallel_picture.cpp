#include "ui/parallel/parallel_picture.h"

#include "ui/plot/segment_distance.h"

#include <QLineF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace gevo::ui {
namespace {

constexpr double usualShare = 0.97;      ///< of the variants are within the range of a time
constexpr double largeRatio = 8;         ///< of what is shown on a logarithmic axis
constexpr int sameWithin = 2;            ///< pixels
constexpr int sameOfMany = 3;            ///< likewise, of very many lines
constexpr std::size_t mostSmooth = 3000; ///< lines between two axes
constexpr std::size_t veryMany = 50'000;

double figureOf(const ParallelPoint& point, VariantColumn column, const ParallelRequest& request) {
  switch (column) {
  case VariantColumn::Runtime:
    return point.runtime;
  case VariantColumn::Error:
    return point.error * request.errorFactor;
  case VariantColumn::Energy:
    return point.energy;
  default:
    return point.edits;
  }
}

bool isWanted(const ParallelPoint& point, const ParallelRequest& request) {
  if (request.upTo && point.generation > *request.upTo) return false;
  switch (request.lines) {
  case ParallelLines::All:
    return true;
  case ParallelLines::Population:
    return request.population && request.population->contains(point.id);
  case ParallelLines::Front:
    return std::ranges::binary_search(request.front, point.id);
  }
  return true;
}

/// From the best to the worst of most; the few that are far worse would squeeze the rest.
void fit(ParallelAxis& axis, std::vector<double> figures, const ParallelRequest& request) {
  std::erase_if(figures, [&](double figure) { return !std::isfinite(figure) || (axis.column == VariantColumn::Error && figure <= 0); });
  if (figures.empty()) {
    axis.range = axis.column == VariantColumn::Error ? Interval{0, request.tolerance * request.errorFactor} : Interval{0, 1};
    return;
  }
  const auto [least, most] = std::ranges::minmax(figures);
  const auto usual = figures.begin() + static_cast<std::ptrdiff_t>(usualShare * double(figures.size() - 1));
  std::ranges::nth_element(figures, usual);
  double upper = axis.column == VariantColumn::Runtime ? std::max(*usual, request.originalRuntime) : *usual;
  if (axis.column == VariantColumn::Edits || upper * 1.2 >= most) upper = most;
  axis.isCut = upper < most;
  if (axis.column == VariantColumn::Edits)
    axis.range = {0, std::max(upper, 1.0)};
  else
    axis.range = least < upper ? Interval{least, upper} : Interval{least * 0.9, least * 1.1};
  axis.logarithmic = axis.column != VariantColumn::Edits && axis.range.lower > 0 && axis.range.upper > largeRatio * axis.range.lower;
  if (axis.column == VariantColumn::Error && !axis.logarithmic) axis.range.lower = 0;
}

/// Shares of the values that configurations give to a parameter, by their place in the facts.
std::vector<float> sharesOf(const ParallelAxis& axis, const ParallelRequest& request) {
  std::vector<float> shares;
  if (!request.facts) return shares;
  const auto parameter = std::ranges::find(request.space.parameters, axis.name.toStdString(), &Parameter::name);
  for (const Configuration& configuration : request.facts->configurations) {
    const std::string* given = VariantFacts::valueOf(configuration, axis.name.toStdString());
    const std::string own = parameter == request.space.parameters.end() ? std::string() : parameter->value;
    const auto value = axis.values.indexOf(QString::fromStdString(given ? *given : own));
    shares.push_back(value < 0 ? NAN : static_cast<float>(axis.shareOfValue(static_cast<int>(value))));
  }
  return shares;
}

/// Walks the facts along with the points, which are in the same order.
class Configurations {
public:
  explicit Configurations(const VariantFacts* facts) : facts_(facts) {}
  std::optional<std::size_t> of(std::int64_t id) {
    if (!facts_) return std::nullopt;
    while (place_ < facts_->ids.size() && facts_->ids[place_] < id) ++place_;
    if (place_ == facts_->ids.size() || facts_->ids[place_] != id) return std::nullopt;
    return facts_->configuration[place_];
  }

private:
  const VariantFacts* facts_;
  std::size_t place_ = 0;
};

struct Line {
  std::uint8_t colour = 0;
  Emphasis emphasis = Emphasis::Plain;
  bool front = false;
};

std::vector<Line> findLines(const std::vector<ParallelPoint>& points, ParallelPicture& picture) {
  ParallelRequest& request = picture.request;
  std::vector<std::size_t> wanted;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (isWanted(points[i], request)) wanted.push_back(i);
  std::vector<std::vector<float>> configured;
  for (ParallelAxis& axis : request.axes) {
    configured.push_back(axis.isParameter() ? sharesOf(axis, request) : std::vector<float>());
    if (axis.isParameter()) continue;
    std::vector<double> figures;
    figures.reserve(wanted.size());
    for (const std::size_t i : wanted) figures.push_back(figureOf(points[i], *axis.column, request));
    fit(axis, std::move(figures), request);
  }
  const std::uint32_t latest = points.empty() ? 0 : points.back().generation;
  std::vector<Line> lines;
  lines.reserve(wanted.size());
  picture.ids.reserve(wanted.size());
  picture.shares.reserve(wanted.size() * request.axes.size());
  Configurations configurations(request.facts.get());
  for (const std::size_t i : wanted) {
    const ParallelPoint& point = points[i];
    const std::optional<std::size_t> configuration = configurations.of(point.id);
    for (std::size_t axis = 0; axis < request.axes.size(); ++axis) {
      const ParallelAxis& on = request.axes[axis];
      if (on.isParameter())
        picture.shares.push_back(configuration && *configuration < configured[axis].size() ? configured[axis][*configuration] : NAN);
      else
        picture.shares.push_back(static_cast<float>(on.share(figureOf(point, *on.column, request))));
    }
    const bool passes = !request.passing || i >= request.passing->size() || (*request.passing)[i];
    const bool isChosen = request.chosen && std::ranges::binary_search(*request.chosen, point.id);
    ScatterPoint coloured;
    coloured.generation = point.generation;
    coloured.edits = static_cast<std::uint16_t>(std::min(point.edits - point.inactive, 65535U));
    coloured.step = point.step;
    coloured.slot = point.slot;
    picture.ids.push_back(point.id);
    picture.dimmed.push_back(!passes);
    picture.passing += passes ? 1 : 0;
    lines.push_back({colourOf(coloured, request.colour, latest, request.islandSlots),
                     isChosen ? Emphasis::Chosen
                     : passes ? Emphasis::Plain
                              : Emphasis::Dimmed,
                     passes && std::ranges::binary_search(request.front, point.id)});
  }
  return lines;
}

/// The lines between two axes that are drawn.
class Gap {
public:
  Gap(const ParallelPicture& picture, const std::vector<Line>& lines, std::size_t axis)
      : picture_(picture), lines_(lines), axis_(axis), cell_(lines.size() > veryMany ? sameOfMany : sameWithin),
        height_(static_cast<std::size_t>(picture.request.area.height()) / cell_ + 2) {}

  void draw(QPainter& painter, const std::stop_token& stop) {
    if (picture_.request.passing) drawPlain(painter, Emphasis::Dimmed, stop);
    drawPlain(painter, Emphasis::Plain, stop);
    const ParallelRequest& request = picture_.request;
    drawWhole(painter, QPen(QColor::fromRgba(request.frontColour), 1.6), [](const Line& line) { return line.front; });
    if (request.chosen)
      drawWhole(painter, QPen(QColor::fromRgba(request.chosenColour), 1.6),
                [](const Line& line) { return line.emphasis == Emphasis::Chosen; });
  }

private:
  std::optional<QLineF> segment(std::size_t line) const {
    const double left = picture_.shareOf(line, axis_);
    const double right = picture_.shareOf(line, axis_ + 1);
    if (!std::isfinite(left) || !std::isfinite(right)) return std::nullopt;
    return QLineF(picture_.axisX(axis_), picture_.pixelOf(left), picture_.axisX(axis_ + 1), picture_.pixelOf(right));
  }

  /// Newest first decides whose colour is seen.
  void drawPlain(QPainter& painter, Emphasis emphasis, const std::stop_token& stop) {
    std::vector<bool> taken(height_ * height_);
    std::array<std::vector<QLineF>, scatterColours> segments;
    const double top = picture_.request.area.top();
    const auto cell = [&](double y) { return static_cast<std::size_t>(std::max(0.0, y - top)) / cell_; };
    for (std::size_t left = lines_.size(); left > 0 && !stop.stop_requested(); --left) {
      if (lines_[left - 1].emphasis != emphasis) continue;
      const std::optional<QLineF> line = segment(left - 1);
      if (!line) continue;
      const std::size_t place = cell(line->y1()) * height_ + cell(line->y2());
      if (place >= taken.size() || taken[place]) continue;
      taken[place] = true;
      segments[lines_[left - 1].colour].push_back(*line);
    }
    const ParallelRequest& request = picture_.request;
    // Many lines are fainter, so that their density shows.
    std::size_t count = 0;
    for (const std::vector<QLineF>& some : segments) count += some.size();
    const double opacity = count > 4000 ? 0.35 : count > 400 ? 0.55 : 0.85;
    painter.setRenderHint(QPainter::Antialiasing, count <= mostSmooth); // takes ten times as long
    painter.setOpacity(emphasis == Emphasis::Dimmed ? std::min(1.0, opacity * 1.4) : opacity);
    for (std::size_t colour = 0; colour < segments.size() && !stop.stop_requested(); ++colour) {
      if (segments[colour].empty()) continue;
      painter.setPen(QPen(QColor::fromRgba(emphasis == Emphasis::Dimmed ? request.dimmedColour : request.colours[colour]), 1));
      painter.drawLines(segments[colour].data(), static_cast<int>(segments[colour].size()));
    }
    painter.setOpacity(1);
    painter.setRenderHint(QPainter::Antialiasing);
  }

  template <class Which> void drawWhole(QPainter& painter, const QPen& pen, Which which) {
    std::vector<bool> taken(height_ * height_);
    const double top = picture_.request.area.top();
    const auto cell = [&](double y) { return static_cast<std::size_t>(std::max(0.0, y - top)) / cell_; };
    std::vector<QLineF> segments;
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      if (!which(lines_[line])) continue;
      const std::optional<QLineF> found = segment(line);
      if (!found) continue;
      const std::size_t place = cell(found->y1()) * height_ + cell(found->y2());
      if (place >= taken.size() || taken[place]) continue;
      taken[place] = true;
      segments.push_back(*found);
    }
    painter.setPen(pen);
    painter.drawLines(segments.data(), static_cast<int>(segments.size()));
  }

  const ParallelPicture& picture_;
  const std::vector<Line>& lines_;
  std::size_t axis_;
  std::size_t cell_;   ///< pixels
  std::size_t height_; ///< in cells
};

} // namespace

double ParallelPicture::axisX(std::size_t axis) const {
  const auto gaps = double(std::max<std::size_t>(request.axes.size(), 2) - 1);
  return request.area.left() + request.area.width() * double(axis) / gaps;
}

std::vector<QPolygonF> ParallelPicture::parts(std::int64_t id) const {
  std::vector<QPolygonF> parts;
  const auto found = std::ranges::lower_bound(ids, id);
  if (found == ids.end() || *found != id) return parts;
  const auto line = static_cast<std::size_t>(found - ids.begin());
  QPolygonF part;
  for (std::size_t axis = 0; axis < request.axes.size(); ++axis) {
    const double share = shareOf(line, axis);
    if (std::isfinite(share)) {
      part << QPointF(axisX(axis), pixelOf(share));
    } else if (!part.isEmpty()) {
      parts.push_back(std::exchange(part, {}));
    }
  }
  if (!part.isEmpty()) parts.push_back(part);
  return parts;
}

std::optional<std::int64_t> ParallelPicture::nearest(const QPointF& position, double reach) const {
  std::optional<std::int64_t> found;
  for (std::size_t axis = 0; axis + 1 < request.axes.size(); ++axis) {
    const double left = axisX(axis);
    const double right = axisX(axis + 1);
    if (position.x() < left - reach || position.x() > right + reach) continue;
    for (std::size_t line = ids.size(); line > 0; --line) { // the newest of those that are equally near
      if (dimmed[line - 1]) continue;
      const double from = shareOf(line - 1, axis);
      const double to = shareOf(line - 1, axis + 1);
      if (!std::isfinite(from) || !std::isfinite(to)) continue;
      const double y = pixelOf(from) + (pixelOf(to) - pixelOf(from)) * (position.x() - left) / (right - left);
      const double steep = std::abs(pixelOf(to) - pixelOf(from)) / (right - left);
      if (std::abs(y - position.y()) > reach * (1 + steep)) continue;
      const double away = distanceTo({left, pixelOf(from), right, pixelOf(to)}, position);
      if (away < reach - 0.01) std::tie(found, reach) = std::pair(ids[line - 1], away);
    }
  }
  return found;
}

std::shared_ptr<const ParallelPicture> paintParallel(const std::vector<ParallelPoint>& points, const ParallelRequest& request,
                                                     const std::stop_token& stop) {
  auto picture = std::make_shared<ParallelPicture>();
  picture->request = request;
  const std::vector<Line> lines = findLines(points, *picture);
  if (stop.stop_requested()) return nullptr;
  const QSize size = request.area.size().toSize() + QSize(2 * imageMargin, 2 * imageMargin);
  picture->image = QImage(size * request.ratio, QImage::Format_ARGB32_Premultiplied);
  picture->image.setDevicePixelRatio(request.ratio);
  picture->image.fill(Qt::transparent);
  QPainter painter(&picture->image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(QPointF(imageMargin, imageMargin) - request.area.topLeft());
  for (std::size_t axis = 0; axis + 1 < request.axes.size() && !stop.stop_requested(); ++axis)
    Gap(*picture, lines, axis).draw(painter, stop);
  return stop.stop_requested() ? nullptr : picture;
}

} // namespace gevo::ui
