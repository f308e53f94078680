#include <QTest>

#include "tests/core/report/made_up_facts.h"

#include <QRegularExpression>

using namespace gevo;
using namespace gevo::report;

namespace {

QString page(const Facts& facts, Medium medium = Medium::Screen) {
  return QString::fromStdString(reportHtml(facts, made_up::picture(), medium));
}

/// What a reader sees, with blanks between.
QString visible(QString html) {
  html.remove(QRegularExpression("<style>.*</style>", QRegularExpression::DotMatchesEverythingOption));
  html.replace(QRegularExpression("<[^>]*>"), " ");
  return html.simplified();
}

/// A file made to break out: every text of it holds markup.
Facts hostile() {
  const std::string evil = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>";
  Facts facts = made_up::facts();
  Project project = *facts.subject.project;
  project.name = project.compiler = project.build.architecture = evil;
  project.build.files = project.build.defines = {evil};
  project.sources[0] = {evil, evil + "\nb\n"};
  project.kernels[0] = {"_Z1fPfi", evil, 1};
  facts.subject.project = std::make_shared<const Project>(project);
  facts.subject.run.device = evil;
  facts.texts.cuda = {{0, {evil + evil + "\nc\n", {}, {}}}};
  for (EditDescription& edit : facts.texts.edits) {
    edit.words = edit.effect = "`" + evil + "`";
    edit.target = {{evil, 1, 1, evil}};
  }
  facts.texts.edits[1].inSource = false;
  facts.architecture = facts.assembler = facts.testsProblem = evil;
  facts.launches[0].arguments = evil;
  facts.tests[0].arguments = evil;
  facts.tests[0].races = {evil};
  facts.heldOut[0].verdict.arguments = {evil};
  facts.heldOut[0].verdict.sentence = evil;
  facts.heldOut[0].verdict.passed = false;
  return facts;
}

} // namespace

class ReportTest : public QObject {
  Q_OBJECT
private slots:
  void headlineSaysHowFastAtWhichErrorAndThatItIsAModel() {
    const QString text = visible(page(made_up::facts()));
    QVERIFY2(text.contains("twice runs 2.000× as fast at an error of 1.5 %"), qPrintable(text.left(400)));
    QVERIFY(text.contains("10.00 µs instead of 20.00 µs"));
    QVERIFY(text.contains("by the model of the simulated H200"));
    QVERIFY(text.contains("simulated, not measured"));
  }

  void measuredTimesAreCalledMeasured() {
    Facts facts = made_up::facts();
    facts.subject.run.settings.evaluation.device = "cuda";
    facts.subject.run.device = "H200";
    const QString text = visible(page(facts));
    QVERIFY(text.contains("measured on the H200"));
    QVERIFY(!text.contains("simulated"));
  }

  void anExactVariantHasTheSameResults() {
    Facts facts = made_up::facts();
    facts.subject.variant.result.fitness.error = 0;
    QVERIFY(visible(page(facts)).contains("as fast with the same results"));
  }

  void aSlowerVariantIsNotPraised() {
    Facts facts = made_up::facts();
    facts.subject.variant.result.fitness.runtime = 40;
    const QString text = visible(page(facts));
    QVERIFY(text.contains("0.500× of the original's speed"));
    QVERIFY(!text.contains("as fast at"));
  }

  void aRejectedVariantIsCalledRejected() {
    Facts facts = made_up::facts();
    facts.subject.variant.result.reason = Reason::Race;
    facts.subject.variant.result.detail = "two threads wrote one cell";
    const QString text = visible(page(facts));
    QVERIFY(text.contains("variant 7 was rejected"));
    QVERIFY(text.contains("two threads wrote one cell"));
    QVERIFY(!text.section("What could not be verified", 0, 0).contains("2.000×"));
  }

  void aVariantThatFailsWhenTriedAnewIsNotPraised() {
    Facts facts = made_up::facts();
    facts.tests[1].result.reason = Reason::WrongOutput;
    facts.tests[1].result.detail = "output 0 differs";
    const QString text = visible(page(facts));
    QVERIFY(text.contains("variant 7 fails its tests"));
    QVERIFY2(!text.section("What could not be verified", 0, 0).contains("2.000× as fast"), qPrintable(text));
    QVERIFY(text.contains("Tried anew for this report it fails the test 100 2"));
    QVERIFY(text.contains("wrong output, output 0 differs"));
  }

  void changesStandSideBySideWithTheirEdits() {
    const QString html = page(made_up::facts());
    QVERIFY(html.contains("<td class=\"number gone\">6</td><td class=\"code gone\">"));
    QVERIFY(html.contains("__syncthreads();"));
    QVERIFY(html.contains("Edit 1: delete barrier"));
    QVERIFY(html.contains("Edit 2: operand <code>n</code> becomes <code>i</code>"));
    QVERIFY(html.contains("no simple words for 1 of the 2 active edits: they act on what the compiler made of the line (edit 2)"));
    QVERIFY(visible(html).contains("lines as they were"));
  }

