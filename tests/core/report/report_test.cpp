#include <QTest>

#include "tests/core/report/synthetic_content.h"

#include <QRegularExpression>

using namespace gevo;
using namespace gevo::report;

namespace {

QString page(const ReportContent& content, Medium medium = Medium::Screen) {
  return QString::fromStdString(reportHtml(content, synthetic::history(), medium));
}

/// The text that a reader sees, with blanks between elements.
QString visible(QString html) {
  html.remove(QRegularExpression("<style>.*</style>", QRegularExpression::DotMatchesEverythingOption));
  html.replace(QRegularExpression("<[^>]*>"), " ");
  return html.simplified();
}

/// A malicious file: every text of it contains markup.
ReportContent hostile() {
  const std::string evil = "<script>alert('x')</script>\"><img src=x onerror=alert(1)>";
  ReportContent content = synthetic::content();
  Project project = *content.subject.project;
  project.name = project.compiler = project.build.architecture = evil;
  project.build.files = project.build.defines = {evil};
  project.sources[0] = {evil, evil + "\nb\n"};
  project.kernels[0] = {"_Z1fPfi", evil, 1};
  content.subject.project = std::make_shared<const Project>(project);
  content.subject.run.device = evil;
  content.texts.cuda = {{0, {evil + evil + "\nc\n", {}, {}}}};
  for (Consequence& consequence : content.texts.consequences) consequence = {0, {{evil, 1, 1, evil}}, evil, evil};
  for (EditDescription& edit : content.texts.edits) {
    edit.text = "`" + evil + "`";
    edit.target = {{evil, 1, 1, evil}};
  }
  content.architecture = content.assembler = content.testsProblem = evil;
  content.launches[0].arguments = evil;
  content.tests[0].arguments = evil;
  content.tests[0].races = {evil};
  content.heldOut[0].validation.arguments = {evil};
  content.heldOut[0].validation.message = evil;
  content.heldOut[0].validation.passed = false;
  KernelHeat heat;
  heat.kernel = evil;
  heat.original.cycles = heat.original.bounds.issue = 10;
  heat.lines = {{{evil, 1}, {.cycles = 10}, {.cycles = 5}}};
  content.heat = {evil, {evil}, {heat}};
  return content;
}

} // namespace

class ReportTest : public QObject {
  Q_OBJECT
private slots:
  void headlineStatesSpeedupErrorAndSimulation() {
    const QString text = visible(page(synthetic::content()));
    QVERIFY2(text.contains("twice runs 2.000× as fast at an error of 1.5 %"), qPrintable(text.left(400)));
    QVERIFY(text.contains("10.00 µs instead of 20.00 µs"));
    QVERIFY(text.contains("by the model of the simulated H200"));
    QVERIFY(text.contains("simulated, not measured"));
  }

  void measuredTimesAreLabelledMeasured() {
    ReportContent content = synthetic::content();
    content.subject.run.settings.evaluation.device = "cuda";
    content.subject.run.device = "H200";
    const QString text = visible(page(content));
    QVERIFY(text.contains("measured on the H200"));
    QVERIFY(!text.contains("simulated"));
  }

  void exactVariantIsDescribedAsSameResults() {
    ReportContent content = synthetic::content();
    content.subject.variant.result.fitness.error = 0;
    QVERIFY(visible(page(content)).contains("as fast with the same results"));
  }

  void slowerVariantIsNotCalledFast() {
    ReportContent content = synthetic::content();
    content.subject.variant.result.fitness.runtime = 40;
    const QString text = visible(page(content));
    QVERIFY(text.contains("0.500× of the original's speed"));
    QVERIFY(!text.contains("as fast at"));
  }

  void rejectedVariantIsCalledRejected() {
    ReportContent content = synthetic::content();
    content.subject.variant.result.reason = Reason::Race;
    content.subject.variant.result.message = "two threads wrote one cell";
    const QString text = visible(page(content));
    QVERIFY(text.contains("variant 7 was rejected"));
    QVERIFY(text.contains("two threads wrote one cell"));
    QVERIFY(!text.section("What was not validated", 0, 0).contains("2.000×"));
  }

  void variantThatFailsWhenRerunIsNotCalledFast() {
    ReportContent content = synthetic::content();
    content.tests[1].result.reason = Reason::WrongOutput;
    content.tests[1].result.message = "output 0 differs";
    const QString text = visible(page(content));
    QVERIFY(text.contains("variant 7 fails its tests"));
    QVERIFY2(!text.section("What was not validated", 0, 0).contains("2.000× as fast"), qPrintable(text));
    QVERIFY(text.contains("When re-run for this report, it fails the test 100 2"));
    QVERIFY(text.contains("wrong output, output 0 differs"));
  }

  void whatIsDifferentIsSaidBelowItsLine() {
    const QString html = page(synthetic::content());
    QVERIFY2(!html.contains("class=\"code gone\""), "nothing that is not proven is shown as a change");
    QVERIFY(html.contains("this barrier is gone"));
    QVERIFY(html.contains("<code>i &gt;= n</code> is now <code>i &gt;= i</code>"));
    QVERIFY(visible(html).contains("unchanged lines"));
  }

