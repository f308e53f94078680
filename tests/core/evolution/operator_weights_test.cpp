#include <QTest>

#include "core/evolution/operator_weights.h"

#include <numeric>

using namespace gevo;

namespace {

const Objectives fastest({Objective::Time});

Member member(std::int64_t id, double runtime, const std::vector<std::pair<std::uint64_t, Operator>>& edits) {
  Individual individual;
  individual.id = id;
  for (const auto& [uid, op] : edits) individual.edits.push_back({uid, op, {}, {}, {}, {}});
  individual.active.assign(edits.size(), true);
  individual.result.reason = Reason::None;
  individual.result.fitness = {runtime, 0};
  individual.result.code = {0, std::uint64_t(id)};
  return std::make_shared<const Individual>(individual);
}

SearchSettings settings(std::uint32_t elites) {
  SearchSettings made;
  made.operators = {Operator::Delete, Operator::Swap, Operator::Unroll, Operator::Cache};
  made.eliteCount = elites;
  return made;
}

double share(const std::vector<std::uint32_t>& weights, Operator op) {
  return double(weights.at(std::size_t(op))) / std::accumulate(weights.begin(), weights.end(), 0.0);
}

} // namespace

class OperatorWeightsTest : public QObject {
  Q_OBJECT

private slots:
  void aFifthOfAllDrawsGoesByWhatTheElitesEditsAre() {
    const Population population = rankPopulation({member(1, 1, {{10, Operator::Unroll}, {11, Operator::Delete}}),
                                                  member(2, 2, {{12, Operator::Unroll}}), member(3, 9, {{13, Operator::Swap}})},
                                                 fastest);
    const auto weights = operatorWeights(population, settings(2));
    QVERIFY(std::abs(share(weights, Operator::Unroll) - (0.132 + 0.4 / 3)) < 1e-3);
    QVERIFY(std::abs(share(weights, Operator::Delete) - (0.268 + 0.2 / 3)) < 1e-3);
    QVERIFY(std::abs(share(weights, Operator::Swap) - 0.268) < 1e-3);
    QVERIFY(std::abs(share(weights, Operator::Cache) - 0.132) < 1e-3);
  }

  void anEditOfSeveralCountsOnce() {
    const Population population =
        rankPopulation({member(1, 1, {{10, Operator::Unroll}}), member(2, 2, {{10, Operator::Unroll}, {11, Operator::Delete}})}, fastest);
    const auto weights = operatorWeights(population, settings(2));
    QVERIFY(std::abs(share(weights, Operator::Unroll) - (0.132 + 0.1)) < 1e-3);
    QVERIFY(std::abs(share(weights, Operator::Delete) - (0.268 + 0.1)) < 1e-3);
  }

  void changesOfCodeHaveTwoThirdsOfTheDrawsHoweverManyDirectivesThereAre() {
    const auto weights = operatorWeights(rankPopulation({member(0, 1, {})}, fastest), settings(1));
    QCOMPARE(operatorWeights({}, settings(1)), weights); // the initial population has none before it
    QVERIFY(std::abs(share(weights, Operator::Cache) - 0.165) < 1e-3);
    QVERIFY(std::abs(share(weights, Operator::Swap) - 0.335) < 1e-3);
    QCOMPARE(weights.at(std::size_t(Operator::Copy)), 0U); // not one of them
    SearchSettings more = settings(1);
    more.operators.insert(more.operators.end(), {Operator::Restrict, Operator::Promote, Operator::Pipeline});
    QVERIFY(std::abs(share(operatorWeights({}, more), Operator::Swap) - 0.335) < 1e-3);
    QVERIFY(std::abs(share(operatorWeights({}, more), Operator::Cache) - 0.066) < 1e-3);
    more.operators = {Operator::Unroll, Operator::Restrict};
    QVERIFY(std::abs(share(operatorWeights({}, more), Operator::Unroll) - 0.5) < 1e-3);
  }

  void theSixOfThePaperStayEquallyLikely() {
    const Population population = rankPopulation({member(1, 1, {{10, Operator::Delete}})}, fastest);
    SearchSettings six = settings(1);
    six.operators = gevoOperators();
    QVERIFY(operatorWeights(population, six).empty());
    SearchSettings uniform = settings(1);
    uniform.adaptOperators = false;
    QVERIFY(operatorWeights(population, uniform).empty());
  }
};

QTEST_GUILESS_MAIN(OperatorWeightsTest)
#include "operator_weights_test.moc"
