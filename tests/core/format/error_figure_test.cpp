#include <QTest>

#include "core/format/error_figure.h"

#include <limits>

using namespace gevo;

class ErrorFigureTest : public QObject {
  Q_OBJECT

private slots:
  void errorsArePercentagesOrPlainFigures_data();
  void errorsArePercentagesOrPlainFigures();
  void relativeMetricsAreShares_data();
  void relativeMetricsAreShares();
};

void ErrorFigureTest::errorsArePercentagesOrPlainFigures_data() {
  QTest::addColumn<double>("error");
  QTest::addColumn<int>("metric");
  QTest::addColumn<std::string>("expected");
  const auto row = [](const char* name, double error, Metric metric, const char* expected) {
    QTest::newRow(name) << error << int(metric) << std::string(expected);
  };
  row("exact", 0, Metric::MaxRelative, "0");
  row("relative", 0.0012, Metric::MaxRelative, "0.12 %");
  row("mismatch", 0.5, Metric::Mismatch, "50 %");
  row("larger than the value", 12.34, Metric::MaxRelative, "1234 %");
  row("huge", 1e7, Metric::MaxAbsolute, "1e+07");
  row("unknown", std::numeric_limits<double>::quiet_NaN(), Metric::MaxRelative, "–");
  row("tiny", 1e-7, Metric::MaxRelative, "1e-05 %");
  row("absolute", 0.5, Metric::MaxAbsolute, "0.5");
  row("root mean square", 3.1234e-5, Metric::Rmse, "3.12e-05");
}

void ErrorFigureTest::errorsArePercentagesOrPlainFigures() {
  QFETCH(double, error);
  QFETCH(int, metric);
  QFETCH(std::string, expected);
  QCOMPARE(formatError(error, Metric(metric)), expected);
}

void ErrorFigureTest::relativeMetricsAreShares_data() {
  QTest::addColumn<int>("metric");
  QTest::addColumn<bool>("share");
  for (const auto& [metric, share] :
       {std::pair(Metric::MaxRelative, true), {Metric::MaxAbsolute, false}, {Metric::Rmse, false}, {Metric::Mismatch, true}})
    QTest::newRow(metricName(metric)) << int(metric) << share;
}

void ErrorFigureTest::relativeMetricsAreShares() {
  QFETCH(int, metric);
  QFETCH(bool, share);
  QCOMPARE(isShare(Metric(metric)), share);
  QCOMPARE(errorScale(Metric(metric)), share ? 100.0 : 1.0); // of a share to percent
}

QTEST_GUILESS_MAIN(ErrorFigureTest)
#include "error_figure_test.moc"
