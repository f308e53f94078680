/// Interactions of edits that were made to interact, of every kind and in every place of the list. The analysis finds exactly these.

#include <QTest>

#include "planted_edits.h"
#include "tests/core/base/value_of.h"

#include <algorithm>
#include <rapidcheck.h>

using namespace gevo;
using gevo::planted::Group;
using gevo::planted::Structure;

namespace {

std::set<std::set<std::size_t>> clustersOf(const Interactions& found) {
  std::set<std::set<std::size_t>> result;
  for (const Cluster& cluster : found.clusters) result.insert({cluster.edits.begin(), cluster.edits.end()});
  return result;
}

std::set<Need> needsOf(const Interactions& found) { return {found.needs.begin(), found.needs.end()}; }

Interactions find(Structure& structure, const InteractionOptions& options = {}) {
  return valueOf(findInteractions(structure.edits(), options, structure.evaluator()));
}

/// Groups of all kinds, their edits anywhere in the list.
Structure anyStructure(std::size_t mostOfEach) {
  Structure structure;
  const auto add = [&](Group::Kind kind, std::size_t edits, int least, int most) {
    const auto count = *rc::gen::inRange<std::size_t>(0, mostOfEach + 1);
    for (std::size_t i = 0; i < count; ++i)
      structure.groups.push_back({kind, std::vector<std::size_t>(edits), *rc::gen::inRange(least, most) / 1000.0});
  };
  add(Group::Kind::Single, 1, 25, 60);
  add(Group::Kind::Noise, 1, -2, 3);
  add(Group::Kind::FailsInPart, 3, 30, 80);
  add(Group::Kind::GainsAsWhole, 3, 30, 80);
  add(Group::Kind::Built, 2, 30, 60);
  structure.factors = *rc::gen::arbitrary<bool>();
  structure.halfWidth = *rc::gen::element(0.0, 0.004);
  std::vector<std::size_t> places(structure.edits());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = i;
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[*rc::gen::inRange<std::size_t>(0, i)]);
  std::size_t next = 0;
  for (Group& group : structure.groups)
    for (std::size_t& edit : group.edits) edit = places[next++];
  return structure;
}

void checkRoles(const Structure& structure, const Interactions& found) {
  for (const Group& group : structure.groups) {
    const EditInteraction& first = found.edits[group.edits.front()];
    if (group.kind == Group::Kind::Single) RC_ASSERT(first.role == EditRole::Independent);
    if (group.kind == Group::Kind::Noise) RC_ASSERT(first.role == EditRole::Weak);
    if (group.kind == Group::Kind::Built) RC_ASSERT(!found.edits[group.edits[1]].steppingStone);
    RC_ASSERT(first.steppingStone == (group.kind == Group::Kind::Built));
    for (const std::size_t edit : group.edits) {
      RC_ASSERT((found.edits[edit].role == EditRole::Epistatic) == (group.edits.size() > 1));
      const bool fails = group.kind == Group::Kind::FailsInPart || (group.kind == Group::Kind::Built && edit == group.edits[1]);
      RC_ASSERT(found.edits[edit].failsAlone() == fails);
    }
  }
}

} // namespace

class InteractionsTest : public QObject {
  Q_OBJECT

private slots:
  void plantedStructureIsFoundExactly() {
    QVERIFY(rc::check([] {
      Structure structure = anyStructure(2);
      const Interactions found = find(structure);
      RC_ASSERT(found.complete);
      RC_ASSERT(clustersOf(found) == structure.clusters());
      RC_ASSERT(needsOf(found) == structure.needs());
      checkRoles(structure, found);
      RC_ASSERT(found.evaluations == structure.evaluated);
    }));
  }

  void eachSubsetIsEvaluatedOnce() {
    Structure structure{{{Group::Kind::FailsInPart, {0, 3, 5}, 0.1}, {Group::Kind::Single, {1}, 0.05}, {Group::Kind::Built, {4, 2}, 0.05}}};
    std::set<EditSet> seen;
    const EvaluateSubsets evaluate = [&](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
      std::vector<SubsetOutcome> outcomes;
      for (const EditSet& set : sets) {
        if (!seen.insert(set).second) return fail("evaluated twice");
        outcomes.push_back(structure.evaluate(set));
      }
      return outcomes;
    };
    valueOf(findInteractions(6, {}, evaluate));
  }

