#include "core/interaction_drawing/layered_layout.h"

#include <algorithm>
#include <igraph.h>
#include <limits>
#include <map>

namespace gevo {

namespace {

constexpr int sweeps = 200;

class IntegerVector {
public:
  IntegerVector() { igraph_vector_int_init(&vector, 0); }
  ~IntegerVector() { igraph_vector_int_destroy(&vector); }
  IntegerVector(const IntegerVector&) = delete;
  IntegerVector& operator=(const IntegerVector&) = delete;
  void add(std::size_t value) { igraph_vector_int_push_back(&vector, static_cast<igraph_integer_t>(value)); }

  igraph_vector_int_t vector{};
};

class Graph {
public:
  Graph(std::size_t nodes, const IntegerVector& ends) {
    isMade = igraph_create(&graph, &ends.vector, static_cast<igraph_integer_t>(nodes), true) == IGRAPH_SUCCESS;
  }
  Graph() = default;
  ~Graph() {
    if (isMade) igraph_destroy(&graph);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  igraph_t graph{};
  bool isMade = false;
};

class Matrix {
public:
  Matrix() { igraph_matrix_init(&matrix, 0, 0); }
  ~Matrix() { igraph_matrix_destroy(&matrix); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  PlacedPoint row(std::size_t number) const {
    const auto row = static_cast<igraph_integer_t>(number);
    return {MATRIX(matrix, row, 0), MATRIX(matrix, row, 1)};
  }

  igraph_matrix_t matrix{};
};

/// The library ends the program at an error unless it is told otherwise.
class QuietErrors {
public:
  QuietErrors() : before_(igraph_set_error_handler(igraph_error_handler_ignore)) {}
  ~QuietErrors() { igraph_set_error_handler(before_); }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

private:
  igraph_error_handler_t* before_;
};

/// The library cuts edges that pass layers: the points of each edge, in the order in which it passes them.
std::vector<std::vector<PlacedPoint>> routes(const LayeredGraph& graph, const Graph& extended, const IntegerVector& origins,
                                             const Matrix& places) {
  std::vector<std::vector<std::pair<igraph_integer_t, igraph_integer_t>>> pieces(graph.edges.size());
  for (igraph_integer_t edge = 0; edge < igraph_ecount(&extended.graph); ++edge)
    pieces[static_cast<std::size_t>(VECTOR(origins.vector)[edge])].emplace_back(IGRAPH_FROM(&extended.graph, edge),
                                                                                IGRAPH_TO(&extended.graph, edge));
  std::vector<std::vector<PlacedPoint>> result;
  for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
    auto at = static_cast<igraph_integer_t>(graph.edges[edge].first);
    std::vector<PlacedPoint>& points = result.emplace_back(1, places.row(graph.edges[edge].first));
    auto& left = pieces[edge];
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](const auto& piece) { return piece.first == at || piece.second == at; });
      if (next == left.end()) break;
      at = next->first == at ? next->second : next->first;
      points.push_back(places.row(static_cast<std::size_t>(at)));
      left.erase(next);
    }
  }
  return result;
}

/// The library may put nodes of a layer nearer than it was asked to, where it aligns them with those of other layers.
void keepApart(LayeredPlaces& places, const LayeredGraph& graph) {
  std::map<std::size_t, std::vector<std::size_t>> layers;
  for (std::size_t node = 0; node < graph.layers.size(); ++node) layers[graph.layers[node]].push_back(node);
  for (auto& [layer, nodes] : layers) {
    std::ranges::stable_sort(nodes, {}, [&](std::size_t node) { return places.nodes[node].x; });
    double moved = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      double& x = places.nodes[nodes[i]].x;
      const double least = places.nodes[nodes[i - 1]].x + 1;
      if (x >= least - 1e-6) continue;
      moved += least - x;
      x = least;
    }
    for (const std::size_t node : nodes) places.nodes[node].x -= moved / double(nodes.size());
  }
  for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
    places.edges[edge].front() = places.nodes[graph.edges[edge].first];
    places.edges[edge].back() = places.nodes[graph.edges[edge].second];
  }
}

/// So that both coordinates begin at 0.
void moveToOrigin(LayeredPlaces& places) {
  PlacedPoint least{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const auto forEach = [&](const auto& work) {
    for (PlacedPoint& point : places.nodes) work(point);
    for (std::vector<PlacedPoint>& route : places.edges)
      for (PlacedPoint& point : route) work(point);
  };
  forEach([&](const PlacedPoint& point) { least = {std::min(least.x, point.x), std::min(least.y, point.y)}; });
  forEach([&](PlacedPoint& point) {
    point = {point.x - least.x, point.y - least.y};
    places.width = std::max(places.width, point.x);
    places.height = std::max(places.height, point.y);
  });
}

} // namespace

Result<LayeredPlaces> placeLayered(const LayeredGraph& graph) {
  LayeredPlaces places;
  if (graph.layers.empty()) return places;
  const QuietErrors quiet;
  IntegerVector ends;
  for (const auto& [from, to] : graph.edges) {
    ends.add(from);
    ends.add(to);
  }
  IntegerVector layers;
  for (const std::size_t layer : graph.layers) layers.add(layer);
  const Graph nodes(graph.layers.size(), ends);
  if (!nodes.isMade) return fail("the graph can't be drawn: igraph can't make it");
  Matrix matrix;
  Graph extended;
  IntegerVector origins;
  const igraph_error_t code =
      igraph_layout_sugiyama(&nodes.graph, &matrix.matrix, &extended.graph, &origins.vector, &layers.vector, 1, 1, sweeps, nullptr);
  if (code != IGRAPH_SUCCESS) return fail("the graph can't be drawn: igraph says {}", igraph_strerror(code));
  extended.isMade = true;
  for (std::size_t node = 0; node < graph.layers.size(); ++node) places.nodes.push_back(matrix.row(node));
  places.edges = routes(graph, extended, origins, matrix);
  keepApart(places, graph);
  moveToOrigin(places);
  return places;
}

} // namespace gevo
