#include "core/format/interaction_text.h"
#include "core/format/number.h"
#include "core/interaction_drawing/drawing.h"
#include "core/interaction_drawing/needs_order.h"
#include "core/interaction_drawing/svg_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <map>

namespace gevo {

namespace {

constexpr double widestStep = 116; ///< between nodes of a layer, in pixels
constexpr double layerStep = 150;
constexpr double sideMargin = 58;
constexpr double topMargin = 78;   ///< below the top of a panel, to the middle of its first nodes
constexpr double groupMargin = 20; ///< above an outline, in addition
constexpr double bottomMargin = 74;
constexpr double textHeight = 37; ///< below a node
constexpr double smallestRadius = 13;
constexpr double largestRadius = 30;
constexpr double panelGap = 14;
constexpr double legendTop = 22; ///< to the line of its first words
constexpr double legendStep = 20;
constexpr double legendBottom = 12;
constexpr double legendMargin = 10;
constexpr double legendGap = 20;
constexpr double letterWidth = 6.6;       ///< about, of 12 pixels' letters
constexpr double leastForSecondLine = 90; ///< of the step between nodes
constexpr double leastForText = 46;

/// What is drawn on a ground of its own.
struct Panel {
  std::string content; ///< from (0, 0)
  double wide = 0;
  double high = 0;
};

class GraphDrawing {
public:
  GraphDrawing(const Interactions& found, const std::vector<std::string>& titles, double width)
      : found_(found), titles_(titles), width_(width) {
    for (const EditInteraction& edit : found.edits) largest_ = std::max(largest_, edit.shapley);
  }

  Result<Picture> run() {
    std::vector<Panel> panels;
    for (std::size_t cluster = 0; cluster < found_.clusters.size(); ++cluster) {
      GEVO_TRY_ASSIGN(Panel panel, clusterPanel(cluster));
      panels.push_back(std::move(panel));
    }
    if (Panel panel = independentPanel(); panel.wide > 0) panels.push_back(std::move(panel));
    double height = 0;
    const std::string content = arranged(panels, height);
    const std::string below = legend(height);
    return Picture{content + below, width_, height, "Which edits need each other"};
  }

private:
  double radiusOf(std::size_t edit, double step) const {
    const double share = largest_ > 0 ? std::max(0.0, found_.edits[edit].shapley) / largest_ : 0;
    const double radius =
        std::sqrt(smallestRadius * smallestRadius + share * (largestRadius * largestRadius - smallestRadius * smallestRadius));
    return std::min(radius, step * 0.45);
  }

  std::string node(std::size_t edit, PlacedPoint at, double step) const {
    const EditInteraction& one = found_.edits[edit];
    const bool fails = one.failsAlone();
    const bool isNothing = one.role == EditRole::Weak;
    const char* fill = fails ? "$badSoft" : one.steppingStone || isNothing ? "$raised" : "$goodSoft";
    const char* stroke = fails ? "$bad" : one.steppingStone ? "$accent" : isNothing ? "$muted" : "$good";
    const double radius = radiusOf(edit, step);
    std::string drawn = svg::circle(at, radius, fill, stroke, edit < titles_.size() ? titles_[edit] : std::string(), editElement(edit));
    drawn += svg::text({at.x, at.y + 4.5}, std::to_string(edit + 1), "$ink", 13, "middle", true);
    if (step >= leastForText) drawn += svg::text({at.x, at.y + radius + 16}, shapleyText(one), "$ink", 12);
    if (one.cluster && step >= leastForSecondLine)
      drawn += svg::text({at.x, at.y + radius + 31}, fails ? reasonName(one.alone.reason) : "alone " + gainText(found_, one.alone),
                         "$muted", 11);
    return drawn;
  }

