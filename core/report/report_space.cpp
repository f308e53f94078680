#include "core/format/number.h"
#include "core/format/quantity.h"
#include "core/report/html.h"
#include "core/report/report.h"
#include "core/space/space_model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace gevo::report {

namespace {

// Pixels of the view box.
constexpr double width = 960;
constexpr double labelRoom = 120; ///< left of the rows
constexpr double rowHeight = 34;
constexpr double titleRoom = 44; ///< above what is drawn
constexpr double plotHeight = 300;
constexpr double failedRoom = 30; ///< below the slowest runtime
constexpr double runtimeRoom = 90;
constexpr double narrow = 48; ///< a cell that has no room for figures

constexpr std::size_t mostLines = 2000; ///< of parallel coordinates
constexpr std::size_t mostFailures = 12;
constexpr std::size_t longestReason = 300;
constexpr double fullOpacity = 0.75; ///< figures are written on it

std::string text(double x, double y, std::string_view anchor, std::string_view color, std::string_view words) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\" font-size=\"12\">{}</text>\n", x, y, anchor, color,
                     escaped(words));
}

/// The program's own stands out.
std::string valueText(const SpaceAxis& axis, int value, double x, double y, std::string_view anchor) {
  return text(x, y, anchor, value == axis.own ? "$ink" : "$muted", axis.values[static_cast<std::size_t>(value)]);
}

struct Picture {
  const SpaceModel& model;
  SpeedupScale scale;
  int chosen; ///< line of the report's variant; -1: none

  const SpaceLine& line(int number) const { return model.lines[static_cast<std::size_t>(number)]; }
  const SpaceAxis& axis(int number) const { return model.axes[static_cast<std::size_t>(number)]; }
  std::string_view color(const SpaceLine& shown) const {
    return !std::isfinite(shown.speedup) ? "$muted" : shown.speedup >= 1 ? "$good" : "$bad";
  }
};

std::string figure(double height, std::string_view description, const std::string& content, std::string_view caption) {
  return fmt::format("<figure>\n<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\" "
                     "xmlns=\"http://www.w3.org/2000/svg\">\n{3}</svg>\n{4}</figure>\n",
                     width, height, escaped(description), content, element("p", "caption", caption));
}

/// Of one or two parameters, each cell the fastest configuration with its values.
class HeatMap {
public:
  HeatMap(const Picture& picture, int x, int y) : picture_(picture), x_(x), y_(y), grid_(spaceGrid(picture.model, x, y)) {}

  std::string html() const {
    std::string content;
    for (int column = 0; column < grid_.columns; ++column)
      content += valueText(picture_.axis(x_), column, labelRoom + (column + 0.5) * cellWidth(), titleRoom - 8, "middle");
    content += text(labelRoom + cellWidth() * grid_.columns / 2, 14, "middle", "$ink", picture_.axis(x_).name);
    if (y_ >= 0) content += text(0, 14, "start", "$ink", picture_.axis(y_).name);
    for (int row = 0; row < grid_.rows; ++row) {
      if (y_ >= 0) content += valueText(picture_.axis(y_), row, labelRoom - 10, titleRoom + (row + 0.5) * rowHeight + 4, "end");
      for (int column = 0; column < grid_.columns; ++column) content += cell(column, row);
    }
    const bool more = picture_.model.axes.size() > 2;
    return figure(titleRoom + grid_.rows * rowHeight + 4, "Speed of configurations", content,
                  fmt::format("Speed relative to the original; the program's own values stand out.{}{} Empty cells were not tried.",
                              more ? " Each cell is the best over all other parameters." : "",
                              picture_.chosen >= 0 ? " The frame is the variant's configuration." : ""));
  }

private:
  double cellWidth() const { return std::min(110.0, (width - labelRoom) / grid_.columns); }

