/// The short account on top of a report, and where the time goes.

#include <QTest>

#include "core/report/bounds_picture.h"
#include "tests/core/report/synthetic_content.h"

#include <QRegularExpression>

using namespace gevo;
using namespace gevo::report;

namespace {

QString visible(const std::string& html) {
  QString text = QString::fromStdString(html);
  text.replace(QRegularExpression("<[^>]*>"), " ");
  return text.simplified();
}

HeatLine line(std::uint32_t number, double original, double variant) {
  HeatLine made;
  made.at = {"twice.cu", number};
  made.original.cycles = original;
  made.variant.cycles = variant;
  return made;
}

/// Line 7 is hottest, and the barrier in line 6 is gone.
Heat heat() {
  KernelHeat kernel;
  kernel.kernel = "_Z1fPfi";
  kernel.original.launches = kernel.variant.launches = 1;
  kernel.original.cycles = 1000;
  kernel.variant.cycles = 620;
  kernel.original.bounds.levelTwo = 1000;
  kernel.original.bounds.issue = 400;
  kernel.original.bounds.atomics = 1;
  kernel.variant.bounds.levelTwo = 500;
  kernel.variant.bounds.issue = 620;
  kernel.lines = {line(5, 2, 2), line(6, 398, 18), line(7, 600, 600)};
  return {"simulated H200", {"100 2"}, {kernel}};
}

ReportContent content() {
  ReportContent made = synthetic::content();
  made.heat = heat();
  return made;
}

} // namespace

class ReportStoryTest : public QObject {
  Q_OBJECT
private slots:
  void whatWasSlowIsTheHottestLine() {
    const QString text = visible(storySection(content()));
    QVERIFY2(text.contains("In the original 60.0 % of its simulated cycles are spent in twice.cu:7: a[i] = a[i] * 2.0f;"),
             qPrintable(text));
    QVERIFY2(text.contains("bound by L2"), qPrintable(text));
  }

  void launchesThatTakeLongerThanAnyLineComeFirst() {
    ReportContent made = content();
    KernelHeat& kernel = made.heat->kernels[0];
    kernel.original.launches = 4;
    kernel.variant.launches = 1;
    kernel.original.cycles = 2000;
    kernel.original.bounds.launch = 1000;
    kernel.variant.bounds.launch = 250;
    const QString text = visible(storySection(made));
    QVERIFY2(text.contains(
                 "In the original 50.0 % of the simulated cycles are the cost of 4 launches, whatever kernels do. Of the rest, 60.0 %"),
             qPrintable(text));
    QVERIFY2(text.contains("on launches: 4"), qPrintable(text));
  }

  void whatChangedBeginsWithWhatMattersMost() {
    ReportContent made = content();
    made.shares = {0.05, std::numeric_limits<double>::infinity()};
    const QString text = visible(storySection(made));
    QVERIFY2(text.indexOf("operand n becomes i") < text.indexOf("delete barrier"), qPrintable(text));
    QVERIFY2(text.contains("in twice.cu:6"), qPrintable(text)); // where most of the time was saved
  }

  void itIsRightAsFarAsTestsGo() {
    const QString text = visible(storySection(content()));
    QVERIFY2(text.contains("2 of 2 tests"), qPrintable(text));
    QVERIFY2(text.contains("results within the error above. The same holds for 1 input that the search never used."), qPrintable(text));
    QVERIFY(!text.contains("CUDA source below was compiled"));
  }

  void aModelIsCalledAModel() {
    QVERIFY(visible(storySection(content())).contains("Times are those of a model, the simulated H200"));
    ReportContent measured = content();
    measured.subject.run.settings.evaluation.device = "cuda";
    QVERIFY(visible(storySection(measured)).contains("Times were measured on the GPU"));
  }

  void luckOfManyCandidatesIsSaid() {
    ReportContent made = content();
    QVERIFY(visible(storySection(made)).contains("No other variant of the file was tried on its held-out inputs."));
    made.heldOut[0].otherCandidates = 3;
    QVERIFY(visible(storySection(made)).contains("3 other variants of the file were tried on its held-out inputs too"));
  }

  void whatFailsHasNoStory() {
    ReportContent made = content();
    made.tests[1].result.reason = Reason::WrongOutput;
    QCOMPARE(storySection(made), std::string());
  }

  void withoutHeatTheRestIsTold() {
    const QString text = visible(storySection(synthetic::content()));
    QVERIFY(!text.contains("What was slow"));
    QVERIFY(text.contains("What changed"));
    QCOMPARE(timeSection(synthetic::content()), std::string());
  }

  void timeIsListedByLineAndKernel() {
    const std::string html = timeSection(content());
    const QString text = visible(html);
    QVERIFY2(text.indexOf("twice.cu:7") < text.indexOf("twice.cu:6"), qPrintable(text));
    QVERIFY2(!text.contains("twice.cu:5"), "a line of 0.2 % is not listed");
    QVERIFY2(text.contains("f: bound by L2, 1,000 of 1,000 cycles before, by issue, 620 of 620 cycles after."), qPrintable(text));
    QVERIFY(html.contains("<svg"));
  }

  void pictureLeavesOutWhatTakesNoTime() {
    const QString picture = QString::fromStdString(boundsPicture(heat().kernels[0], "bounds"));
    QVERIFY(picture.contains(">L2<"));
    QVERIFY(picture.contains(">issue<"));
    QVERIFY(!picture.contains(">atomics<"));
    QCOMPARE(picture.count("<rect"), 4);
  }

  void kernelThatIsNeverLaunchedHasNoPicture() { QCOMPARE(boundsPicture(KernelHeat{}, "bounds"), std::string()); }
};

QTEST_APPLESS_MAIN(ReportStoryTest)
#include "report_story_test.moc"