  Result<Panel> clusterPanel(std::size_t number) const {
    const Cluster& cluster = found_.clusters[number];
    const NeedsOrder order = orderNeeds(cluster.edits, found_.needs);
    GEVO_TRY_ASSIGN(LayeredPlaces places, placeLayered({order.layers, order.arrows}));
    const auto groups = mutualGroups(order, cluster.edits.size());
    bringTogether(places, order, groups);
    const double step = std::min(widestStep, places.width > 0 ? (width_ - 2 * sideMargin - 4) / places.width : widestStep);
    const std::string title =
        fmt::format("cluster {}: {}", number + 1, cluster.together.fails() ? "fails without the others" : formatPercent(cluster.gain));
    Panel panel;
    panel.wide = std::max(places.width * step + 2 * sideMargin, 210.0);
    const bool hasGroup = std::ranges::any_of(groups, [](const auto& group) { return group.second.size() > 2; });
    const double top = topMargin + (hasGroup ? groupMargin : 0);
    panel.high = places.height * layerStep + top + bottomMargin;
    const double left = (panel.wide - places.width * step) / 2;
    const auto pixels = [&](PlacedPoint point) { return PlacedPoint{left + point.x * step, top + point.y * layerStep}; };
    panel.content =
        svg::roundedBox({0, 0}, panel.wide, panel.high, "$surface", "$line") + svg::text({14, 23}, title, "$ink", 13, "start", true);
    for (const auto& [root, members] : groups)
      if (members.size() > 2) panel.content += groupOutline(members, places, pixels, step);
    for (std::size_t arrow = 0; arrow < order.arrows.size(); ++arrow) {
      std::vector<PlacedPoint> route;
      for (const PlacedPoint& point : places.edges[arrow]) route.push_back(pixels(point));
      panel.content += drawnArrow(route, cluster.edits, order.arrows[arrow], step, false);
    }
    for (const auto& [root, members] : groups)
      if (members.size() == 2)
        panel.content += drawnArrow({pixels(places.nodes[members[0]]), pixels(places.nodes[members[1]])}, cluster.edits,
                                    {members[0], members[1]}, step, true);
    for (std::size_t i = 0; i < cluster.edits.size(); ++i) panel.content += node(cluster.edits[i], pixels(places.nodes[i]), step);
    return panel;
  }

  std::string drawnArrow(std::vector<PlacedPoint> route, const std::vector<std::size_t>& edits, std::pair<std::size_t, std::size_t> ends,
                         double step, bool both) const {
    constexpr double gap = 3;
    if (!both) route.front().y += radiusOf(edits[ends.first], step) + textHeight; // below what is written there
    const PlacedPoint second = route[1];
    const PlacedPoint beforeLast = route[route.size() - 2];
    route.back() = svg::before(beforeLast, route.back(), radiusOf(edits[ends.second], step) + gap);
    if (both) route.front() = svg::before(second, route.front(), radiusOf(edits[ends.first], step) + gap);
    std::string drawn = svg::line(route, "$muted") + svg::arrowHead(beforeLast, route.back(), "$muted");
    if (both) drawn += svg::arrowHead(second, route.front(), "$muted");
    return drawn;
  }

  /// Edits that need each other, by the first of them.
  static std::map<std::size_t, std::vector<std::size_t>> mutualGroups(const NeedsOrder& order, std::size_t count) {
    std::vector<std::size_t> first(count);
    for (std::size_t i = 0; i < count; ++i) first[i] = i;
    for (const auto& [a, b] : order.mutual) first[b] = std::min(first[b], first[a]);
    std::map<std::size_t, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < count; ++i) groups[first[i]].push_back(i);
    std::erase_if(groups, [](const auto& group) { return group.second.size() < 2; });
    return groups;
  }

  /// Nodes of a layer change places so that those of a group are neighbours.
  static void bringTogether(LayeredPlaces& places, const NeedsOrder& order, const std::map<std::size_t, std::vector<std::size_t>>& groups) {
    if (groups.empty()) return;
    std::map<std::size_t, std::vector<std::size_t>> byLayer;
    for (std::size_t node = 0; node < order.layers.size(); ++node) byLayer[order.layers[node]].push_back(node);
    const auto groupOf = [&](std::size_t node) {
      for (const auto& [root, members] : groups)
        if (std::ranges::find(members, node) != members.end()) return root;
      return order.layers.size() + node;
    };
    for (auto& [layer, nodes] : byLayer) {
      std::vector<double> columns;
      for (const std::size_t node : nodes) columns.push_back(places.nodes[node].x);
      std::ranges::sort(columns);
      std::ranges::sort(nodes, {}, [&](std::size_t node) { return std::pair(groupOf(node), places.nodes[node].x); });
      for (std::size_t i = 0; i < nodes.size(); ++i) places.nodes[nodes[i]].x = columns[i];
    }
    for (std::size_t arrow = 0; arrow < order.arrows.size(); ++arrow) {
      places.edges[arrow].front() = places.nodes[order.arrows[arrow].first];
      places.edges[arrow].back() = places.nodes[order.arrows[arrow].second];
    }
  }

