#include <QTest>

#include "core/search/random.h"

#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <vector>

using namespace gevo;

namespace {

std::vector<std::uint64_t> draw(const RandomKey& key, int count = 4) {
  RandomStream stream(key);
  std::vector<std::uint64_t> values;
  for (int i = 0; i < count; ++i) values.push_back(stream.next());
  return values;
}

} // namespace

class RandomTest : public QObject {
  Q_OBJECT

private slots:
  void theSequenceIsPartOfTheFileFormat();
  void everyPartOfTheKeyMatters();
  void valuesStayBelowTheirBound();
  void valuesAreEvenlySpread();
  void unitIsWithinZeroAndOne();
  void chancesComeOutAsAsked();
  void shufflingKeepsTheValues();
};

/// Files of earlier versions are resumed with these numbers; if this fails, the generator changed, not the test.
void RandomTest::theSequenceIsPartOfTheFileFormat() {
  QCOMPARE(draw({1, 2, 3, 4, Purpose::Mutation}),
           (std::vector<std::uint64_t>{0xc85bdcab09314e54ULL, 0xd2e0a52c1a547f51ULL, 0x7dd8ca01ed2ff933ULL, 0xf9918f2e6a501aa8ULL}));
}

void RandomTest::everyPartOfTheKeyMatters() {
  const std::set<std::vector<std::uint64_t>> streams{
      draw({1, 1, 1, 1, Purpose::Mutation}), draw({2, 1, 1, 1, Purpose::Mutation}), draw({1, 2, 1, 1, Purpose::Mutation}),
      draw({1, 1, 2, 1, Purpose::Mutation}), draw({1, 1, 1, 2, Purpose::Mutation}), draw({1, 1, 1, 1, Purpose::Crossover}),
  };
  QCOMPARE(streams.size(), std::size_t(6));
}

void RandomTest::valuesStayBelowTheirBound() {
  QVERIFY(rc::check([](std::uint64_t seed, std::uint64_t bound) {
    RC_PRE(bound > 0U);
    RandomStream stream({seed, 0, 0, 0, Purpose::Test});
    for (int i = 0; i < 10; ++i) RC_ASSERT(stream.below(bound) < bound);
  }));
}

void RandomTest::valuesAreEvenlySpread() {
  RandomStream stream({3, 0, 0, 0, Purpose::Test});
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[stream.below(6)];
  // Five standard deviations of a binomial count are 456.
  for (const int count : counts) QVERIFY2(std::abs(count - 10000) < 456, qPrintable(QString::number(count)));
}

void RandomTest::unitIsWithinZeroAndOne() {
  RandomStream stream({4, 0, 0, 0, Purpose::Test});
  double sum = 0;
  for (int i = 0; i < 10000; ++i) {
    const double value = stream.unit();
    QVERIFY(value >= 0 && value < 1);
    sum += value;
  }
  QVERIFY(std::abs(sum / 10000 - 0.5) < 0.015);
}

void RandomTest::chancesComeOutAsAsked() {
  RandomStream stream({5, 0, 0, 0, Purpose::Test});
  int hits = 0;
  for (int i = 0; i < 10000; ++i) hits += stream.chance(0.3) ? 1 : 0;
  QVERIFY(std::abs(hits - 3000) < 230);
  QVERIFY(!stream.chance(0));
  QVERIFY(stream.chance(1));
}

void RandomTest::shufflingKeepsTheValues() {
  QVERIFY(rc::check([](std::uint64_t seed, std::vector<int> values) {
    std::vector<int> shuffled = values;
    RandomStream({seed, 0, 0, 0, Purpose::Test}).shuffle(std::span<int>(shuffled));
    RC_ASSERT(std::ranges::is_permutation(values, shuffled));
  }));
}

QTEST_GUILESS_MAIN(RandomTest)
#include "random_test.moc"
