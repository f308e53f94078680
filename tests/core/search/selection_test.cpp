#include <QTest>

#include "core/search/selection.h"

using namespace gevo;

namespace {

const std::vector<ObjectiveVector> line{{0}, {1}, {2}, {3}};
const std::vector<std::size_t> sizes(4, 1);

std::vector<int> winners(std::uint32_t entrants, int draws) {
  const Ranking ranking = rankPoints(line);
  RandomStream stream({1, 0, 0, 0, Purpose::Selection});
  std::vector<int> counts(line.size());
  for (int i = 0; i < draws; ++i) ++counts[tournament(ranking, sizes, entrants, stream)];
  return counts;
}

} // namespace

class SelectionTest : public QObject {
  Q_OBJECT

private slots:
  void oneEntrantIsAUniformDraw();
  void theBetterOfTwoWins();
  void manyEntrantsFindTheBest();
};

void SelectionTest::oneEntrantIsAUniformDraw() {
  for (const int count : winners(1, 4000)) QVERIFY(std::abs(count - 1000) < 140);
}

/// Of n points the one with k better ones wins a tournament of two with probability (2 (n - k) - 1) / n^2.
void SelectionTest::theBetterOfTwoWins() {
  const std::vector<int> counts = winners(2, 16000);
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const int expected = int(16000 * (2 * (4 - k) - 1) / 16);
    QVERIFY2(std::abs(counts[k] - expected) < 320, qPrintable(QString("%1 won %2").arg(k).arg(counts[k])));
  }
}

void SelectionTest::manyEntrantsFindTheBest() { QCOMPARE(winners(1000, 10).at(0), 10); }

QTEST_GUILESS_MAIN(SelectionTest)
#include "selection_test.moc"