  template <class Pixels>
  static std::string groupOutline(const std::vector<std::size_t>& members, const LayeredPlaces& places, const Pixels& pixels, double step) {
    double least = std::numeric_limits<double>::max();
    double most = 0;
    double y = 0;
    for (const std::size_t member : members) {
      const PlacedPoint at = pixels(places.nodes[member]);
      least = std::min(least, at.x);
      most = std::max(most, at.x);
      y = at.y;
    }
    const double side = std::min(step * 0.46, 52.0);
    return svg::roundedBox({least - side, y - 40}, most - least + 2 * side, 106, "$raised", "$muted", true) +
           svg::text({(least + most) / 2, y - 45}, "each needs the others", "$muted", 11);
  }

  Panel independentPanel() const {
    std::vector<std::size_t> edits;
    for (std::size_t edit = 0; edit < found_.edits.size(); ++edit)
      if (!found_.edits[edit].cluster) edits.push_back(edit);
    Panel panel;
    if (edits.empty()) return panel;
    constexpr double step = 98;
    const auto inARow = std::size_t(std::max(1.0, 1 + std::floor((width_ - 2 * sideMargin - 4) / step)));
    constexpr double rowStep = 94;
    const std::size_t columns = std::min(inARow, edits.size());
    const std::size_t rows = (edits.size() + inARow - 1) / inARow;
    panel.wide = std::max(double(columns - 1) * step + 2 * sideMargin, 210.0);
    panel.high = double(rows - 1) * rowStep + topMargin + 56;
    panel.content = svg::roundedBox({0, 0}, panel.wide, panel.high, "$surface", "$line") +
                    svg::text({14, 23}, "by themselves", "$ink", 13, "start", true);
    for (std::size_t i = 0; i < edits.size(); ++i)
      panel.content += node(edits[i], {sideMargin + double(i % inARow) * step, topMargin + double(i / inARow) * rowStep}, step);
    return panel;
  }

  /// In rows, from the top.
  std::string arranged(const std::vector<Panel>& panels, double& height) const {
    std::string content;
    double x = 2;
    double y = 2;
    double rowHeight = 0;
    for (const Panel& panel : panels) {
      if (x > 2 && x + panel.wide > width_ - 2) {
        x = 2;
        y += rowHeight + panelGap;
        rowHeight = 0;
      }
      content += fmt::format("<g transform=\"translate({:.0f} {:.0f})\">\n{}</g>\n", x, y, panel.content);
      x += panel.wide + panelGap;
      rowHeight = std::max(rowHeight, panel.high);
    }
    height = std::ceil(y + rowHeight + 2);
    return content;
  }

  /// Below what is there, in as many lines as it needs.
  std::string legend(double& height) const {
    struct Entry {
      const char* fill; ///< null: an arrow; neither: words alone
      const char* stroke;
      const char* words;
    };
    constexpr std::array entries{Entry{"$goodSoft", "$good", "passes alone"},
                                 Entry{"$badSoft", "$bad", "fails alone"},
                                 Entry{"$raised", "$accent", "stepping stone"},
                                 Entry{"$raised", "$muted", "no effect"},
                                 Entry{nullptr, "$muted", "needs"},
                                 Entry{nullptr, nullptr, "% of the original's time that it contributes"}};
    std::string drawn;
    double x = legendMargin;
    double y = height + legendTop;
    for (const Entry& entry : entries) {
      const double sign = entry.fill ? 19 : entry.stroke ? 36 : 0;
      const double wide = sign + letterWidth * double(std::string_view(entry.words).size());
      if (x > legendMargin && x + wide > width_) {
        x = legendMargin;
        y += legendStep;
      }
      if (entry.fill) drawn += svg::circle({x + 6, y - 4}, 6, entry.fill, entry.stroke);
      if (!entry.fill && entry.stroke)
        drawn += svg::line({{x, y - 4}, {x + 22, y - 4}}, entry.stroke) + svg::arrowHead({x, y - 4}, {x + 28, y - 4}, entry.stroke);
      drawn += svg::text({x + sign, y}, entry.words, "$muted", 12, "start");
      x += wide + legendGap;
    }
    height = y + legendBottom;
    return drawn;
  }

  const Interactions& found_;
  const std::vector<std::string>& titles_;
  const double width_;
  double largest_ = 0;
};

} // namespace

Result<Picture> interactionGraph(const Interactions& found, const std::vector<std::string>& titles, double width) {
  return GraphDrawing(found, titles, width).run();
}

} // namespace gevo