  std::string cell(int column, int row) const {
    const SpaceCell& shown = grid_.at(column, row);
    const double left = labelRoom + column * cellWidth();
    const double top = titleRoom + row * rowHeight;
    const auto box = [&](std::string_view style) {
      return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"3\" {}/>\n", left + 1, top + 1,
                         cellWidth() - 2, rowHeight - 2, style);
    };
    std::string drawn = box("fill=\"$raised\"");
    if (shown.line < 0) return drawn;
    const SpaceLine& line = picture_.line(shown.line);
    std::string words = cellWidth() > narrow ? "failed" : "×";
    if (line.valid()) {
      drawn +=
          box(fmt::format("fill=\"{}\" fill-opacity=\"{:.2f}\"", picture_.color(line), fullOpacity * picture_.scale.share(line.speedup)));
      words = std::isfinite(line.speedup) ? fmt::format("{:.2f}×", line.speedup) : "";
    }
    if (cellWidth() > narrow || !line.valid())
      drawn += text(left + cellWidth() / 2, top + rowHeight / 2 + 4, "middle", line.valid() ? "$ink" : "$muted", words);
    if (isChosen(column, row)) drawn += box("fill=\"none\" stroke=\"$accent\" stroke-width=\"2.5\"");
    return drawn;
  }

  /// The best of a cell may be another configuration than the variant's.
  bool isChosen(int column, int row) const {
    if (picture_.chosen < 0) return false;
    const std::vector<int>& at = picture_.line(picture_.chosen).at;
    return at[static_cast<std::size_t>(x_)] == column && (y_ < 0 || at[static_cast<std::size_t>(y_)] == row);
  }

  const Picture& picture_;
  int x_;
  int y_;
  SpaceGrid grid_;
};

/// An axis for each parameter and one of runtimes (Inselberg 1985).
class ParallelCoordinates {
public:
  explicit ParallelCoordinates(const Picture& picture) : picture_(picture), order_(bestFirst(picture.model)) {
    for (const SpaceLine& line : picture.model.lines) {
      if (!line.valid()) continue;
      fastest_ = std::isnan(fastest_) ? line.runtime : std::min(fastest_, line.runtime);
      slowest_ = std::isnan(slowest_) ? line.runtime : std::max(slowest_, line.runtime);
    }
  }

  std::string html() const {
    std::string content;
    const std::size_t drawn = std::min(order_.size(), mostLines);
    for (std::size_t i = drawn; i-- > 0;) content += path(order_[i], 1.3, 0.75);
    if (picture_.chosen >= 0) content += path(picture_.chosen, 3.5, 1, "$accent");
    for (int axis = 0; axis < axes(); ++axis) content += axisLine(axis) + ticks(axis);
    content += axisLine(axes()) + runtimes();
    return figure(titleRoom + plotHeight + 16, "Configurations in parallel coordinates", content,
                  "Each line is a configuration: its values, and at the right the runtime of its best variant. "
                  "<span class=\"good\">Green</span> is faster than the original, <span class=\"bad\">red</span> slower, grey has no "
                  "variant that passed; "
                  "<a>blue</a> is the variant's configuration.");
  }

private:
  int axes() const { return static_cast<int>(picture_.model.axes.size()); }
  double left(int axis) const { return 30 + (width - 30 - runtimeRoom) * axis / axes(); }
  double top(int axis, int value) const {
    const auto last = std::max<std::size_t>(picture_.axis(axis).values.size(), 2) - 1;
    return titleRoom + plotHeight * (1 - value / static_cast<double>(last));
  }
  /// Logarithmic: a configuration that is ten times as slow must not hide small gains.
  double top(double runtime) const {
    const double range = std::log(slowest_ / fastest_);
    return titleRoom + (range > 0 ? std::log(runtime / fastest_) / range : 0) * (plotHeight - failedRoom);
  }

  std::string path(int number, double lineWidth, double opacity, std::string_view color = {}) const {
    const SpaceLine& line = picture_.line(number);
    std::string points;
    for (int axis = 0; axis < axes(); ++axis)
      points += fmt::format("{}{:.1f} {:.1f}", axis == 0 ? "M" : "L", left(axis), top(axis, line.at[static_cast<std::size_t>(axis)]));
    points += fmt::format("L{:.1f} {:.1f}", left(axes()), line.valid() ? top(line.runtime) : titleRoom + plotHeight);
    if (color.empty()) color = line.valid() ? picture_.color(line) : "$scatter";
    return fmt::format(
        "<path d=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-opacity=\"{}\" stroke-linejoin=\"round\" fill=\"none\"{}/>\n", points,
        color, lineWidth, opacity, line.valid() ? "" : " stroke-dasharray=\"5 4\"");
  }

