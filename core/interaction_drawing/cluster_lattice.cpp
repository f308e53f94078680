#include "core/format/interaction_text.h"
#include "core/format/number.h"
#include "core/interaction_drawing/drawing.h"
#include "core/interaction_drawing/layered_layout.h"
#include "core/interaction_drawing/svg_shapes.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <map>

namespace gevo {

namespace {

constexpr std::size_t drawnInFull = 5; ///< edits
constexpr std::size_t mostInALayer = 12;
constexpr double layerStep = 92;
constexpr double topMargin = 34;
constexpr double boxHeight = 40;
constexpr double widestBox = 112;
constexpr double narrowestStep = 76;
static_assert(narrowestStep * mostInALayer <= pageWidth);

/// Numbers of the subsets that are drawn, ascending.
std::vector<std::size_t> shownSubsets(const Cluster& cluster) {
  std::vector<std::size_t> shown;
  for (std::size_t number = 0; number < cluster.lattice.size(); ++number)
    if (cluster.edits.size() <= drawnInFull || !cluster.lattice[number].outcome.fails()) shown.push_back(number);
  return shown;
}

/// A subset and one below it with no shown one between.
std::vector<std::pair<std::size_t, std::size_t>> coverEdges(const std::vector<std::size_t>& shown) {
  std::vector<std::pair<std::size_t, std::size_t>> edges;
  const auto isWithin = [](std::size_t small, std::size_t large) { return small != large && (small & large) == small; };
  for (std::size_t large = 0; large < shown.size(); ++large)
    for (std::size_t small = 0; small < shown.size(); ++small) {
      if (!isWithin(shown[small], shown[large])) continue;
      const bool between =
          std::ranges::any_of(shown, [&](std::size_t middle) { return isWithin(shown[small], middle) && isWithin(middle, shown[large]); });
      if (!between) edges.emplace_back(large, small);
    }
  return edges;
}

/// "2 3 4", or what the empty subset is.
std::string nameOf(const Cluster& cluster, std::size_t number) {
  if (number == 0) return "original";
  std::string name;
  for (std::size_t i = 0; i < cluster.edits.size(); ++i)
    if (((number >> i) & 1) != 0) name += fmt::format("{}{}", name.empty() ? "" : " ", cluster.edits[i] + 1);
  return name;
}

std::string box(const Interactions& found, std::size_t clusterNumber, std::size_t number, PlacedPoint at, double wide) {
  const Cluster& cluster = found.clusters[clusterNumber];
  const LatticePoint& point = cluster.lattice[number];
  const bool fails = point.outcome.fails();
  const bool gains = !fails && found.gainOf(point.outcome) > found.options.leastGain;
  const double size = std::min(12.0, wide / 7.4);
  const std::string words = number == 0 ? "0.0 %" : gainText(found, point.outcome);
  return svg::roundedBox({at.x - wide / 2, at.y - boxHeight / 2}, wide, boxHeight,
                         fails   ? "$badSoft"
                         : gains ? "$goodSoft"
                                 : "$surface",
                         fails   ? "$bad"
                         : gains ? "$good"
                                 : "$muted",
                         point.inferred, subsetElement(clusterNumber, number)) +
         svg::text({at.x, at.y - 4}, nameOf(cluster, number), "$ink", size, "middle", true) +
         svg::text({at.x, at.y + 12}, words, fails ? "$bad" : "$ink", size);
}

} // namespace

Result<Picture> clusterLattice(const Interactions& found, std::size_t number, double width) {
  const Cluster& cluster = found.clusters[number];
  const std::vector<std::size_t> shown = shownSubsets(cluster);
  if (shown.empty()) return Picture();
  LayeredGraph graph;
  std::map<int, std::size_t> inLayer;
  std::size_t widest = 0;
  for (const std::size_t subset : shown) {
    graph.layers.push_back(cluster.edits.size() - std::size_t(std::popcount(subset)));
    widest = std::max(widest, ++inLayer[std::popcount(subset)]);
  }
  if (widest > mostInALayer) return Picture();
  graph.edges = coverEdges(shown);
  GEVO_TRY_ASSIGN(const LayeredPlaces places, placeLayered(graph));
  const double columns = places.width + 1;
  const double drawnWidth = std::max(width, columns * narrowestStep);
  const double step = std::min(drawnWidth / columns, widestBox + 26);
  const double wide = std::min(widestBox, step - 8);
  const double left = (drawnWidth - places.width * step) / 2;
  const auto pixels = [&](PlacedPoint point) { return PlacedPoint{left + point.x * step, topMargin + point.y * layerStep}; };
  std::string content;
  for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
    std::vector<PlacedPoint> route;
    for (const PlacedPoint& point : places.edges[edge]) route.push_back(pixels(point));
    const auto& [large, small] = graph.edges[edge];
    const bool fails = cluster.lattice[shown[large]].outcome.fails() || cluster.lattice[shown[small]].outcome.fails();
    content += svg::line(route, fails ? "$scatter" : "$good");
  }
  for (std::size_t i = 0; i < shown.size(); ++i) content += box(found, number, shown[i], pixels(places.nodes[i]), wide);
  return Picture{content, drawnWidth, places.height * layerStep + 2 * topMargin,
                 fmt::format("Subsets of cluster {}: what each gains or why it fails", number + 1)};
}

} // namespace gevo
