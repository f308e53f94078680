#include <QTest>

#include "core/report/manifest.h"
#include "tests/core/report/synthetic_content.h"

#include <nlohmann/json.hpp>

using namespace gevo;
using namespace gevo::report;

namespace {

nlohmann::json manifestOf(const ReportContent& content) { return nlohmann::json::parse(manifestText(content)); }

bool contains(const std::vector<std::string>& statements, const QString& text) {
  return std::ranges::any_of(statements, [&](const std::string& statement) { return QString::fromStdString(statement).contains(text); });
}

} // namespace

class ManifestTest : public QObject {
  Q_OBJECT
private slots:
  void resultNamesTheSourceOfItsTimes() {
    ReportContent content = synthetic::content();
    const nlohmann::json simulated = manifestOf(content)["result"];
    QVERIFY(simulated["times_are"] == "simulated");
    QVERIFY(simulated["runtime_us"] == 10.0);
    QVERIFY(simulated["speedup"] == 2.0);
    QVERIFY(simulated["error"] == 0.015);
    content.subject.run.settings.evaluation.device = "cuda:0";
    QVERIFY(manifestOf(content)["result"]["times_are"] == "measured");
  }

  void speedupIsRelativeToTheFasterOriginal() {
    ReportContent content = synthetic::content(); // 20 us to 10
    content.subject.run.report.nvcc.compiler = "release 13.0";
    content.subject.run.report.nvcc.result.reason = Reason::None;
    content.subject.run.report.nvcc.result.fitness.runtime = 16;
    const nlohmann::json result = manifestOf(content)["result"];
    QVERIFY(result["nvcc_us"] == 16.0 && result["original_us"] == 20.0);
    QVERIFY(result["speedup"] == 1.6);
  }

  void kernelsHaveBothNamesAndTheirTestedLaunches() {
    const nlohmann::json kernel = manifestOf(synthetic::content())["kernels"][0];
    QVERIFY(kernel["name"] == "_Z1fPfi");
    QVERIFY(kernel["shown"] == "f");
    QVERIFY(kernel["differs"] == true);
    const nlohmann::json launch = kernel["validated_launches"][0];
    QVERIFY(launch["arguments"] == "100 2");
    QVERIFY((launch["grid"] == nlohmann::json{4, 1, 1}));
    QVERIFY((launch["block"] == nlohmann::json{32, 1, 1}));
    QVERIFY(launch["dynamic_shared_bytes"] == 64);
  }

  void testsHeldOutResultsAndEditsAreListed() {
    const nlohmann::json manifest = manifestOf(synthetic::content());
    QVERIFY(manifest["tests"].size() == std::size_t(2));
    QVERIFY(manifest["tests"][1]["arguments"] == "100 2");
    QVERIFY(manifest["tests"][1]["passed"] == true);
    QVERIFY(manifest["held_out"][0]["arguments"][0] == "1000 5");
    QVERIFY(manifest["held_out"][0]["runtime_us"].is_null()); // unknown, and JSON has no NaN
    QVERIFY(manifest["edits"][0]["words"] == "delete barrier");
    QVERIFY(manifest["edits"][0]["share"] == 0.25);
    QVERIFY(manifest["edits"][1]["share"].is_null());
    QVERIFY(manifest["seed"] == 4711);
    QVERIFY(manifest["races_policy"] == "reject");
    QVERIFY(manifest["settings"].is_object());
  }

  void rejectedVariantHasNoRuntime() {
    ReportContent content = synthetic::content();
    content.subject.variant.result.reason = Reason::WrongOutput;
    content.subject.variant.result.message = "output 0 differs";
    const nlohmann::json manifest = manifestOf(content);
    QVERIFY(manifest["result"]["runtime_us"].is_null());
    QVERIFY(manifest["result"]["reason"] == "wrong output");
    QVERIFY(contains(manifest["not_verified"], "did not pass its tests"));
  }

  void variantThatFailsWhenRerunIsInvalid() {
    ReportContent content = synthetic::content();
    content.tests[1].result.reason = Reason::WrongOutput;
    content.tests[1].result.message = "output 0 differs";
    const nlohmann::json manifest = manifestOf(content);
    QVERIFY(manifest["result"]["valid"] == false);
    QVERIFY(manifest["result"]["speedup"].is_null());
    QVERIFY(contains(manifest["not_verified"], "fails the test \"100 2\": wrong output, output 0 differs"));
  }

  void listsWhatWasNotValidated() {
    ReportContent content = synthetic::content();
    QVERIFY(contains(notValidated(content), "has not run on a GPU"));
    QVERIFY(!contains(notValidated(content), "held-out"));
    QVERIFY(!contains(notValidated(content), "not assembled"));
    content.subject.run.settings.evaluation.device = "cuda";
    QVERIFY(!contains(notValidated(content), "has not run on a GPU"));
    content.subject.run.settings.evaluation.races = RacePolicy::Warp;
    QVERIFY(contains(notValidated(content), "lockstep"));
    content.subject.run.settings.evaluation.races = RacePolicy::Flag;
    QVERIFY(contains(notValidated(content), "Data races were allowed"));
    content.heldOut[0].validation.passed = false;
    content.heldOut[0].validation.message = "output 0 differs";
    QVERIFY(contains(notValidated(content), "It failed held-out tests: output 0 differs"));
    content.heldOut.clear();
    QVERIFY(contains(notValidated(content), "not validated on held-out tests"));
    content.testsProblem = "the worker ended";
    QVERIFY(contains(notValidated(content), "the worker ended"));
    content.assembler.clear();
    QVERIFY(contains(notValidated(content), "not assembled"));
    content.architecture = "sm_80";
    QVERIFY(contains(notValidated(content), "for sm_80"));
    content.subject.variant.result.stage = Stage::Tests;
    QVERIFY(contains(notValidated(content), "one test of its generation"));
  }

  void invalidUtf8StaysValidJson() {
    ReportContent content = synthetic::content();
    Project project = *content.subject.project;
    project.name = "a\xFF\"}\n";
    content.subject.project = std::make_shared<const Project>(project);
    QVERIFY(manifestOf(content)["program"]["name"].is_string());
  }
};

QTEST_GUILESS_MAIN(ManifestTest)
#include "manifest_test.moc"
