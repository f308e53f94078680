/// Interactions of edits in reports and as a file.

#include <QTest>

#include "core/report/interactions_picture.h"
#include "tests/core/base/value_of.h"
#include "tests/core/interactions/planted_edits.h"
#include "tests/core/report/synthetic_content.h"

#include <QXmlStreamReader>

using namespace gevo;
using namespace gevo::report;
using gevo::planted::Group;
using gevo::planted::Structure;

namespace {

Interactions find(Structure structure) { return valueOf(findInteractions(structure.edits(), {}, structure.evaluator())); }

ReportContent contentWith(const Interactions& found) {
  ReportContent content = synthetic::content();
  content.interactions = AnalysedEdits{content.subject.variant.id, content.subject.variant.edits, found};
  return content;
}

bool isWellFormed(const std::string& xml) {
  QXmlStreamReader reader(QByteArray::fromStdString(xml));
  while (!reader.atEnd()) reader.readNext();
  return !reader.hasError();
}

} // namespace

class ReportInteractionsTest : public QObject {
  Q_OBJECT

private slots:
  void reportShowsWhichEditsNeedEachOther() {
    const ReportContent content = contentWith(find({{{Group::Kind::Built, {0, 1}, 0.25}}}));
    const std::string section = interactionsSection(content);
    for (const char* text : {"Which edits need each other", "2 edits in 1 cluster", "operand <code>n</code> becomes <code>i</code>",
                             "stepping stone", "out of bounds", "<svg", "Cluster 1: edits 1 and 2 together save 25.0 %"})
      QVERIFY2(section.contains(text), text);
    const std::string page = reportHtml(content, synthetic::history(), Medium::Screen);
    QVERIFY(page.contains("Which edits need each other"));
    QVERIFY(!page.contains("$"));
  }

  void editsOfADerivedVariantAreNamed() {
    ReportContent content = contentWith(find({{{Group::Kind::Built, {0, 1}, 0.25}}}));
    content.interactions->variant = firstDerivedId;
    QVERIFY(interactionsSection(content).contains("Of variant D1, the edits of this one that matter: 2 edits"));
  }

  void independentEditsNeedNoSection() {
    QVERIFY(interactionsSection(contentWith(find({{{Group::Kind::Single, {0}, 0.2}, {Group::Kind::Single, {1}, 0.1}}}))).empty());
    QVERIFY(interactionsSection(synthetic::content()).empty());
  }

  void textsOfEditsAreEscaped() {
    ReportContent content = contentWith(find({{{Group::Kind::Built, {0, 1}, 0.25}}}));
    content.texts.edits[0].text = "<script>alert(1)</script>";
    QVERIFY(!interactionsSection(content).contains("<script"));
    QVERIFY(isWellFormed(valueOf(interactionsSvg(content.interactions->found, {"<script>", "a & b"}))));
  }

  void fileIsLightAndDark() {
    const Interactions found = find({{{Group::Kind::Built, {0, 1}, 0.25}, {Group::Kind::FailsInPart, {2, 3, 4}, 0.1}}});
    const std::string svg = valueOf(interactionsSvg(found, {"a", "b", "c", "d", "e"}));
    QVERIFY(isWellFormed(svg));
    QVERIFY(svg.contains("prefers-color-scheme: dark"));
    QVERIFY(!svg.contains("$"));
    QVERIFY(!svg.contains("var("));
    QVERIFY(svg.contains("cluster 2: edits 3, 4 and 5 together save 10.0 %"));
  }
};

QTEST_GUILESS_MAIN(ReportInteractionsTest)
#include "report_interactions_test.moc"
