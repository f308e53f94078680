#pragma once

/// A small plot as SVG: two linear axes, marks, lines and bars. Colours are names such as "$accent", see style.h.

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
  /// From 0 to `top`, centred at `x`. `tip`: shown under the mouse.
  void addBar(double x, double width, double top, std::string_view color, std::string_view tip);
  /// A short text, centred above the point.
  void addText(PlotPoint above, std::string_view color, std::string_view text);
  /// Words in place of a bar of this width, upright where that is narrow. What does not fit is left out; `tip` has it.
  void addWords(double x, double width, std::string_view color, std::string_view words, std::string_view tip);
  /// Replaces the numbers of the x axis by these names at 0, 1, 2 and so on.
  void nameColumns(std::vector<std::string> names);
  struct Key {
    std::string name;
    std::string color;
  };
  /// Along the top of the plot's area; returns how many lines high it is.
  static std::size_t keyLines(const std::vector<Key>& keys);
  void addKeys(const std::vector<Key>& keys);
  std::string svg() const;
  /// As a file of its own, on white.
  std::string file() const;

private:
  double left(double x) const;
  double top(double y) const;
  bool inside(PlotPoint point) const;
  std::string axes() const;
  std::string element(std::string_view background) const;

  PlotAxis x_;
  PlotAxis y_;
  double height_;
  std::string description_;
  std::vector<std::string> columns_;
  std::string content_;
};

} // namespace gevo::report
