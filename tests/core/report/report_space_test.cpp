#include <QTest>

#include "tests/core/report/synthetic_content.h"
#include "tests/core/space/invented_results.h"

using namespace gevo;
using namespace gevo::report;
namespace spaces = gevo::synthetic;
namespace contents = gevo::report::synthetic;

namespace {

/// A variant of a program with parameters, in the given configuration.
ReportContent tuned(const ParameterSpace& space, const Configuration& configuration) {
  ReportContent content = contents::content();
  Project project = *content.subject.project;
  project.parameters = space;
  content.subject.project = std::make_shared<const Project>(std::move(project));
  content.subject.variant.edits = withConfiguration({}, configuration);
  return content;
}

QString section(const ReportContent& content, std::vector<ConfigurationResult> results) {
  RunHistory history = contents::history();
  history.configurations = std::move(results);
  return QString::fromStdString(spaceSection(content, history));
}

QString sectionOfTwo() { return section(tuned(spaces::twoParameters(), {{"BLOCK", "32"}}), spaces::twoParameterResults()); }
QString sectionOfThree() {
  return section(tuned(spaces::threeParameters(), {{"BLOCK", "32"}, {"TILE", "2"}}), spaces::threeParameterResults());
}

} // namespace

class ReportSpaceTest : public QObject {
  Q_OBJECT
private slots:
  void aProgramWithoutParametersHasNoSection() {
    QVERIFY(section(contents::content(), {}).isEmpty());
    QVERIFY(section(tuned(spaces::twoParameters(), {}), {spaces::found({}, 0, 20)}).isEmpty());
  }

  void twoParametersAreATableOfSpeeds() {
    const QString html = sectionOfTwo();
    QCOMPARE(html.count("<svg"), 1);
    for (const char* const text : {">BLOCK<", ">TILE<", ">1.00×<", ">1.25×<", ">2.00×<", ">0.80×<", ">failed<"})
      QVERIFY2(html.contains(text), text);
    QVERIFY(html.contains("tried 5 configurations of the program's parameters, of which 1 failed"));
  }

  void theVariantsConfigurationIsFramed() {
    QCOMPARE(sectionOfTwo().count("stroke=\"$accent\""), 1);
    const ReportContent untried = tuned(spaces::twoParameters(), {{"BLOCK", "8"}, {"TILE", "4"}});
    QCOMPARE(section(untried, spaces::twoParameterResults()).count("stroke=\"$accent\""), 0);
  }

  void aFailureIsListedWithItsReason() {
    const QString html = sectionOfTwo();
    QVERIFY(html.contains("BLOCK = 32 · TILE = 4"));
    QVERIFY(html.contains("stencil needs 66,560 bytes of shared memory"));
  }

  void manyFailuresAreCounted() {
    std::vector<ConfigurationResult> results{spaces::found({}, 0, 20)};
    for (int block = 0; block < 100; ++block)
      results.push_back(spaces::failed({{"BLOCK", std::to_string(100 + block)}}, Reason::Crash, "here"));
    const QString html = section(tuned(spaces::twoParameters(), {}), results);
    QCOMPARE(html.count("crash: here"), 12);
    QVERIFY(html.contains("And 88 more."));
  }

  void moreParametersAreParallelCoordinatesToo() {
    const QString html = sectionOfThree();
    QCOMPARE(html.count("<svg"), 2);
    QVERIFY(html.contains(">UNROLL<"));
    QVERIFY(html.contains(">10.00 µs<"));
    QVERIFY(html.contains(">40.00 µs<"));
    QCOMPARE(html.count("stroke-opacity"), 7); // six, and the variant's once more
    QVERIFY2(html.contains("stroke=\"$accent\" stroke-width=\"2.5\""), "framed though another one is the best of its cell");
    QVERIFY(html.contains("the best over all other parameters"));
  }

  void textsOfTheFileAreNoMarkup() {
    const std::string evil = "<script>\"&";
    ParameterSpace space = spaces::threeParameters();
    space.parameters[0].name = evil;
    space.parameters[0].values.push_back(evil);
    const QString html = section(tuned(space, {}), {spaces::found({}, 0, 20), spaces::failed({{evil, evil}}, Reason::Crash, evil)});
    QVERIFY(!html.contains("<script"));
    QVERIFY(html.contains("&lt;script&gt;&quot;&amp;"));
  }
};

QTEST_GUILESS_MAIN(ReportSpaceTest)
#include "report_space_test.moc"
