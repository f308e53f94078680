#include "core/report/svg_plot.h"

#include "core/report/html.h"
#include "core/report/style.h"
#include "core/report/svg_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

namespace gevo::report {

namespace {

// The view box, in pixels; text stands outside the plot's area.
constexpr double width = 960;
constexpr double marginLeft = 64;
constexpr double marginRight = 16;
constexpr double marginTop = 14;
constexpr double marginBottom = 46;
constexpr double wantedTicks = 6;
constexpr int mostTicks = 12;
constexpr double lineHeight = 15;
constexpr double readableWidth = 100; ///< in less, words stand upright
constexpr std::size_t mostWordLines = 8;
constexpr double keyRoom = 34; ///< beside a key's name

std::string tickText(double value, double step) {
  if (std::abs(value) < step * 1e-9) return "0"; // never -0
  const int digits = step >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  return digits > 6 ? fmt::format("{:.2g}", value) : fmt::format("{:.{}f}", value, digits);
}

/// 1, 2 or 5 times a power of ten.
double roundStep(double range) {
  const double rough = range / wantedTicks;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

std::string title(std::string_view tip) { return tip.empty() ? std::string() : fmt::format("<title>{}</title>", escaped(tip)); }

/// Where each key begins, line by line.
std::vector<std::pair<double, std::size_t>> keyPlaces(const std::vector<SvgPlot::Key>& keys) {
  std::vector<std::pair<double, std::size_t>> places;
  double x = marginLeft + 8;
  std::size_t line = 0;
  for (const SvgPlot::Key& key : keys) {
    const double wide = keyRoom + letterWidth * static_cast<double>(letters(key.name));
    if (x + wide > width - marginRight && x > marginLeft + 8) {
      x = marginLeft + 8;
      ++line;
    }
    places.emplace_back(x, line);
    x += wide;
  }
  return places;
}

} // namespace

std::vector<double> PlotAxis::ticks() const {
  std::vector<double> values;
  if (!(to > from) || !std::isfinite(to - from)) return values;
  const double step = roundStep(to - from);
  const double first = std::ceil(from / step - 1e-9);
  // Ends where numbers are so large, or steps so small, that adding a step changes nothing.
  for (int count = 0; count <= mostTicks; ++count) {
    const double value = (first + count) * step;
    if (!(value <= to + step * 1e-9) || (!values.empty() && value <= values.back())) break;
    values.push_back(value);
  }
  return values;
}

PlotAxis PlotAxis::around(std::string title, const std::vector<double>& values) {
  double low = 0;
  double high = 0;
  bool any = false;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = any ? std::min(low, value) : value;
    high = any ? std::max(high, value) : value;
    any = true;
  }
  if (!any) return {std::move(title), 0, 1};
  const double room = high > low ? (high - low) * 0.06 : std::max(std::abs(high) * 0.1, 1e-9);
  return {std::move(title), low - room, high + room};
}

SvgPlot::SvgPlot(PlotAxis x, PlotAxis y, double height, std::string_view description)
    : x_(std::move(x)), y_(std::move(y)), height_(height), description_(description) {}

double SvgPlot::left(double x) const { return marginLeft + (x - x_.from) / (x_.to - x_.from) * (width - marginLeft - marginRight); }
double SvgPlot::top(double y) const {
  return height_ - marginBottom - (y - y_.from) / (y_.to - y_.from) * (height_ - marginTop - marginBottom);
}

bool SvgPlot::inside(PlotPoint point) const { return point.x >= x_.from && point.x <= x_.to && point.y >= y_.from && point.y <= y_.to; }

void SvgPlot::addDots(const std::vector<PlotPoint>& points, std::string_view color, double size) {
  // Dots on the same pixel are drawn once.
  std::set<std::pair<long, long>> pixels;
  for (const PlotPoint& point : points)
    if (inside(point)) pixels.insert({std::lround(left(point.x)), std::lround(top(point.y))});
  std::string path;
  for (const auto& [x, y] : pixels) path += fmt::format("M{} {}h0", x, y);
  if (path.empty()) return;
  content_ += fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" fill=\"none\"/>\n", path, color, size);
}

void SvgPlot::addLine(const std::vector<PlotPoint>& points, std::string_view color, double lineWidth) {
  std::string path;
  bool drawing = false; // an unknown value interrupts the line
  for (const PlotPoint& point : points) {
    const bool known = std::isfinite(point.x) && std::isfinite(point.y);
    if (known) path += fmt::format("{}{:.1f} {:.1f}", drawing ? "L" : "M", left(point.x), std::clamp(top(point.y), 0.0, height_));
    drawing = known;
  }
  if (path.empty()) return;
  content_ +=
      fmt::format("<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" fill=\"none\"/>\n", path, color, lineWidth);
}

void SvgPlot::addSteps(const std::vector<PlotPoint>& points, std::string_view color, double lineWidth) {
  std::vector<PlotPoint> corners;
  for (const PlotPoint& point : points) {
    if (!corners.empty()) corners.push_back({point.x, corners.back().y});
    corners.push_back(point);
  }
  addLine(corners, color, lineWidth);
}

void SvgPlot::addLevel(double y, std::string_view color) {
  if (!(y >= y_.from && y <= y_.to)) return;
  content_ += fmt::format("<path d=\"M{} {:.1f}H{}\" stroke=\"{}\" stroke-width=\"1.5\" stroke-dasharray=\"5 4\" fill=\"none\"/>\n",
                          marginLeft, top(y), width - marginRight, color);
}