  void testsRacesAndHeldOutResultsAreListed() {
    Facts facts = made_up::facts();
    facts.tests[1].races = {"kernel f, twice.cu:7: a race"};
    const QString text = visible(page(facts));
    QVERIFY(text.contains("100 2"));
    QVERIFY(text.contains("kernel f, twice.cu:7: a race"));
    QVERIFY(text.contains("1000 5 passed"));
    QVERIFY(text.contains("4711"));
    QVERIFY(text.contains("+25.0 %"));
  }

  void onlyVariantsThatPassedEveryTestAreCountedAsSuch() {
    RunPicture picture = made_up::picture(); // the original and four more
    picture.variants[2].passedAll = false;
    const Facts facts = made_up::facts();
    const QString text = visible(QString::fromStdString(reportHtml(facts, picture, Medium::Screen)));
    QVERIFY2(text.contains("3 passed every test"), qPrintable(text));
  }

  void aRejectedVariantHasNoPlaceInThePlot() {
    Facts facts = made_up::facts();
    facts.subject.variant.result.reason = Reason::Race;
    facts.subject.variant.result.fitness = {0, 0};
    const QString rejected = QString::fromStdString(searchSection(facts, made_up::picture()));
    facts.subject.variant.result.fitness = {1e9, 50};
    QCOMPARE(QString::fromStdString(searchSection(facts, made_up::picture())), rejected);
  }

  void theSeedPromisesNoMoreThanItHolds() {
    Facts facts = made_up::facts();
    const auto settings = [&] { return visible(QString::fromStdString(settingsSection(facts))); };
    QVERIFY(settings().contains("find the same again"));
    facts.subject.variant.id = firstDerivedId;
    QVERIFY(settings().contains("D1 of run 3"));
    QVERIFY(settings().contains("changed by hand"));
    facts.subject.run.settings.search.seconds = 60;
    QVERIFY(settings().contains("in as many generations"));
    facts.subject.run.settings.evaluation.device = "cuda";
    QVERIFY(!settings().contains("find the same again"));
  }

  void whatCouldNotBeVerifiedIsOnThePage() {
    const Facts facts = made_up::facts();
    const QString text = visible(page(facts));
    for (const std::string& sentence : unverified(facts)) QVERIFY2(text.contains(QString::fromStdString(sentence)), sentence.c_str());
  }

  void pageNeedsNothingFromOutsideAndRunsNothing_data() {
    QTest::addColumn<bool>("fromAStranger");
    QTest::newRow("ordinary file") << false;
    QTest::newRow("every text holds markup") << true;
  }
  void pageNeedsNothingFromOutsideAndRunsNothing() {
    QFETCH(bool, fromAStranger);
    const QString html = page(fromAStranger ? hostile() : made_up::facts());
    for (const char* const tag : {"<script", "<img", "<link", "<iframe", "<object", "<embed", "<form", "<base", "@import", "url("})
      QVERIFY2(!html.contains(tag, Qt::CaseInsensitive), tag);
    // Attributes are ours: no handler, no address but the name space of SVG.
    QRegularExpressionMatchIterator tags = QRegularExpression("<[a-z][^>]*>").globalMatch(html);
    while (tags.hasNext()) {
      const QString tag = tags.next().captured().remove("xmlns=\"http://www.w3.org/2000/svg\"");
      QVERIFY2(!tag.contains(QRegularExpression("[ \"]on[a-z]+=|://")), qPrintable(tag));
    }
    QCOMPARE(html.count("<table"), html.count("</table>"));
    QCOMPARE(html.count("<td"), html.count("</td>"));
    QVERIFY(html.contains("default-src 'none'"));
  }

  void screenFollowsTheReadersThemeAndPaperIsLight() {
    QVERIFY(page(made_up::facts()).contains("prefers-color-scheme: dark"));
    const QString paper = page(made_up::facts(), Medium::Paper);
    QVERIFY(!paper.contains("var(--"));
    QVERIFY(!paper.contains("$"));
  }

  void plotsShowTheFrontAndTheGenerations() {
    const QString html = page(made_up::facts());
    QCOMPARE(html.count("<svg"), 2);
    QVERIFY(html.contains(">variant 7</text>"));
    QVERIFY(html.contains(">original</text>"));
    RunPicture exact = made_up::picture();
    for (VariantRow& row : exact.front) row.error = 0;
    QCOMPARE(QString::fromStdString(reportHtml(made_up::facts(), exact, Medium::Screen)).count("<svg"), 1);
  }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