  void aProvenPatchIsShownSideBySide() {
    ReportContent content = synthetic::content();
    content.subject.patch = synthetic::provenPatch(synthetic::withoutBarrier());
    content.texts.cuda = {{0, {synthetic::withoutBarrier(), {}, {}}}};
    content.texts.edits[0].inSource = true;
    const QString html = page(content);
    QVERIFY(html.contains("<td class=\"number gone\">6</td><td class=\"code gone\">"));
    QVERIFY(html.contains("__syncthreads();"));
    QVERIFY2(!html.contains("this barrier is gone"), "the code says that");
  }

  void testsRacesAndHeldOutResultsAreListed() {
    ReportContent content = synthetic::content();
    content.tests[1].races = {"kernel f, twice.cu:7: a race"};
    const QString text = visible(page(content));
    QVERIFY(text.contains("100 2"));
    QVERIFY(text.contains("kernel f, twice.cu:7: a race"));
    QVERIFY(text.contains("1000 5 passed"));
    QVERIFY(text.contains("4711"));
    QVERIFY(text.contains("+25.0 %"));
  }

  void countsOnlyVariantsThatPassedEveryTest() {
    RunHistory history = synthetic::history(); // the original and four more
    history.variants[2].passedAll = false;
    const ReportContent content = synthetic::content();
    const QString text = visible(QString::fromStdString(reportHtml(content, history, Medium::Screen)));
    QVERIFY2(text.contains("3 passed every test"), qPrintable(text));
  }

  void rejectedVariantIsNotPlotted() {
    ReportContent content = synthetic::content();
    content.subject.variant.result.reason = Reason::Race;
    content.subject.variant.result.fitness = {0, 0};
    const QString rejected = QString::fromStdString(searchSection(content, synthetic::history()));
    content.subject.variant.result.fitness = {1e9, 50};
    QCOMPARE(QString::fromStdString(searchSection(content, synthetic::history())), rejected);
  }

  void seedIsNotSaidToReproduceWhatDependsOnTimeOrUser() {
    ReportContent content = synthetic::content();
    const auto settings = [&] { return visible(QString::fromStdString(settingsSection(content))); };
    QVERIFY(settings().contains("reproduces this search"));
    content.subject.variant.id = firstDerivedId;
    QVERIFY(settings().contains("D1 of run 3"));
    QVERIFY(settings().contains("changes by hand"));
    content.subject.run.settings.search.seconds = 60;
    QVERIFY(settings().contains("over the same number of generations"));
    content.subject.run.settings.evaluation.device = "cuda";
    QVERIFY(!settings().contains("reproduces this search"));
  }

  void whatWasNotValidatedIsOnThePage() {
    const ReportContent content = synthetic::content();
    const QString text = visible(page(content));
    for (const std::string& message : notValidated(content)) QVERIFY2(text.contains(QString::fromStdString(message)), message.c_str());
  }

  void pageIsSelfContainedAndRunsNoCode_data() {
    QTest::addColumn<bool>("isHostile");
    QTest::newRow("ordinary file") << false;
    QTest::newRow("every text contains markup") << true;
  }
  void pageIsSelfContainedAndRunsNoCode() {
    QFETCH(bool, isHostile);
    const QString html = page(isHostile ? hostile() : synthetic::content());
    for (const char* const tag : {"<script", "<img", "<link", "<iframe", "<object", "<embed", "<form", "<base", "@import", "url("})
      QVERIFY2(!html.contains(tag, Qt::CaseInsensitive), tag);
    // No attribute may be an event handler or contain a URL, except the name space of SVG.
    QRegularExpressionMatchIterator tags = QRegularExpression("<[a-z][^>]*>").globalMatch(html);
    while (tags.hasNext()) {
      const QString tag = tags.next().captured().remove("xmlns=\"http://www.w3.org/2000/svg\"");
      QVERIFY2(!tag.contains(QRegularExpression("[ \"]on[a-z]+=|://")), qPrintable(tag));
    }
    QCOMPARE(html.count("<table"), html.count("</table>"));
    QCOMPARE(html.count("<td"), html.count("</td>"));
    QVERIFY(html.contains("default-src 'none'"));
  }

  void screenFollowsTheColorSchemeAndPaperIsLight() {
    QVERIFY(page(synthetic::content()).contains("prefers-color-scheme: dark"));
    const QString paper = page(synthetic::content(), Medium::Paper);
    QVERIFY(!paper.contains("var(--"));
    QVERIFY(!paper.contains("$"));
  }

  void plotsShowTheFrontAndTheGenerations() {
    const QString html = page(synthetic::content());
    QCOMPARE(html.count("<svg"), 2);
    QVERIFY(html.contains(">variant 7</text>"));
    QVERIFY(html.contains(">original</text>"));
    RunHistory exact = synthetic::history();
    for (VariantRow& row : exact.front) row.error = 0;
    ReportContent content = synthetic::content();
    std::vector<Objective>& objectives = content.subject.run.settings.evaluation.objectives;
    objectives = {Objective::Time, Objective::Error, Objective::Edits};
    QVERIFY(QString::fromStdString(reportHtml(content, exact, Medium::Screen)).contains("number of edits"));
    objectives = {Objective::Time, Objective::Error};
    QCOMPARE(QString::fromStdString(reportHtml(content, exact, Medium::Screen)).count("<svg"), 1);
  }
};

QTEST_GUILESS_MAIN(ReportTest)
#include "report_test.moc"
