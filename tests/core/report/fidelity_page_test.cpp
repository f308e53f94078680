#include <QTest>

#include "core/report/fidelity_page.h"

#include <nlohmann/json.hpp>

using namespace gevo;
using namespace gevo::report;

namespace {

ProjectFidelity project(const std::string& name, const std::vector<FidelityPoint>& points) {
  ProjectFidelity result;
  result.name = name;
  result.gpu = "GPU <1>";
  result.fromRuns = points.size() + 1;
  result.failures = {"run 1, variant 7: out of bounds (<script>)"};
  for (const FidelityPoint& point : points)
    result.variants.push_back({fmt::format("run 1, variant {}", result.variants.size() + 1),
                               {1, result.variants.size()},
                               {{point.simulated * 100, 100, point.measured * 50, 50, point.error / point.measured}},
                               point});
  result.figures = fidelityOf(points);
  return result;
}

FidelityReport fidelityReport() {
  return {"sim:h200",
          "2026-01-31",
          {project("hotspot", {{0.9, 0.8, 0.01}, {1, 1, 0.01}, {1.1, 1.3, 0.01}}), project("nw", {{0.9, 1.2, 0.01}, {1.1, 0.9, 0.01}}),
           project("none", {})}};
}

} // namespace

class FidelityPageTest : public QObject {
  Q_OBJECT

private slots:
  void mediansLeaveOutProjectsWithoutTheFigure() {
    const FidelityMedians medians = mediansOf(fidelityReport().projects);
    QCOMPARE(*medians.spearman, 0.0); // of 1 and -1
    QVERIFY(medians.percentageError.has_value());
    QVERIFY(!mediansOf({}).kendall.has_value());
  }

  void tellingMedianLeavesOutSmallSpansAndFewPoints() {
    std::vector<FidelityPoint> wide;
    for (std::size_t i = 0; i < enoughPoints; ++i) {
      const double time = 1 + 0.2 * static_cast<double>(i) / enoughPoints;
      wide.push_back({time, time, 0.001});
    }
    std::vector<FidelityPoint> narrow;
    for (const FidelityPoint& point : wide) narrow.push_back({2 - point.simulated, 1 + (point.measured - 1) / 4, 0.001});
    const std::vector<ProjectFidelity> projects{project("wide", wide), project("narrow", narrow), project("few", {wide[0], wide[99]})};
    QCOMPARE(*tellingMediansOf(projects).spearman, 1.0);
    QCOMPARE(tellingMediansOf(projects).projects, std::size_t(1));
    QCOMPARE(*tellingMediansOf({projects[0], projects[1]}).spearman, 1.0);
    QVERIFY(!tellingMediansOf({projects[1], projects[2]}).spearman.has_value());
  }

  void pageHasAPlotForEachProjectWithPoints() {
    const QString html = QString::fromStdString(fidelityHtml(fidelityReport()));
    QCOMPARE(html.count("<svg"), 2);
    QVERIFY(html.contains("<h2>hotspot</h2>") && html.contains("<h2>none</h2>"));
    QVERIFY2(html.contains("62.5 %"), "the span of hotspot");
  }

  void pageIsSelfContainedAndRunsNoCode() {
    const QString html = QString::fromStdString(fidelityHtml(fidelityReport()));
    QVERIFY(!html.contains("<script") && !html.contains("src=") && !html.contains("href="));
    QVERIFY(html.contains("GPU &lt;1&gt;"));
    QVERIFY(!html.contains("$accent"));
  }

  void jsonHasEveryPoint() {
    const nlohmann::json json = nlohmann::json::parse(fidelityJson(fidelityReport()));
    QCOMPARE(json["projects"].size(), std::size_t(3));
    const nlohmann::json& first = json["projects"][0];
    QCOMPARE(first["cubins"].get<int>(), 3);
    QCOMPARE(first["pairs"].get<int>(), 3);
    QCOMPARE(first["spearman"].get<double>(), 1.0);
    QCOMPARE(first["points"].size(), std::size_t(3));
    QCOMPARE(first["points"][0]["measured"].get<double>(), 0.8);
    QCOMPARE(first["points"][0]["tests"][0]["measured_original_us"].get<double>(), 50.0);
    QVERIFY(json["projects"][2]["spearman"].is_null());
    QCOMPARE(json["medians_of_all"]["spearman"].get<double>(), 0.0);
    QVERIFY(json["medians"]["spearman"].is_null());
  }

  void measurementsAreReadBackFromJson() {
    const auto projects = parseFidelityJson(fidelityJson(fidelityReport()));
    QVERIFY2(projects.has_value(), projects ? "" : projects.error().details.c_str());
    QCOMPARE(projects->size(), std::size_t(3));
    const ComparedVariant& variant = projects->front().variants.front();
    const ComparedVariant before = fidelityReport().projects.front().variants.front();
    QCOMPARE(variant.name, before.name);
    QVERIFY(variant.machineCode == before.machineCode);
    QCOMPARE(variant.tests.front().measured, before.tests.front().measured);
    QCOMPARE(variant.point.error, before.point.error);
    QCOMPARE(projects->front().gpu, std::string("GPU <1>"));
  }

  void otherTextIsAnError_data() {
    QTest::addColumn<QByteArray>("text");
    for (const char* text : {"", "[]", "{\"projects\": 1}", "{\"projects\": [{\"name\": \"x\"}]}"}) QTest::newRow(text) << QByteArray(text);
  }
  void otherTextIsAnError() {
    QFETCH(QByteArray, text);
    QVERIFY(!parseFidelityJson(text.toStdString()).has_value());
  }
};

QTEST_GUILESS_MAIN(FidelityPageTest)
#include "fidelity_page_test.moc"
