/// The worker's replies on a real program: hotspot, built and recorded once.

#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/worker/find_launched_values.h"
#include "core/kernel/worker/launches.h"
#include "core/kernel/worker/service.h"
#ifndef Q_MOC_RUN
#include "core/kernel/operators/mutate.h"
#endif

#include <QTest>
#include <cmath>
#include <set>

using namespace gevo;

namespace {

BuildInputs hotspotRequest() {
  BuildInputs request;
  request.settings.files = {"hotspot.cu"};
  request.workingFolder = GEVO_TEST_SOURCE "/resources/samples/hotspot";
  request.name = "hotspot";
  request.tests = {{TestRole::Screen, "32 32 2 1", {}}, {TestRole::Test, "48 40 3 2", {}}, {TestRole::HeldOut, "70 50 2 3", {}}};
  return request;
}

RandomKey keyOf(std::uint32_t individual) { return {11, 1, individual, 0, Purpose::Mutation}; }

} // namespace

class ServiceTest : public QObject {
  Q_OBJECT

  Project project_;
  worker::Service service_;
  OriginalReport loaded_;

  EvaluateReply evaluate(const EvaluateRequest& request) {
    Result<EvaluateReply> reply = service_.evaluate(request);
    if (!reply) qFatal("%s", reply.error().message.c_str());
    return std::move(*reply);
  }

  /// The first valid mutant among `count` streams; the search has to find one.
  std::optional<EvaluateReply> validMutant(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      EvaluateReply reply = evaluate({{}, 1, keyOf(i)});
      if (reply.result.valid()) return reply;
    }
    return std::nullopt;
  }