  std::string axisLine(int axis) const {
    const bool last = axis == axes();
    return fmt::format("<path d=\"M{0:.1f} {1}V{2}\" stroke=\"$muted\" fill=\"none\"/>\n", left(axis), titleRoom, titleRoom + plotHeight) +
           text(left(axis), 20, axis == 0 ? "start" : "middle", "$ink", last ? "runtime" : picture_.axis(axis).name);
  }

  std::string ticks(int axis) const {
    const auto count = static_cast<int>(picture_.axis(axis).values.size());
    const int every = std::max(1, static_cast<int>(std::ceil(16 * count / plotHeight)));
    std::string content;
    for (int value = 0; value < count; value += every) {
      const double characters = static_cast<double>(picture_.axis(axis).values[static_cast<std::size_t>(value)].size());
      content +=
          fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"16\" rx=\"3\" fill=\"$surface\" fill-opacity=\"0.85\"/>\n",
                      left(axis) + 3, top(axis, value) - 8, 6 + 7 * characters);
      content += valueText(picture_.axis(axis), value, left(axis) + 6, top(axis, value) + 4, "start");
    }
    return content;
  }

  std::string runtimes() const {
    std::string content;
    const auto tick = [&](double y, std::string_view words) { content += text(left(axes()) + 8, y + 4, "start", "$muted", words); };
    if (std::isfinite(fastest_)) tick(top(fastest_), formatRuntime(fastest_));
    if (slowest_ > fastest_) tick(top(slowest_), formatRuntime(slowest_));
    if (!picture_.line(order_.back()).valid()) tick(titleRoom + plotHeight, "failed");
    return content;
  }

  const Picture& picture_;
  std::vector<int> order_;
  double fastest_ = unknown;
  double slowest_ = unknown;
};

std::string failures(const SpaceModel& model) {
  HtmlTable table("list", {"Configuration", "Why no variant passed"});
  std::size_t count = 0;
  for (const SpaceLine& line : model.lines) {
    if (line.valid() || ++count > mostFailures) continue;
    std::string reason = failureReason(line);
    if (reason.size() > longestReason) {
      std::size_t end = longestReason;
      while (end > 0 && (static_cast<unsigned char>(reason[end]) & 0xc0) == 0x80) --end; // inside a character
      reason = reason.substr(0, end) + "…";
    }
    table.add({escaped(configurationText(model, line)), escaped(reason)});
  }
  if (count == 0) return {};
  return table.html() + (count > mostFailures ? element("p", "note", fmt::format("And {} more.", formatCount(count - mostFailures))) : "");
}

} // namespace

std::string spaceSection(const ReportContent& content, const RunHistory& history) {
  const ParameterSpace& space = content.subject.project->parameters;
  const SpaceModel model = spaceModel(space, history.configurations, fastestOriginal(content.subject));
  if (model.axes.empty()) return {};
  const Picture picture{model, speedupScale(model), lineOf(model, space, configurationOf(content.subject.variant.edits))};
  std::string html = "<h2>Parameters</h2>\n";
  const auto failed = static_cast<std::uint64_t>(std::ranges::count_if(model.lines, &SpaceLine::failed));
  html += element("p", {},
                  fmt::format("The run tried {} of the program's parameters{}.", formatCounted(model.lines.size(), "configuration"),
                              failed > 0 ? fmt::format(", of which {} failed", formatCount(failed)) : ""));
  const bool many = model.axes.size() > 1;
  const auto [x, y] = many ? strongestAxes(model) : std::pair(0, -1);
  html += HeatMap(picture, x, y).html();
  if (model.axes.size() > 2) html += ParallelCoordinates(picture).html();
  return html + failures(model);
}

} // namespace gevo::report
