#include <QTest>

#include "core/values/acceptance.h"

#include <set>

using namespace gevo;

namespace {

Individual mutation(Operator op, Reason reason, Stage stage = Stage::Tests) {
  Individual individual;
  individual.origin = Origin::Mutation;
  individual.edits.resize(2);
  individual.edits.back().op = op;
  individual.result.stage = stage;
  individual.result.reason = reason;
  return individual;
}

} // namespace

class AcceptanceTest : public QObject {
  Q_OBJECT

private slots:
  void aMutationCountsForTheOperatorOfItsLastEdit();
  void aCrossoverCountsAsSuchWhateverItsEdits();
  void anEvaluationWithoutANewEditCountsForNoOperator();
  void reuseIsCountedApart();
  void sumsAddUp();
  void jsonLeavesOutZeroCounts();
  void kindsHaveDistinctNames();
};

void AcceptanceTest::aMutationCountsForTheOperatorOfItsLastEdit() {
  Acceptance acceptance;
  acceptance.add(mutation(Operator::Swap, Reason::Race));
  QCOMPARE(acceptance[StepKind::Swap].reasons[std::size_t(Reason::Race)], std::uint64_t(1));
  QCOMPARE(acceptance[StepKind::Copy].evaluations(), std::uint64_t(0));
}

void AcceptanceTest::aCrossoverCountsAsSuchWhateverItsEdits() {
  Individual crossed = mutation(Operator::Swap, Reason::None);
  crossed.origin = Origin::Crossover;
  QCOMPARE(stepKindOf(crossed), StepKind::Crossover);
}

void AcceptanceTest::anEvaluationWithoutANewEditCountsForNoOperator() {
  QCOMPARE(stepKindOf(mutation(Operator::Swap, Reason::NoEdit, Stage::Propose)), StepKind::Other);
  QCOMPARE(stepKindOf(mutation(Operator::Swap, Reason::Crash, Stage::Propose)), StepKind::Other);
}

void AcceptanceTest::reuseIsCountedApart() {
  Acceptance acceptance;
  Individual individual = mutation(Operator::Delete, Reason::None);
  acceptance.add(individual);
  individual.result.reused = true;
  acceptance.add(individual);
  QCOMPARE(acceptance[StepKind::Delete].valid(), std::uint64_t(2));
  QCOMPARE(acceptance[StepKind::Delete].reused, std::uint64_t(1));
}

void AcceptanceTest::sumsAddUp() {
  Acceptance first;
  first.add(mutation(Operator::Delete, Reason::None));
  Acceptance second;
  second.add(mutation(Operator::Delete, Reason::None));
  second.add(mutation(Operator::Copy, Reason::Race));
  first += second;
  QCOMPARE(first[StepKind::Delete].valid(), std::uint64_t(2));
  QCOMPARE(first.total().evaluations(), std::uint64_t(3));
}

void AcceptanceTest::jsonLeavesOutZeroCounts() {
  Acceptance acceptance;
  acceptance.add(mutation(Operator::Delete, Reason::None));
  acceptance.add(mutation(Operator::Delete, Reason::WrongOutput));
  QCOMPARE(printAcceptance(acceptance), std::string(R"({"delete":{"reused":0,"tries":2,"valid":1,"wrong output":1}})"));
}

void AcceptanceTest::kindsHaveDistinctNames() {
  std::set<std::string> names;
  for (std::size_t kind = 0; kind < stepKindCount; ++kind) names.insert(stepKindName(StepKind(kind)));
  QCOMPARE(names.size(), stepKindCount);
}

QTEST_GUILESS_MAIN(AcceptanceTest)
#include "acceptance_test.moc"