private slots:
  void initTestCase() {
    if (!program::findCudaToolkit() || !program::findClang()) QSKIP("no CUDA toolkit: programs can't be built here");
    Result<BuiltProject> built = program::build(hotspotRequest(), [](const std::string&) {});
    QVERIFY2(built.has_value(), built ? "" : built.error().message.c_str());
    project_ = built->project;
    Result<OriginalReport> loaded = service_.load({project_, {}, true});
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
    loaded_ = *loaded;
  }

  void loadReportsTheOriginal() {
    QVERIFY(loaded_.instructions > 50);
    QCOMPARE(loaded_.device, std::string("simulated H200"));
    QVERIFY(loaded_.original.valid());
    QVERIFY(loaded_.original.fitness.runtime > 0);
    QCOMPARE(loaded_.original.fitness.error, 0.0);
    QCOMPARE(loaded_.testRuntimes.size(), std::size_t(3));
    QVERIFY2(std::isnan(loaded_.testRuntimes[2]), "held-out tests never take part in selecting");
  }

  void noEditIsNoOp() { QCOMPARE(evaluate({{}, 0, {}}).result.reason, Reason::NoOp); }

  void sameKeyGivesTheSameEditAndResult() {
    for (std::uint32_t i = 0; i < 20; ++i) {
      const EvaluateReply first = evaluate({{}, 2, keyOf(i)});
      worker::Service other;
      if (i == 0) QVERIFY(other.load({project_, {}, true}).has_value());
      const EvaluateReply second = i == 0 ? *other.evaluate({{}, 2, keyOf(i)}) : evaluate({{}, 2, keyOf(i)});
      QVERIFY(first.edits == second.edits);
      QCOMPARE(second.result.reason, first.result.reason);
      QCOMPARE(second.result.fitness.runtime, first.result.fitness.runtime);
      QCOMPARE(second.result.code, first.result.code);
    }
  }

  void targetsAreChosenByExecutionOrUniformly() {
    worker::Service uniform;
    QVERIFY(uniform.load({project_, {}, true, Targeting::Uniform}).has_value());
    const auto base = ir::BaseModule::load(project_.base);
    const ir::LaunchedValues launched = worker::findLaunchedValues((*base)->module(), project_.tests).value();
    ir::MutationChoice choice{usableOperators(allOperators(), false, false)};
    choice.launched = &launched;
    int differing = 0;
    for (std::uint32_t i = 0; i < 20; ++i) {
      RandomStream stream(keyOf(i));
      const auto plain = ir::proposeEdit(**base, {}, stream, choice);
      const EvaluateReply reply = uniform.evaluate({{}, 1, keyOf(i), {}, false}).value();
      QVERIFY(plain ? reply.edits == EditList{*plain} : reply.edits.empty());
      differing += reply.edits != evaluate({{}, 1, keyOf(i), {}, false}).edits ? 1 : 0;
    }
    QVERIFY(differing > 0);
  }

  /// Whatever a mutant does: it takes as long as in its evaluation, or the profile says why there is none.
  void profilesAgreeWithEvaluations() {
    int valid = 0;
    int changed = 0;
    for (std::uint32_t i = 0; i < 60; ++i) {
      const EvaluateReply mutant = evaluate({{}, 1 + i % 3, keyOf(i)});
      const Result<Heat> heat = service_.profile({mutant.edits});
      if (!mutant.result.valid()) {
        QVERIFY(heat || !heat.error().message.empty());
        continue;
      }
      ++valid;
      QVERIFY2(heat, heat ? "" : heat.error().message.c_str());
      QCOMPARE(heat->tests, std::vector<std::string>{"48 40 3 2"});
      QCOMPARE(heat->kernels.size(), std::size_t(1));
      const KernelHeat& kernel = heat->kernels.front();
      QVERIFY(std::abs(kernel.original.microseconds / loaded_.original.fitness.runtime - 1) < 1e-9);
      QVERIFY(std::abs(kernel.variant.microseconds / mutant.result.fitness.runtime - 1) < 1e-9);
      for (const auto& [side, profile] :
           {std::pair(&HeatLine::original, &kernel.original), std::pair(&HeatLine::variant, &kernel.variant)}) {
        HeatCounts sum = sumOf(kernel.lines, side);
        QVERIFY(std::abs(sum.cycles + profile->bounds.launch - profile->cycles) < 1e-6 * profile->cycles);
        sum.cycles = 0;
        sum.barrierCycles = profile->counts.barrierCycles;
        QVERIFY(std::abs(sum.warpCycles - profile->counts.warpCycles) < 1e-6 * profile->counts.warpCycles);
        sum.warpCycles = profile->counts.warpCycles;
        QCOMPARE(sum, profile->counts);
      }
      changed += kernel.variant.cycles != kernel.original.cycles ? 1 : 0;
    }
    QVERIFY(valid > 0);
    QVERIFY(changed > 0);
  }

  void anEvaluationMayRunSomeOfTheTests() {
    const std::optional<EvaluateReply> mutant = validMutant(200);
    QVERIFY(mutant.has_value());
    const EvaluateReply one = evaluate({mutant->edits, 0, {}, {0}, false});
    QCOMPARE(one.result.fitness.runtime, mutant->result.fitness.runtime); // the project has this one test
    QVERIFY2(!one.result.reused, "what is known of all tests says nothing of some");
    QVERIFY(evaluate({mutant->edits, 0, {}, {0}, false}).result.reused);
    QVERIFY2(!evaluate({mutant->edits, 0, {}, {0}, true}).result.reused, "measured again");
    QVERIFY(!service_.evaluate({mutant->edits, 0, {}, {1}, false}).has_value());
  }

  void mutationsAreRejectedForManyReasons() {
    std::map<Reason, int> reasons;
    for (std::uint32_t i = 0; i < 150; ++i) ++reasons[evaluate({{}, 1, keyOf(i)}).result.reason];
    QVERIFY2(reasons[Reason::None] > 0, "no mutant passed");
    QVERIFY2(reasons[Reason::WrongOutput] > 0, "no mutant gave a wrong output");
    QVERIFY2(reasons[Reason::NoEdit] < 75, "operators find nothing to propose");
  }

  /// Validation accepts what the search accepted with the same test.
  void acceptedVariantsPassValidation() {
    int accepted = 0;
    for (std::uint32_t i = 0; i < 200; ++i) {
      const EvaluateReply tried = evaluate({{}, 1, keyOf(i)});
      if (!tried.result.valid()) continue;
      ++accepted;
      const ValidationReport checked = service_.validate({tried.edits, {}}).value();
      QVERIFY2(checked.tests.front().result.valid(), checked.tests.front().result.message.c_str());
    }
    QVERIFY(accepted > 0);
  }

  void faultsNameKernelAndLine() {
    for (std::uint32_t i = 0; i < 400; ++i) {
      const EvaluationResult outcome = evaluate({{}, 1, keyOf(i)}).result;
      if (outcome.reason != Reason::OutOfBounds) continue;
      QVERIFY2(outcome.message.find("hotspot") != std::string::npos, outcome.message.c_str());
      QVERIFY2(outcome.message.find("hotspot.cu:") != std::string::npos, outcome.message.c_str());
      return;
    }
    QFAIL("400 mutants and none went out of bounds");
  }

  /// The cache distinguishes results by the tests that were run.
  void cacheKeepsTestSelectionsApart() {
    const std::optional<EvaluateReply> all = validMutant(200);
    QVERIFY(all.has_value());
    Project twice = project_;
    twice.tests.push_back({TestRole::Test, project_.tests[1].arguments, project_.tests[1].trace});
    worker::Service service;
    const OriginalReport loaded = service.load({twice, {}, true}).value();
    QCOMPARE(loaded.tests, 2U);
    QVERIFY(loaded.deterministic);
    const EvaluateReply one = service.evaluate({all->edits, 0, {}, {1}, false}).value();
    QVERIFY(one.result.valid());
    QCOMPARE(one.result.stage, Stage::Tests);
    QVERIFY(std::abs(one.result.fitness.runtime / all->result.fitness.runtime - 1) < 1e-12);
    QCOMPARE(service.evaluate({all->edits, 0, {}, {}, false})->result.stage, Stage::Done);
    QCOMPARE(service.evaluate({all->edits, 0, {}, {1}, false})->result.reused, true);
    QCOMPARE(service.evaluate({all->edits, 0, {}, {1}, true})->result.reused, false);
    QVERIFY2(!service.evaluate({all->edits, 0, {}, {2}, false}).has_value(), "there is no third test");
  }

  void validationRunsHeldOutTests() {
    const std::optional<EvaluateReply> mutant = validMutant(200);
    QVERIFY(mutant.has_value());
    Result<ValidationReport> report = service_.validate({mutant->edits, heldOutTests(project_)});
    QVERIFY(report.has_value());
    QCOMPARE(report->tests.size(), std::size_t(3));
    QCOMPARE(report->tests[2].role, TestRole::HeldOut);
    QVERIFY(report->tests[1].result.valid());
    QCOMPARE(report->tests[1].result.fitness.runtime, mutant->result.fitness.runtime);
  }

  /// Whether they pass or fail, and whatever was validated before.
  void whatIsKnownOfTheOriginalChangesNoValidation() {
    const std::vector<TestCase> heldOut = heldOutTests(project_);
    constexpr std::size_t ofEach = 4;
    std::vector<EditList> variants;
    std::map<bool, std::size_t> chosen;
    for (std::uint32_t i = 0; i < 400 && variants.size() < 2 * ofEach; ++i) {
      const EvaluateReply tried = evaluate({{}, 1, keyOf(i)});
      if (tried.result.stage < Stage::Screen || tried.result.reason == Reason::NoOp) continue;
      if (chosen[tried.result.valid()]++ < ofEach) variants.push_back(tried.edits);
    }
    std::set<bool> verdicts;
    for (const EditList& edits : variants) {
      worker::Service fresh;
      QVERIFY(fresh.load({project_, {}, true}).has_value());
      const Bytes first = wire::encode(fresh.validate({edits, heldOut}).value());
      QVERIFY(fresh.validate({edits, {}}).has_value()); // other tests
      QCOMPARE(wire::encode(fresh.validate({edits, heldOut}).value()), first);
      const ValidationReport known = service_.validate({edits, heldOut}).value();
      QCOMPARE(wire::encode(known), first);
      verdicts.insert(std::ranges::all_of(known.tests, [](const TestReport& test) { return test.result.valid(); }));
    }
    QCOMPARE(verdicts.size(), std::size_t{2});
  }

  void inspectDescribesEveryEdit() {
    const EvaluateReply mutant = evaluate({{}, 3, keyOf(1)});
    Result<VariantTexts> view = service_.inspect({mutant.edits});
    QVERIFY(view.has_value());
    QCOMPARE(view->edits.size(), mutant.edits.size());
    for (std::size_t i = 0; i < view->edits.size(); ++i) {
      QVERIFY(!view->edits[i].text.empty());
      QCOMPARE(view->edits[i].active, bool(mutant.active[i]));
    }
    const auto lines = static_cast<std::size_t>(std::ranges::count(view->ir.text, '\n'));
    QVERIFY(view->ir.sourceLine.size() >= lines);
  }

  void exportsOfTheOriginalArePtxAndIr() {
    Result<ExportedCode> ptx = service_.exportArtifact({{}, Artifact::Ptx, {}});
    QVERIFY2(ptx.has_value(), ptx ? "" : ptx.error().message.c_str());
    QVERIFY(ptx->text.find(".entry") != std::string::npos);
    Result<ExportedCode> ir = service_.exportArtifact({{}, Artifact::Ir, {}});
    QVERIFY(ir.has_value());
    QVERIFY(ir->text.find("define") != std::string::npos);
  }

  void ptxIsForTheRequestedTarget_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("older than the project's") << "sm_80";
    QTest::newRow("newer, with PTX of a version that has it") << "sm_120";
    QTest::newRow("much newer") << "sm_110";
  }
  void ptxIsForTheRequestedTarget() {
    QFETCH(QString, target);
    Result<ExportedCode> ptx = service_.exportArtifact({{}, Artifact::Ptx, target.toStdString()});
    QVERIFY2(ptx.has_value(), ptx ? "" : ptx.error().message.c_str());
    QCOMPARE(ptx->architecture, target.toStdString());
    QVERIFY(QString::fromStdString(ptx->text).contains(".target " + target + "\n"));
  }

  void unknownTargetIsReported() {
    Result<ExportedCode> ptx = service_.exportArtifact({{}, Artifact::Ptx, "sm_9x"});
    QVERIFY(!ptx.has_value());
    QVERIFY(ptx.error().message.find("sm_9x") != std::string::npos);
  }

  void launchesOfTheTestsAreCountedByShape() {
    Result<LaunchesReply> reply = worker::countLaunches({project_.tests});
    QVERIFY(reply.has_value());
    QCOMPARE(reply->tests.size(), std::size_t(3));
    const TestLaunches& test = reply->tests[1]; // 48 x 40 cells, 3 steps, 16 x 16 threads a block, two steps a launch
    QCOMPARE(test.arguments, std::string("48 40 3 2"));
    QVERIFY(!test.launches.empty());
    std::uint64_t launches = 0;
    for (const LaunchShape& shape : test.launches) {
      QCOMPARE(shape.kernel, project_.kernels[0].name);
      QCOMPARE(shape.block, (std::array<std::uint32_t, 3>{16, 16, 1}));
      launches += shape.count;
    }
    QVERIFY(launches > 0);
    QCOMPARE(test.bytesToDevice, std::uint64_t(2 * 48 * 40 * sizeof(float)));
    QCOMPARE(test.bytesToHost, std::uint64_t(48 * 40 * sizeof(float)));
  }

  void damagedTraceIsReported() {
    Project damaged = project_;
    const ByteView whole = damaged.tests[1].trace;
    damaged.tests[1].trace = Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(whole.size() / 2));
    worker::Service service;
    Result<OriginalReport> reply = service.load({damaged, {}, true});
    QVERIFY(!reply.has_value());
    QVERIFY(reply.error().message.find("48 40 3 2") != std::string::npos);
  }

  void rejectsRequestsBeforeLoad() {
    worker::Service service;
    QVERIFY(!service.evaluate({}).has_value());
    QVERIFY(!service.validate({}).has_value());
    QVERIFY(!service.inspect({}).has_value());
  }
};

QTEST_GUILESS_MAIN(ServiceTest)
#include "service_test.moc"