  void shapleyValueOfAClusterIsSharedByItsEdits() {
    Structure structure{
        {{Group::Kind::FailsInPart, {0, 1, 2}, 0.09}, {Group::Kind::Built, {3, 4}, 0.06}, {Group::Kind::Single, {5}, 0.05}}};
    const Interactions found = find(structure);
    const std::vector<double> expected{0.03, 0.03, 0.03, 0.03, 0.03, 0.05};
    for (std::size_t edit = 0; edit < expected.size(); ++edit) {
      QVERIFY(std::abs(found.edits[edit].shapley - expected[edit]) < 1e-12);
      QCOMPARE(found.edits[edit].shapleyHalfWidth, 0.0);
    }
    QCOMPARE(found.clusters.front().edits, (std::vector<std::size_t>{0, 1, 2}));
    QVERIFY(std::abs(found.clusters.front().gain - 0.09) < 1e-12);
    QCOMPARE(found.clusters.front().sumOfParts, 0.0);
    QCOMPARE(found.clusters.front().lattice.size(), std::size_t(8));
  }

  /// Either of two edits removes the same work.
  void redundantEditsAreAClusterWithoutNeeds() {
    const EvaluateSubsets evaluate = [](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
      std::vector<SubsetOutcome> outcomes;
      for (const EditSet& set : sets) outcomes.push_back({Reason::None, set[0] || set[2] ? 90.0 : 100.0});
      return outcomes;
    };
    const Interactions found = valueOf(findInteractions(3, {}, evaluate));
    QCOMPARE(clustersOf(found), (std::set<std::set<std::size_t>>{{0, 2}}));
    QVERIFY(found.needs.empty());
    QVERIFY(std::abs(found.clusters[0].gain - 0.1) < 1e-12);
    QVERIFY(std::abs(found.clusters[0].sumOfParts - 0.2) < 1e-12);
    QVERIFY(std::abs(found.edits[0].shapley - 0.05) < 1e-12);
  }

  /// Edits 8 and 10 fail without 6, and 5 without all three (Liou et al. 2022, Fig. 7).
  void clusterOfAdeptIsFound() {
    const EvaluateSubsets evaluate = [](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
      std::vector<SubsetOutcome> outcomes;
      for (const EditSet& set : sets) {
        const bool six = set[1], eight = set[2], ten = set[3];
        if (((eight || ten) && !six) || (set[0] && !(six && eight && ten))) {
          outcomes.push_back({Reason::WrongOutput});
          continue;
        }
        outcomes.push_back({Reason::None, 100.0 - (six ? 2 : 0) - (eight ? 3 : 0) - (ten ? 4 : 0) - (set[0] ? 6 : 0)});
      }
      return outcomes;
    };
    const Interactions found = valueOf(findInteractions(4, {}, evaluate));
    QCOMPARE(clustersOf(found), (std::set<std::set<std::size_t>>{{0, 1, 2, 3}}));
    QCOMPARE(
        needsOf(found),
        (std::set<Need>{
            {0, 1, NeedKind::Fails}, {0, 2, NeedKind::Fails}, {0, 3, NeedKind::Fails}, {2, 1, NeedKind::Fails}, {3, 1, NeedKind::Fails}}));
    QVERIFY(!found.edits[1].steppingStone); // it gains by itself
  }

  /// Ten of 20 edits gain only together: 1024 subsets, of which most are known to fail from those evaluated.
  void largeClusterIsNotEvaluatedInFull() {
    Structure structure{{{Group::Kind::FailsInPart, {}, 0.2}}};
    for (std::size_t i = 0; i < 10; ++i) {
      structure.groups.front().edits.push_back(2 * i);
      structure.groups.push_back({Group::Kind::Noise, {2 * i + 1}, 0});
    }
    const Interactions found = find(structure);
    QCOMPARE(clustersOf(found), structure.clusters());
    QCOMPARE(needsOf(found), structure.needs());
    QVERIFY2(found.evaluations < 400, qPrintable(QString::number(found.evaluations)));
    QVERIFY(found.clusters[0].lattice[7].inferred);
    QVERIFY(found.clusters[0].lattice[7].outcome.fails());
  }

