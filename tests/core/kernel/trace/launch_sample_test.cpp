// Which blocks of a grid stand for all of them.

#include "core/kernel/trace/launch_sample.h"
#include "tests/core/base/value_of.h"

#include <QTest>
#include <numeric>
#include <rapidcheck.h>

using namespace gevo;

class LaunchSampleTest : public QObject {
  Q_OBJECT
private slots:
  void theBlocksStandForTheWholeGrid() {
    QVERIFY(rc::check("weights add up to the grid, and blocks are in it, ascending", [] {
      const auto size = [] { return *rc::gen::inRange<std::uint32_t>(1, 300); };
      const sim::Dim3 grid{size(), size(), *rc::gen::element(1U, 1U, size())};
      const auto density =
          *rc::gen::element(program::Density::High, program::Density::Medium, program::Density::Low, program::Density::Lowest);
      const sim::BlockSample sample = program::chooseBlocks(grid, density);
      const double blocks = double(grid[0]) * grid[1] * grid[2];
      RC_ASSERT(std::abs(std::accumulate(sample.weights.begin(), sample.weights.end(), 0.0) - blocks) < 1e-6 * blocks);
      RC_ASSERT(sample.weights.size() == sample.blocks.size());
      for (std::size_t i = 0; i < sample.blocks.size(); ++i) {
        RC_ASSERT(double(sample.blocks[i]) < blocks);
        if (i > 0) RC_ASSERT(sample.blocks[i - 1] < sample.blocks[i]);
      }
    }));
  }

  void aSmallGridRunsAsAWhole() {
    const sim::BlockSample sample = program::chooseBlocks({8, 8, 1});
    QCOMPARE(sample.blocks.size(), std::size_t(64));
    QCOMPARE(sample.weights, std::vector<double>(64, 1.0));
  }

  void aLargeGridIsTimedByAFewBlocks() { QVERIFY(program::chooseBlocks({256, 256, 1}).blocks.size() <= 64); }

  void bordersAreAmongThem() {
    const sim::BlockSample sample = program::chooseBlocks({1000, 1, 1});
    QCOMPARE(sample.blocks.front(), 0U);
    QCOMPARE(sample.blocks.back(), 999U);
    QCOMPARE(sample.weights.front(), 1.0);
  }

  void anEventKeepsASample() {
    program::LaunchSample sample{program::chooseBlocks({100, 1, 1}), 12.5, 3.25, 4, true, 99};
    const program::LaunchSample read = valueOf(program::sampleOf(program::sampleEvent(sample)));
    QCOMPARE(read.blocks.blocks, sample.blocks.blocks);
    QCOMPARE(read.copies, 3.25);
    QCOMPARE(read.instructions, std::uint64_t(99));
    QVERIFY(read.isSteady);
  }
};

QTEST_GUILESS_MAIN(LaunchSampleTest)
#include "launch_sample_test.moc"
