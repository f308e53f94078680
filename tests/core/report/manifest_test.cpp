#include <QTest>

#include "core/report/manifest.h"
#include "tests/core/report/made_up_facts.h"

#include <nlohmann/json.hpp>

using namespace gevo;
using namespace gevo::report;

namespace {

nlohmann::json manifestOf(const Facts& facts) { return nlohmann::json::parse(manifestText(facts)); }

bool says(const std::vector<std::string>& sentences, const QString& words) {
  return std::ranges::any_of(sentences, [&](const std::string& sentence) { return QString::fromStdString(sentence).contains(words); });
}

} // namespace

class ManifestTest : public QObject {
  Q_OBJECT
private slots:
  void resultSaysWhereItsTimesComeFrom() {
    Facts facts = made_up::facts();
    const nlohmann::json simulated = manifestOf(facts)["result"];
    QVERIFY(simulated["times_are"] == "simulated");
    QVERIFY(simulated["runtime_us"] == 10.0);
    QVERIFY(simulated["speedup"] == 2.0);
    QVERIFY(simulated["error"] == 0.015);
    facts.subject.run.settings.evaluation.device = "cuda:0";
    QVERIFY(manifestOf(facts)["result"]["times_are"] == "measured");
  }

  void speedIsAgainstTheFasterOriginal() {
    Facts facts = made_up::facts(); // 20 us to 10
    facts.subject.run.report.nvcc.compiler = "release 13.0";
    facts.subject.run.report.nvcc.result.reason = Reason::None;
    facts.subject.run.report.nvcc.result.fitness.runtime = 16;
    const nlohmann::json result = manifestOf(facts)["result"];
    QVERIFY(result["nvcc_us"] == 16.0 && result["original_us"] == 20.0);
    QVERIFY(result["speedup"] == 1.6);
  }

  void kernelsHaveBothNamesAndTheLaunchesThatWereTried() {
    const nlohmann::json kernel = manifestOf(made_up::facts())["kernels"][0];
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
    const nlohmann::json manifest = manifestOf(made_up::facts());
    QVERIFY(manifest["tests"].size() == std::size_t(2));
    QVERIFY(manifest["tests"][1]["arguments"] == "100 2");
    QVERIFY(manifest["tests"][1]["passed"] == true);
    QVERIFY(manifest["held_out"][0]["arguments"][0] == "1000 5");
    QVERIFY(manifest["held_out"][0]["runtime_us"].is_null()); // not known, and JSON has no NaN
    QVERIFY(manifest["edits"][0]["words"] == "delete barrier");
    QVERIFY(manifest["edits"][0]["share"] == 0.25);
    QVERIFY(manifest["edits"][1]["share"].is_null());
    QVERIFY(manifest["seed"] == 4711);
    QVERIFY(manifest["races_policy"] == "reject");
    QVERIFY(manifest["settings"].is_object());
  }

  void aRejectedVariantHasNoRuntime() {
    Facts facts = made_up::facts();
    facts.subject.variant.result.reason = Reason::WrongOutput;
    facts.subject.variant.result.detail = "output 0 differs";
    const nlohmann::json manifest = manifestOf(facts);
    QVERIFY(manifest["result"]["runtime_us"].is_null());
    QVERIFY(manifest["result"]["reason"] == "wrong output");
    QVERIFY(says(manifest["not_verified"], "did not pass its tests"));
  }

  void aVariantThatFailsWhenTriedAnewIsNotValid() {
    Facts facts = made_up::facts();
    facts.tests[1].result.reason = Reason::WrongOutput;
    facts.tests[1].result.detail = "output 0 differs";
    const nlohmann::json manifest = manifestOf(facts);
    QVERIFY(manifest["result"]["valid"] == false);
    QVERIFY(manifest["result"]["speedup"].is_null());
    QVERIFY(says(manifest["not_verified"], "fails the test \"100 2\": wrong output, output 0 differs"));
  }

  void whatWasNotVerifiedIsSaid() {
    Facts facts = made_up::facts();
    QVERIFY(says(unverified(facts), "has run on no GPU"));
    QVERIFY(!says(unverified(facts), "held-out"));
    QVERIFY(!says(unverified(facts), "not assembled"));
    facts.subject.run.settings.evaluation.device = "cuda";
    QVERIFY(!says(unverified(facts), "has run on no GPU"));
    facts.subject.run.settings.evaluation.races = RacePolicy::Warp;
    QVERIFY(says(unverified(facts), "lock-step"));
    facts.subject.run.settings.evaluation.races = RacePolicy::Flag;
    QVERIFY(says(unverified(facts), "Data races were allowed"));
    facts.heldOut[0].verdict.passed = false;
    facts.heldOut[0].verdict.sentence = "output 0 differs";
    QVERIFY(says(unverified(facts), "It failed held-out tests: output 0 differs"));
    facts.heldOut.clear();
    QVERIFY(says(unverified(facts), "No held-out test has judged"));
    facts.testsProblem = "the worker ended";
    QVERIFY(says(unverified(facts), "the worker ended"));
    facts.assembler.clear();
    QVERIFY(says(unverified(facts), "not assembled"));
    facts.architecture = "sm_80";
    QVERIFY(says(unverified(facts), "for sm_80"));
    facts.subject.variant.result.stage = Stage::Tests;
    QVERIFY(says(unverified(facts), "one test of its generation"));
  }

  void bytesThatAreNoTextDoNotBreakIt() {
    Facts facts = made_up::facts();
    Project project = *facts.subject.project;
    project.name = "a\xFF\"}\n";
    facts.subject.project = std::make_shared<const Project>(project);
    QVERIFY(manifestOf(facts)["program"]["name"].is_string());
  }
};

QTEST_GUILESS_MAIN(ManifestTest)
#include "manifest_test.moc"
