#include "core/values/coverage.h"

#include <QTest>

using namespace gevo;

class CoverageTest : public QObject {
  Q_OBJECT
private slots:
  void whatTestsReachIsTheirs();
  void withoutTestsWhatValidatesComesBeforeFuzzInputs();
  void onlyWhatIsNewCounts();
};

namespace {

ProgramCoverage threeInputs() {
  const CoverableCode code{{{"a.cu", 1}, {"a.cu", 2}, {"a.cu", 3}, {"b.cu", 1}}, {{"kernel", 0}, {"kernel", 0}}};
  return {code,
          {{TestRole::Screen, {{true, false, false, false}, {true, false}}},
           {TestRole::Fuzz, {{true, true, true, false}, {true, true}}},
           {TestRole::HeldOut, {{true, true, false, false}, {true, false}}}}};
}

} // namespace

void CoverageTest::whatTestsReachIsTheirs() {
  const Coverage reached = reachedByTests(threeInputs());
  QCOMPARE(reached.lines, (std::vector<bool>{true, false, false, false}));
  QCOMPARE(reached.branches, (std::vector<bool>{true, false}));
  QVERIFY(reachedByTests({threeInputs().code, {}}).isMeasured()); // by none, which is known
}

void CoverageTest::withoutTestsWhatValidatesComesBeforeFuzzInputs() {
  const Reach reach = reachOf(threeInputs());
  using enum ReachedBy;
  QCOMPARE(reach.lines, (std::vector<ReachedBy>{Tests, HeldOut, Fuzz, Nothing}));
  QCOMPARE(reach.branches, (std::vector<ReachedBy>{Tests, Fuzz}));
}

void CoverageTest::onlyWhatIsNewCounts() {
  const Coverage one{{true, true, false}, {true}};
  Coverage sum{{true, false, false}, {false}};
  QCOMPARE(countBeyond(one, sum), std::size_t(2));
  addTo(sum, one);
  QCOMPARE(countBeyond(one, sum), std::size_t(0));
  QVERIFY(!isComplete(sum));
  addTo(sum, {{false, false, true}, {}});
  QVERIFY(isComplete(sum));
}

QTEST_APPLESS_MAIN(CoverageTest)
#include "coverage_test.moc"
