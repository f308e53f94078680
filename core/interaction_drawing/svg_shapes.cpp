#include "core/interaction_drawing/svg_shapes.h"

#include "core/interaction_drawing/drawing.h"

#include <cmath>
#include <fmt/format.h>

namespace gevo::svg {

namespace {

/// Two decimals, so that pictures are the same on each machine. Never "-0".
std::string number(double value) {
  std::string text = fmt::format("{:.2f}", std::abs(value) < 0.005 ? 0.0 : value);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string identity(std::string_view id) { return id.empty() ? std::string() : fmt::format(" id=\"{}\"", id); }

std::string_view dashes(bool dashed) { return dashed ? " stroke-dasharray=\"4 3\"" : ""; }

} // namespace

std::string text(PlacedPoint at, std::string_view words, std::string_view color, double size, std::string_view anchor, bool bold) {
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}>{}</text>\n", number(at.x), number(at.y),
                     number(size), anchor, color, bold ? " font-weight=\"600\"" : "", words);
}

std::string circle(PlacedPoint center, double radius, std::string_view fill, std::string_view stroke, std::string_view title,
                   std::string_view id) {
  const std::string tip = title.empty() ? std::string() : fmt::format("<title>{}</title>", title);
  return fmt::format("<circle{} cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\">{}</circle>\n", identity(id),
                     number(center.x), number(center.y), number(radius), fill, stroke, tip);
}

std::string roundedBox(PlacedPoint corner, double wide, double high, std::string_view fill, std::string_view stroke, bool dashed,
                       std::string_view id) {
  return fmt::format("<rect{} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{}\" stroke=\"{}\"{}/>\n", identity(id),
                     number(corner.x), number(corner.y), number(wide), number(high), fill, stroke, dashes(dashed));
}

std::string line(const std::vector<PlacedPoint>& points, std::string_view color, bool dashed) {
  if (points.size() < 2) return {};
  std::string path = fmt::format("M{} {}", number(points[0].x), number(points[0].y));
  for (std::size_t i = 1; i + 1 < points.size(); ++i) { // curves that end half way to the next point
    const PlacedPoint end{(points[i].x + points[i + 1].x) / 2, (points[i].y + points[i + 1].y) / 2};
    path += fmt::format(" Q{} {} {} {}", number(points[i].x), number(points[i].y), number(end.x), number(end.y));
  }
  path += fmt::format(" L{} {}", number(points.back().x), number(points.back().y));
  return fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"{}/>\n", path, color, dashes(dashed));
}

PlacedPoint before(PlacedPoint from, PlacedPoint to, double distance) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length == 0) return to;
  return {to.x - (to.x - from.x) * distance / length, to.y - (to.y - from.y) * distance / length};
}

std::string arrowHead(PlacedPoint from, PlacedPoint tip, std::string_view color) {
  constexpr double length = 9;
  constexpr double half = 4;
  const PlacedPoint base = before(from, tip, length);
  const PlacedPoint aside{(tip.y - base.y) / length * half, (base.x - tip.x) / length * half};
  return fmt::format("<path d=\"M{} {} L{} {} L{} {} Z\" fill=\"{}\"/>\n", number(tip.x), number(tip.y), number(base.x + aside.x),
                     number(base.y + aside.y), number(base.x - aside.x), number(base.y - aside.y), color);
}

} // namespace gevo::svg

namespace gevo {

std::string editElement(std::size_t edit) { return fmt::format("edit-{}", edit + 1); }

std::string subsetElement(std::size_t cluster, std::size_t subset) { return fmt::format("cluster-{}-subset-{}", cluster + 1, subset); }

std::string svgElement(const Picture& picture) {
  return fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\" "
                     "xmlns=\"http://www.w3.org/2000/svg\">\n{3}</svg>\n",
                     svg::number(picture.width), svg::number(picture.height), picture.description, picture.content);
}

} // namespace gevo