  void valuesOfAHugeClusterAreSampled() {
    Structure structure{{{Group::Kind::GainsAsWhole, {}, 0.28}}};
    for (std::size_t i = 0; i < 14; ++i) structure.groups.front().edits.push_back(i);
    const Interactions found = find(structure, {.maxEvaluations = 3000});
    QCOMPARE(clustersOf(found), structure.clusters());
    QCOMPARE(needsOf(found), structure.needs());
    QVERIFY(found.clusters[0].lattice.empty());
    double sum = 0;
    for (const EditInteraction& edit : found.edits) {
      QVERIFY(edit.shapleyHalfWidth > 0);
      QVERIFY2(std::abs(edit.shapley - 0.02) <= 2 * edit.shapleyHalfWidth, qPrintable(QString::number(edit.shapley)));
      sum += edit.shapley;
    }
    QVERIFY(std::abs(sum - 0.28) < 1e-9);
  }

  /// Its 4096 subsets are more than are allowed, and what is allowed is not spent on some of them.
  void clusterThatIsTooLargeForTheLimitIsSampled() {
    Structure structure{{{Group::Kind::GainsAsWhole, {}, 0.24}}};
    for (std::size_t i = 0; i < 12; ++i) structure.groups.front().edits.push_back(i);
    QCOMPARE(find(structure).clusters[0].lattice.size(), std::size_t(4096));
    const Interactions found = find(structure, {.maxEvaluations = 3000});
    QVERIFY(found.clusters[0].lattice.empty());
    for (const EditInteraction& edit : found.edits) QVERIFY(edit.shapleyHalfWidth > 0 && std::isfinite(edit.shapleyHalfWidth));
  }

  /// Ten clusters of which no part passes, which is the hardest case, among pairs and single edits.
  void sixtyEditsTakeFewEvaluations() {
    Structure structure;
    for (std::size_t i = 0; i < 60; ++i) {
      if (i % 6 == 0) structure.groups.push_back({Group::Kind::FailsInPart, {i, i + 1, i + 2}, 0.02});
      if (i % 6 == 3) structure.groups.push_back({Group::Kind::Built, {i, i + 1}, 0.02});
      if (i % 6 == 5) structure.groups.push_back({Group::Kind::Single, {i}, 0.02});
    }
    const Interactions found = find(structure);
    QCOMPARE(clustersOf(found), structure.clusters());
    QCOMPARE(needsOf(found), structure.needs());
    QVERIFY2(found.evaluations < 2500, qPrintable(QString::number(found.evaluations)));
  }

  void tooFewEvaluationsLeaveTheAnalysisIncomplete() {
    Structure structure;
    for (std::size_t i = 0; i < 30; i += 3) structure.groups.push_back({Group::Kind::FailsInPart, {i, i + 1, i + 2}, 0.02});
    const Interactions found = find(structure, {.maxEvaluations = 1});
    QVERIFY(!found.complete);
    QVERIFY(found.evaluations <= 122);
    for (const EditInteraction& edit : found.edits) QVERIFY(edit.role == EditRole::Epistatic);
  }

  void edgesOfTheTolerance() {
    Structure structure{{{Group::Kind::GainsAsWhole, {0, 1}, 0.015}}};
    QCOMPARE(find(structure).clusters.size(), std::size_t(1));
    QCOMPARE(find(structure, {.tolerance = 0.02, .leastGain = 0.02}).clusters.size(), std::size_t(0));
    structure.halfWidth = 0.02; // within the intervals
    QCOMPARE(find(structure).clusters.size(), std::size_t(0));
  }

  void variantThatFailsIsAnError() {
    const EvaluateSubsets evaluate = [](const std::vector<EditSet>& sets) -> Result<std::vector<SubsetOutcome>> {
      std::vector<SubsetOutcome> outcomes;
      for (const EditSet& set : sets) outcomes.push_back({set[0] ? Reason::Trap : Reason::None, 100});
      return outcomes;
    };
    const auto found = findInteractions(2, {}, evaluate);
    QVERIFY(!found);
    QCOMPARE(found.error().message, std::string("the variant fails its tests: trap"));
  }

  void errorEndsTheAnalysis() {
    const auto found = findInteractions(2, {}, [](const auto&) -> Result<std::vector<SubsetOutcome>> { return fail("cancelled"); });
    QCOMPARE(found.error().message, std::string("cancelled"));
  }
};

QTEST_GUILESS_MAIN(InteractionsTest)
#include "interactions_test.moc"
