#pragma once

/// A small plot as SVG: two linear axes, marks and lines. Colours are names such as "$accent", see style.h.

#include <string>
#include <string_view>
#include <vector>

namespace gevo::report {

struct PlotPoint {
  double x = 0;
  double y = 0;
};

/// A range of values; `ticks` are round numbers within it.
struct PlotAxis {
  std::string title;
  double from = 0;
  double to = 1;
  std::vector<double> ticks() const;
  /// The range of `values` with a margin. Values that are not finite don't count.
  static PlotAxis around(std::string title, const std::vector<double>& values);
};

class SvgPlot {
public:
  /// `height` in pixels of the view box, which is 960 wide. `description`: for screen readers.
  SvgPlot(PlotAxis x, PlotAxis y, double height, std::string_view description);

  /// Dots of one style, drawn as a single path, so that hundreds of thousands are cheap. Those outside the axes are left out.
  void addDots(const std::vector<PlotPoint>& points, std::string_view color, double size);
  void addLine(const std::vector<PlotPoint>& points, std::string_view color, double width);
  /// Horizontal between points, vertical at them.
  void addSteps(const std::vector<PlotPoint>& points, std::string_view color, double width);
  /// Across the whole plot at `y`, dashed.
  void addLevel(double y, std::string_view color);
  /// A larger mark with a label beside it, on the side where there is room.
  void addMark(PlotPoint point, std::string_view color, std::string_view label);
  std::string svg() const;

private:
  double left(double x) const;
  double top(double y) const;
  bool inside(PlotPoint point) const;
  std::string axes() const;

  PlotAxis x_;
  PlotAxis y_;
  double height_;
  std::string description_;
  std::string content_;
};

} // namespace gevo::report
