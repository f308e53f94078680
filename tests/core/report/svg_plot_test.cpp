#include <QTest>

#include "core/report/svg_plot.h"

#include <QXmlStreamReader>
#include <cmath>
#include <limits>
#include <rapidcheck.h>

using namespace gevo::report;

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

bool isXml(const std::string& svg) {
  QXmlStreamReader reader(QString::fromStdString(svg));
  while (!reader.atEnd()) reader.readNext();
  return !reader.hasError();
}

SvgPlot plot() { return {{"x", 0, 10}, {"y", 0, 100}, 300, "a <plot>"}; }

} // namespace

class SvgPlotTest : public QObject {
  Q_OBJECT
private slots:
  void ticksAreRoundNumbersWithinTheAxis() {
    QCOMPARE((PlotAxis{"", 0, 10}.ticks()), (std::vector<double>{0, 2, 4, 6, 8, 10}));
    QCOMPARE((PlotAxis{"", 17.3, 18.9}.ticks().size()), std::size_t(3)); // 17.5, 18, 18.5
  }

  void ticksAreFewAndInside() {
    QVERIFY(rc::check("ticks", [](int from, int width) {
      PlotAxis axis{"", from / 7.0, 0};
      axis.to = axis.from + (std::abs(width % 100000) + 1) / 13.0;
      const std::vector<double> ticks = axis.ticks();
      RC_ASSERT(ticks.size() >= 2 && ticks.size() <= 8);
      const double slack = (axis.to - axis.from) * 1e-6;
      for (const double tick : ticks) RC_ASSERT(tick >= axis.from - slack && tick <= axis.to + slack);
    }));
  }

  void ticksEndForExtremeNumbers_data() {
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::newRow("steps below the precision of the values") << 1e20 << 1e20 + 49152;
    QTest::newRow("denormal steps") << 0.0 << 5e-324;
    QTest::newRow("largest numbers") << -8e307 << 8e307;
  }
  void ticksEndForExtremeNumbers() {
    QFETCH(double, from);
    QFETCH(double, to);
    QVERIFY((PlotAxis{"", from, to}.ticks().size()) <= 13);
  }

  void axisContainsItsValues() {
    const PlotAxis axis = PlotAxis::around("", {3, missing, 8});
    QVERIFY(axis.from < 3 && axis.to > 8);
    const PlotAxis flat = PlotAxis::around("", {5, 5});
    QVERIFY(flat.from < 5 && flat.to > 5);
    QVERIFY(PlotAxis::around("", {}).to > PlotAxis::around("", {}).from);
    QVERIFY(PlotAxis::around("", {0}).to > PlotAxis::around("", {0}).from);
  }

  void plotIsWellFormed() {
    SvgPlot made = plot();
    made.addDots({{1, 1}, {2, 50}}, "$scatter", 3);
    made.addLine({{0, 0}, {missing, 3}, {5, 5}, {10, 10}}, "$accent", 2);
    made.addSteps({{0, 0}, {5, 50}}, "$accent", 2);
    made.addLevel(20, "$muted");
    made.addMark({5, 50}, "$good", "<variant> & \"7\"");
    QVERIFY2(isXml(made.svg()), made.svg().c_str());
    QVERIFY(made.svg().find("nan") == std::string::npos);
    QVERIFY(made.svg().find("aria-label=\"a &lt;plot&gt;\"") != std::string::npos);
  }

  void unknownValueInterruptsTheLine() {
    SvgPlot made = plot();
    made.addLine({{0, 10}, {1, 20}, {2, missing}, {3, 30}, {4, 40}}, "red", 2);
    const QString path = QString::fromStdString(made.svg()).section("stroke=\"red\"", 0, 0).section("<path d=\"", -1);
    QCOMPARE(path.count('M'), 2);
  }

  void dotsOnOnePixelAreDrawnOnceAndDotsOutsideAreNot() {
    SvgPlot made = plot();
    made.addDots(std::vector<PlotPoint>(1000, {5, 5}), "red", 3);
    made.addDots({{11, 5}, {5, -1}, {missing, 5}}, "blue", 3);
    QCOMPARE(QString::fromStdString(made.svg()).count("h0"), 1);
    QVERIFY(made.svg().find("blue") == std::string::npos);
  }
};

QTEST_GUILESS_MAIN(SvgPlotTest)
#include "svg_plot_test.moc"
