/// Pictures of interactions. fixtures/lattice.svg is what the lattice of two edits must look like; the test writes what it drew beside the
/// test program where that differs.

#include <QTest>

#include "core/interaction_drawing/drawing.h"
#include "tests/core/base/value_of.h"
#include "tests/core/interactions/planted_edits.h"

#include <QFile>
#include <QXmlStreamReader>

using namespace gevo;
using gevo::planted::Group;
using gevo::planted::Structure;

namespace {

struct Drawn {
  QStringList texts;
  int circles = 0;
  int boxes = 0;
  int paths = 0;
  bool isWellFormed = false;
};

Drawn read(const Picture& picture) {
  Drawn drawn;
  QXmlStreamReader reader(QByteArray::fromStdString(svgElement(picture)));
  while (!reader.atEnd()) {
    reader.readNext();
    if (reader.isStartElement() && reader.name() == u"circle") ++drawn.circles;
    if (reader.isStartElement() && reader.name() == u"rect") ++drawn.boxes;
    if (reader.isStartElement() && reader.name() == u"path") ++drawn.paths;
    if (reader.isCharacters() && !reader.isWhitespace()) drawn.texts << reader.text().toString();
  }
  drawn.isWellFormed = !reader.hasError() && !picture.content.contains("nan") && !picture.content.contains("inf");
  return drawn;
}

Interactions find(Structure structure) { return valueOf(findInteractions(structure.edits(), {}, structure.evaluator())); }

constexpr int legendCircles = 4;
constexpr int legendPaths = 2;

} // namespace

class DrawingTest : public QObject {
  Q_OBJECT

private slots:
  void latticeOfTwoEditsIsAsInTheTextBook() {
    const Interactions found = find({{{Group::Kind::Built, {0, 1}, 0.125}}});
    const QByteArray drawn = QByteArray::fromStdString(svgElement(valueOf(clusterLattice(found, 0))));
    QFile golden(GEVO_TEST_SOURCE "/tests/core/interaction_drawing/fixtures/lattice.svg");
    const QByteArray expected = golden.open(QIODevice::ReadOnly) ? golden.readAll() : QByteArray();
    if (drawn != expected) {
      QFile made("lattice.svg");
      QVERIFY(made.open(QIODevice::WriteOnly));
      made.write(drawn);
    }
    QCOMPARE(drawn, expected);
  }

  void latticeHasABoxForEachSubset() {
    const Drawn drawn = read(valueOf(clusterLattice(find({{{Group::Kind::FailsInPart, {0, 1, 2}, 0.1}}}), 0)));
    QVERIFY(drawn.isWellFormed);
    QCOMPARE(drawn.boxes, 8);
    QCOMPARE(drawn.paths, 12);
    QCOMPARE(drawn.texts.count("wrong output"), 6);
    QVERIFY(drawn.texts.contains("1 2 3"));
    QVERIFY(drawn.texts.contains("10.0 %"));
    QVERIFY(drawn.texts.contains("original"));
  }

  /// Of seven edits that fail in part, only the original and the whole pass.
  void largeLatticeShowsWhatPasses() {
    const Interactions found = find({{{Group::Kind::FailsInPart, {0, 1, 2, 3, 4, 5, 6}, 0.1}}});
    const Drawn drawn = read(valueOf(clusterLattice(found, 0)));
    QVERIFY(drawn.isWellFormed);
    QCOMPARE(drawn.boxes, 2);
    QCOMPARE(drawn.paths, 1);
  }

  void latticeThatIsTooWideIsNotDrawn() {
    const Interactions found = find({{{Group::Kind::GainsAsWhole, {0, 1, 2, 3, 4, 5, 6}, 0.1}}});
    QVERIFY(valueOf(clusterLattice(found, 0)).content.empty());
  }

  void graphHasANodeForEachEdit() {
    const Interactions found = find({{{Group::Kind::FailsInPart, {0, 1, 2}, 0.1},
                                      {Group::Kind::Built, {3, 4}, 0.05},
                                      {Group::Kind::GainsAsWhole, {5, 6}, 0.05},
                                      {Group::Kind::Single, {7}, 0.02},
                                      {Group::Kind::Noise, {8}, 0}}});
    const Picture picture = valueOf(interactionGraph(found, {"a &lt; b"}));
    const Drawn drawn = read(picture);
    QVERIFY(drawn.isWellFormed);
    QCOMPARE(drawn.circles, 9 + legendCircles);
    QCOMPARE(drawn.paths, 2 + 3 + legendPaths); // one arrow with its head, one with two
    QCOMPARE(drawn.boxes, 4 + 1);               // grounds, and one around edits that need each other
    QVERIFY(drawn.texts.contains("each needs the others"));
    QVERIFY(drawn.texts.contains("cluster 1: 10.0 %"));
    QVERIFY(drawn.texts.contains("by themselves"));
    QVERIFY(drawn.texts.contains("a < b"));
    QVERIFY(picture.height > 200);
  }

  void onANarrowPageTheGraphGoesOnBelow() {
    const Interactions found = find({{{Group::Kind::FailsInPart, {0, 1, 2}, 0.1}, {Group::Kind::Built, {3, 4}, 0.05}}});
    const Picture wide = valueOf(interactionGraph(found, {}));
    const Picture narrow = valueOf(interactionGraph(found, {}, 400));
    QCOMPARE(narrow.width, 400.0);
    QVERIFY(narrow.height > wide.height);
    QCOMPARE(read(narrow).circles, read(wide).circles);
  }

  void latticeIsWiderThanAPageOnWhichItCouldNotBeRead() {
    const Interactions found = find({{{Group::Kind::FailsInPart, {0, 1, 2, 3}, 0.1}}}); // six subsets of two edits
    QCOMPARE(valueOf(clusterLattice(found, 0, 700)).width, 700.0);
    const double least = valueOf(clusterLattice(found, 0, 100)).width;
    QVERIFY(least > 400 && least < 600);
  }

  void editsAndSubsetsAreFoundByTheirIds() {
    const Interactions found = find({{{Group::Kind::Built, {0, 1}, 0.125}}});
    const std::string graph = valueOf(interactionGraph(found, {})).content;
    const std::string lattice = valueOf(clusterLattice(found, 0)).content;
    for (const std::size_t edit : {0, 1}) QVERIFY(graph.contains("id=\"" + editElement(edit) + '"'));
    for (const std::size_t subset : {0, 1, 2, 3}) QVERIFY(lattice.contains("id=\"" + subsetElement(0, subset) + '"'));
  }

  void independentEditsHaveAGraphToo() {
    const Drawn drawn = read(valueOf(interactionGraph(find({{{Group::Kind::Single, {0}, 0.05}, {Group::Kind::Single, {1}, 0.05}}}), {})));
    QVERIFY(drawn.isWellFormed);
    QCOMPARE(drawn.circles, 2 + legendCircles);
  }
};

QTEST_GUILESS_MAIN(DrawingTest)
#include "drawing_test.moc"
