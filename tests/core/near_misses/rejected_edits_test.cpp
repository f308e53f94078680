/// Which edits of rejected evaluations are worth trying.

#include <QTest>

#include "core/near_misses/rejected_edits.h"

using namespace gevo;

namespace {

Edit deletion(std::uint64_t target, std::uint64_t uid = 0) {
  return {uid != 0 ? uid : 100 + target, Operator::Delete, InstructionRef::base(target), {}, {}, {}};
}

Individual evaluation(std::int64_t id, std::int64_t parent, EditList edits, Reason reason, Fitness fitness = {}, std::string message = {}) {
  Individual individual;
  individual.id = id;
  individual.parent = parent;
  individual.edits = std::move(edits);
  individual.result.reason = reason;
  individual.result.fitness = fitness;
  individual.result.message = std::move(message);
  return individual;
}

Rejections collected(const std::vector<Individual>& all, Metric metric = Metric::MaxRelative) {
  RejectionCollector collector(metric);
  for (const Individual& individual : all) collector.add(individual);
  return collector.take();
}

const Individual original = evaluation(0, -1, {}, Reason::None, {100, 0});

} // namespace

class RejectedEditsTest : public QObject {
  Q_OBJECT
private slots:
  void whatTheParentHasIsLeftOut() {
    const Rejections found = collected({original, evaluation(1, 0, {deletion(1)}, Reason::None, {90, 0}),
                                        evaluation(2, 1, {deletion(1), deletion(2)}, Reason::OutOfBounds)});
    QCOMPARE(found.edits.size(), std::size_t(1));
    QCOMPARE(found.edits[0].edits, EditList{deletion(2)});
    QCOMPARE(found.edits[0].variants, std::vector<std::int64_t>{2});
  }

  void ofTwoParentsTheOneWithMoreOfTheEditsCounts() {
    Individual child = evaluation(3, 1, {deletion(1), deletion(2), deletion(3)}, Reason::Race);
    child.parent2 = 2;
    const Rejections found = collected({original, evaluation(1, 0, {deletion(1)}, Reason::None, {90, 0}),
                                        evaluation(2, 0, {deletion(1), deletion(2)}, Reason::None, {80, 0}), child});
    QCOMPARE(found.edits.size(), std::size_t(1));
    QCOMPARE(found.edits[0].edits, EditList{deletion(3)});
  }

  void theSameEditDrawnTwiceIsOne() {
    const Rejections found =
        collected({original, evaluation(1, 0, {deletion(5, 7)}, Reason::Race), evaluation(2, 0, {deletion(5, 8)}, Reason::Race)});
    QCOMPARE(found.edits.size(), std::size_t(1));
    QCOMPARE(found.edits[0].variants, (std::vector<std::int64_t>{1, 2}));
  }

  void manyEditsAtOnceTellNothing() {
    EditList edits;
    for (std::uint64_t i = 0; i <= mostNew; ++i) edits.push_back(deletion(i));
    const Rejections found = collected({original, evaluation(1, 0, edits, Reason::Race)});
    QVERIFY(found.edits.empty());
    QCOMPARE(found.rejected, std::uint64_t(1));
  }

  void parametersAreNoEditsOfTheCode() {
    QVERIFY(collected({original, evaluation(1, 0, {setEdit({"BLOCK", "64"})}, Reason::OutOfBounds)}).edits.empty());
  }

  void onlyReasonsThatATimeCanBeToldOfAreTried_data() {
    QTest::addColumn<int>("reason");
    QTest::addColumn<bool>("tried");
    QTest::addColumn<int>("rejected");
    QTest::addColumn<int>("untimed");
    QTest::newRow("out of bounds") << int(Reason::OutOfBounds) << true << 1 << 0;
    QTest::newRow("uninitialised") << int(Reason::Uninitialised) << true << 1 << 0;
    QTest::newRow("race") << int(Reason::Race) << true << 1 << 0;
    QTest::newRow("barrier") << int(Reason::BarrierDivergence) << false << 1 << 1;
    QTest::newRow("budget") << int(Reason::Budget) << false << 1 << 1;
    QTest::newRow("verifier") << int(Reason::Verify) << false << 0 << 0;
    QTest::newRow("no change") << int(Reason::NoOp) << false << 0 << 0;
  }
  void onlyReasonsThatATimeCanBeToldOfAreTried() {
    QFETCH(const int, reason);
    QFETCH(const bool, tried);
    QFETCH(const int, rejected);
    QFETCH(const int, untimed);
    const Rejections found = collected({original, evaluation(1, 0, {deletion(1)}, Reason(reason))});
    QCOMPARE(!found.edits.empty(), tried);
    QCOMPARE(int(found.rejected), rejected);
    QCOMPARE(int(found.untimed), untimed);
  }

  void wrongResultsHaveToBeNearAndFaster_data() {
    QTest::addColumn<double>("runtime");
    QTest::addColumn<double>("error");
    QTest::addColumn<bool>("tried");
    QTest::newRow("near and faster") << 90.0 << 0.02 << true;
    QTest::newRow("slower") << 110.0 << 0.02 << false;
    QTest::newRow("far off") << 90.0 << 0.5 << false;
    QTest::newRow("no time") << 0.0 << 0.0 << false;
  }
  void wrongResultsHaveToBeNearAndFaster() {
    QFETCH(const double, runtime);
    QFETCH(const double, error);
    QFETCH(const bool, tried);
    const Rejections found = collected({original, evaluation(1, 0, {deletion(1)}, Reason::WrongOutput, {runtime, error})});
    QCOMPARE(!found.edits.empty(), tried);
  }

  void errorsThatAreNoSharesHaveNoLimit() {
    const Individual far = evaluation(1, 0, {deletion(1)}, Reason::WrongOutput, {90, 500});
    QVERIFY(collected({original, far}).edits.empty());
    QCOMPARE(collected({original, far}, Metric::MaxAbsolute).edits.size(), std::size_t(1));
  }

  void placesTakeTurns() {
    std::vector<Individual> all{original};
    for (std::uint64_t i = 1; i <= 4; ++i)
      all.push_back(evaluation(std::int64_t(i), 0, {deletion(i)}, Reason::OutOfBounds, {}, "out of bounds in kernel k at k.cu:12, block"));
    all.push_back(evaluation(5, 0, {deletion(9)}, Reason::OutOfBounds, {}, "out of bounds in kernel k at k.cu:40, block"));
    const Rejections found = collected(all);
    QCOMPARE(found.edits.size(), std::size_t(5));
    QCOMPARE(found.edits[1].edits, EditList{deletion(9)});
  }
};

QTEST_GUILESS_MAIN(RejectedEditsTest)
#include "rejected_edits_test.moc"
