#include <QTest>

#include "core/format/interaction_text.h"
#include "tests/core/base/value_of.h"
#include "tests/core/interactions/planted_edits.h"

using namespace gevo;
using gevo::planted::Group;
using gevo::planted::Structure;

namespace {

Interactions find(Structure structure, const InteractionOptions& options = {}) {
  return valueOf(findInteractions(structure.edits(), options, structure.evaluator()));
}

std::string summary(const Interactions& found) {
  const std::string text = interactionSummary(found);
  return text.substr(0, text.find(';'));
}

} // namespace

class InteractionTextTest : public QObject {
  Q_OBJECT

private slots:
  void summaryCountsEditsAndClusters() {
    QCOMPARE(summary(find({{{Group::Kind::Single, {0}, 0.1}}})), std::string("the edit acts by itself"));
    QCOMPARE(summary(find({{{Group::Kind::Single, {0}, 0.1}, {Group::Kind::Single, {1}, 0.1}}})),
             std::string("all 2 edits act by themselves"));
    QCOMPARE(summary(find({{{Group::Kind::Built, {0, 1}, 0.1}}})), std::string("2 edits in 1 cluster"));
    QCOMPARE(summary(find({{{Group::Kind::Built, {0, 1}, 0.1}, {Group::Kind::Single, {2}, 0.1}}})),
             std::string("1 of 3 edits acts by itself, 2 in 1 cluster"));
  }

  void incompleteAnalysisSaysSo() {
    Structure structure;
    for (std::size_t i = 0; i < 30; i += 3) structure.groups.push_back({Group::Kind::FailsInPart, {i, i + 1, i + 2}, 0.02});
    const Interactions found = find(structure, {.maxEvaluations = 1});
    QVERIFY(QString::fromStdString(interactionSummary(found)).endsWith(", and more than the 1 allowed are needed"));
  }

  void rowsOfEdits() {
    const Interactions found = find({{{Group::Kind::GainsAsWhole, {0, 1}, 0.1},
                                      {Group::Kind::Built, {2, 3}, 0.05},
                                      {Group::Kind::Noise, {4}, 0},
                                      {Group::Kind::Single, {5}, 0.02}}});
    QCOMPARE(needsText(found, 0), std::string("(2)"));
    QCOMPARE(needsText(found, 3), std::string("3"));
    QCOMPARE(needsText(found, 5), std::string());
    QCOMPARE(roleText(found, 0), std::string("cluster 1"));
    QCOMPARE(roleText(found, 2), std::string("cluster 2, stepping stone"));
    QCOMPARE(roleText(found, 4), std::string("alone, weak"));
    QCOMPARE(gainText(found, found.edits[3].alone), std::string("out of bounds"));
    QCOMPARE(gainText(found, found.edits[5].alone), std::string("2.0 %"));
    QCOMPARE(shapleyText(found.edits[0]), std::string("5.0 %"));
    QCOMPARE(clusterText(found, 0), std::string("edits 1 and 2 together save 10.0 % of the original's time, by themselves 0.0 %"));
  }

  void measuredFiguresHaveIntervals() {
    Structure structure{{{Group::Kind::Single, {0}, 0.5}}};
    structure.halfWidth = 0.01;
    const Interactions found = find(structure);
    QVERIFY(QString::fromStdString(gainText(found, found.edits[0].alone)).contains(" ± 0.5"));
    QVERIFY(QString::fromStdString(shapleyText(found.edits[0])).contains(" ± 0.5"));
  }
};

QTEST_GUILESS_MAIN(InteractionTextTest)
#include "interaction_text_test.moc"