void SvgPlot::addMark(PlotPoint point, std::string_view color, std::string_view label) {
  if (!inside(point)) return;
  const double x = left(point.x);
  const double y = top(point.y);
  const bool roomRight = x < width * 0.6;
  const bool roomAbove = y > marginTop + 24;
  content_ +=
      fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"{}\" stroke=\"$surface\" stroke-width=\"2\"/>\n", x, y, color);
  content_ += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"$ink\" font-size=\"13\" font-weight=\"600\" stroke=\"$surface\" "
      "stroke-width=\"4\" paint-order=\"stroke\">{}</text>\n",
      roomRight ? x + 11 : x - 11, roomAbove ? y - 9 : y + 20, roomRight ? "start" : "end", escaped(label));
}

void SvgPlot::addBar(double x, double barWidth, double value, std::string_view color, std::string_view tip) {
  const double from = left(x - barWidth / 2);
  const double high = std::clamp(top(value), marginTop, top(0));
  content_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\">{}</rect>\n", from, high,
                          left(x + barWidth / 2) - from, top(0) - high, color, title(tip));
}

void SvgPlot::addText(PlotPoint above, std::string_view color, std::string_view text) {
  content_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\" font-size=\"11\">{}</text>\n", left(above.x),
                          top(above.y) - 5, color, escaped(text));
}

void SvgPlot::addWords(double x, double barWidth, std::string_view color, std::string_view words, std::string_view tip) {
  const auto fitting = [](double room) { return static_cast<std::size_t>(std::max(room / letterWidth, 1.0)); };
  const double room = left(x + barWidth / 2) - left(x - barWidth / 2);
  content_ += fmt::format("<g fill=\"{}\" font-size=\"12\">{}\n", color, title(tip));
  if (room < readableWidth) {
    content_ += fmt::format("<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\">{}</text>\n", left(x) + 4, top(y_.from) - 6,
                            escaped(elided(words, fitting(height_ - marginTop - marginBottom - 12))));
  } else {
    const std::vector<std::string> lines = brokenLines(words, fitting(room), mostWordLines);
    double y = top(y_.from) - 8 - lineHeight * static_cast<double>(lines.size() - 1);
    for (const std::string& line : lines) {
      content_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", left(x), y, escaped(line));
      y += lineHeight;
    }
  }
  content_ += "</g>\n";
}

void SvgPlot::nameColumns(std::vector<std::string> names) { columns_ = std::move(names); }

std::size_t SvgPlot::keyLines(const std::vector<Key>& keys) { return keys.empty() ? 0 : keyPlaces(keys).back().second + 1; }

void SvgPlot::addKeys(const std::vector<Key>& keys) {
  const std::vector<std::pair<double, std::size_t>> places = keyPlaces(keys);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const double y = marginTop + lineHeight * static_cast<double>(places[i].second) + 4;
    content_ +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"11\" height=\"11\" fill=\"{}\"/>\n", places[i].first, y, keys[i].color);
    content_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"$ink\" font-size=\"12\">{}</text>\n", places[i].first + 17, y + 10,
                            escaped(keys[i].name));
  }
}

std::string SvgPlot::axes() const {
  std::string text;
  const auto label = [&](double x, double y, std::string_view anchor, const std::string& words, std::string_view more = {}) {
    text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"$muted\" font-size=\"12\"{}>{}</text>\n", x, y, anchor,
                        more, escaped(words));
  };
  const auto line = [&](double x1, double y1, double x2, double y2) {
    text += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"$line\" stroke-width=\"1\" fill=\"none\"/>\n", x1, y1, x2, y2);
  };
  const double bottom = height_ - marginBottom;
  const std::vector<double> xTicks = x_.ticks();
  const std::vector<double> yTicks = y_.ticks();
  for (const double value : yTicks) {
    line(marginLeft, top(value), width - marginRight, top(value));
    label(marginLeft - 8, top(value) + 4, "end", tickText(value, roundStep(y_.to - y_.from)));
  }
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const double room = (left(1) - left(0) - 8) / letterWidth;
    const std::vector<std::string> lines = brokenLines(columns_[i], static_cast<std::size_t>(std::max(room, 4.0)), 2);
    for (std::size_t at = 0; at < lines.size(); ++at)
      label(left(static_cast<double>(i)), bottom + 18 + lineHeight * static_cast<double>(at), "middle", lines[at]);
  }
  for (const double value : columns_.empty() ? xTicks : std::vector<double>()) {
    line(left(value), bottom, left(value), bottom + 4);
    label(left(value), bottom + 18, "middle", tickText(value, roundStep(x_.to - x_.from)));
  }
  if (!x_.title.empty()) label((marginLeft + width - marginRight) / 2, height_ - 6, "middle", x_.title);
  label(0, 0, "middle", y_.title, fmt::format(" transform=\"translate(14 {:.1f}) rotate(-90)\"", (marginTop + bottom) / 2));
  return text;
}

std::string SvgPlot::element(std::string_view background) const {
  return fmt::format("<svg viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\" "
                     "xmlns=\"http://www.w3.org/2000/svg\">\n{}{}{}</svg>\n",
                     width, height_, width, height_, escaped(description_), background, axes(), content_);
}

std::string SvgPlot::svg() const { return element({}); }

std::string SvgPlot::file() const {
  const std::string background =
      fmt::format("<style>text {{ font-family: Inter, system-ui, \"Noto Sans\", \"DejaVu Sans\", sans-serif; }}</style>\n"
                  "<rect width=\"{}\" height=\"{}\" fill=\"$surface\"/>\n",
                  width, height_);
  return colored(element(background), Medium::Paper);
}

} // namespace gevo::report
