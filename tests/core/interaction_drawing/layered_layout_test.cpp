/// Places of nodes in given layers.

#include <QTest>

#include "core/interaction_drawing/layered_layout.h"
#include "core/interaction_drawing/needs_order.h"
#include "tests/core/base/value_of.h"

#include <cmath>
#include <rapidcheck.h>

using namespace gevo;

class LayeredLayoutTest : public QObject {
  Q_OBJECT

private slots:
  void nodesOfALayerKeepApart() {
    QVERIFY(rc::check([] {
      LayeredGraph graph;
      const auto count = *rc::gen::inRange<std::size_t>(1, 20);
      for (std::size_t i = 0; i < count; ++i) graph.layers.push_back(*rc::gen::inRange<std::size_t>(0, 5));
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = 0; b < count; ++b)
          if (graph.layers[a] < graph.layers[b] && *rc::gen::inRange(0, 4) == 0) graph.edges.emplace_back(a, b);
      const LayeredPlaces places = valueOf(placeLayered(graph));
      RC_ASSERT(places.nodes.size() == count);
      for (std::size_t a = 0; a < count; ++a) {
        RC_ASSERT(places.nodes[a].x >= 0 && places.nodes[a].x <= places.width);
        RC_ASSERT(places.nodes[a].y >= 0 && places.nodes[a].y <= places.height);
        for (std::size_t b = 0; b < count; ++b) {
          if (a == b) continue;
          const bool sameLayer = graph.layers[a] == graph.layers[b];
          RC_ASSERT(sameLayer == (std::abs(places.nodes[a].y - places.nodes[b].y) < 1e-9));
          RC_ASSERT(!sameLayer || std::abs(places.nodes[a].x - places.nodes[b].x) >= 1 - 1e-5);
        }
      }
      for (std::size_t edge = 0; edge < graph.edges.size(); ++edge) {
        const auto& [from, to] = graph.edges[edge];
        const std::vector<PlacedPoint>& route = places.edges[edge];
        RC_ASSERT(route.size() >= 2 && route.size() <= graph.layers[to] - graph.layers[from] + 1); // empty layers take no room
        for (std::size_t i = 1; i < route.size(); ++i) RC_ASSERT(route[i - 1].y < route[i].y);
        RC_ASSERT(route.front().x == places.nodes[from].x && route.front().y == places.nodes[from].y);
        RC_ASSERT(route.back().x == places.nodes[to].x && route.back().y == places.nodes[to].y);
      }
    }));
  }

  void emptyGraphHasNoPlaces() { QVERIFY(valueOf(placeLayered({})).nodes.empty()); }

  /// Edits 8 and 10 need 6, and 5 needs all of them (Liou et al. 2022, Fig. 7).
  void needsThatFollowFromOthersAreNotDrawn() {
    const NeedsOrder order = orderNeeds({5, 6, 8, 10}, {{5, 6}, {5, 8}, {5, 10}, {8, 6}, {10, 6}});
    QCOMPARE(order.layers, (std::vector<std::size_t>{0, 2, 1, 1}));
    QCOMPARE(order.arrows, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 2}, {0, 3}, {2, 1}, {3, 1}}));
    QVERIFY(order.mutual.empty());
  }

  void editsThatNeedEachOtherAreOnOneLayer() {
    const NeedsOrder order = orderNeeds({0, 1, 2}, {{0, 1}, {1, 0}, {2, 0}});
    QCOMPARE(order.layers, (std::vector<std::size_t>{1, 1, 0}));
    QCOMPARE(order.mutual, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}}));
    QCOMPARE(order.arrows, (std::vector<std::pair<std::size_t, std::size_t>>{{2, 0}, {2, 1}}));
  }
};

QTEST_GUILESS_MAIN(LayeredLayoutTest)
#include "layered_layout_test.moc"
