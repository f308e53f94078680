/// Validation at the end of a run. Held-out tests never affect selection. The fake workers do what the arguments of a held-out test say.

#include <QTest>

#include "core/session/run_session.h"
#include "tests/core/base/value_of.h"

#include <QTemporaryDir>

using namespace gevo;

namespace {

RunSession::Options options(std::uint32_t generations) {
  RunSession::Options options;
  options.workerProgram = GEVO_FAKE_WORKER;
  options.settings.workers = 2;
  options.settings.search.seed = 11;
  options.settings.search.population = 24;
  options.settings.search.generations = generations;
  options.settings.evaluation.mode = Mode::Exact;
  options.frontShare = 0;
  return options;
}

/// Ids, codes and results of all evaluations, and the population.
std::string historyOf(const std::filesystem::path& path) {
  const auto store = valueOf(Store::open(path, Store::Access::Read));
  std::string text;
  for (const Individual& one : valueOf(store->individuals(1)))
    text += fmt::format("{} {} {} {}\n", one.id, toHex(one.result.code), reasonName(one.result.reason), one.result.fitness.runtime);
  for (const std::int64_t id : valueOf(store->population(1))) text += fmt::format("{} ", id);
  return text;
}

std::vector<ValidationRow> validations(const std::filesystem::path& path) {
  return valueOf(valueOf(Store::open(path, Store::Access::Read))->validations(1));
}

RunState stateOf(const std::filesystem::path& path) {
  return valueOf(valueOf(Store::open(path, Store::Access::Read))->runs()).back().status.state;
}

} // namespace

class BestVariantsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  std::filesystem::path newFile(const char* heldOut) {
    const std::filesystem::path path = folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString();
    Project project;
    if (heldOut != nullptr) {
      project.tests = {{TestRole::HeldOut, heldOut, {}}};
      project.build.heldOut = {heldOut};
    }
    valueOf(Store::create(path, project));
    return path;
  }

  static BestReport run(const std::filesystem::path& path, RunSession::Options options) {
    const auto session = valueOf(RunSession::open(path, std::move(options)));
    valueOf(session->run({}));
    return session->best();
  }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }

  void heldOutTestsDoNotAffectSelection() {
    const auto without = newFile(nullptr);
    const auto passing = newFile("pass");
    const auto failing = newFile("fail");
    for (const auto& path : {without, passing, failing}) run(path, options(6));
    QCOMPARE(historyOf(passing), historyOf(without));
    QCOMPARE(historyOf(failing), historyOf(without));
    QVERIFY(validations(without).empty());
    QVERIFY(validations(passing).front().passed);
    QVERIFY(!validations(failing).front().passed);
  }

  void bestVariantIsValidated() {
    const auto path = newFile("pass");
    const BestReport report = run(path, options(4));
    const auto front = valueOf(valueOf(Store::open(path, Store::Access::Read))->frontVariants(1)); // by runtime
    const auto best = std::ranges::find(front, 0, &VariantRow::error);
    QCOMPARE(report.validations.at(0).validated.at(0).variant, best->id);
    QCOMPARE(validations(path).size(), 1U);
    QCOMPARE(validations(path)[0].runtime, 80.0);
    QCOMPARE(validations(path)[0].originalRuntime, 100.0);
  }

  void tradeOffModeValidatesTheFastestWithinTheToleranceToo() {
    const auto path = newFile("pass");
    RunSession::Options chosen = options(6);
    chosen.settings.evaluation.mode = Mode::TradeOff;
    const BestReport report = run(path, chosen);
    const auto store = valueOf(Store::open(path, Store::Access::Read));
    QCOMPARE(report.validations.size(), 2U);
    QCOMPARE(valueOf(store->individual(1, report.validations[0].validated.at(0).variant)).result.fitness.error, 0.0);
    QCOMPARE(report.validations[1].validated.at(0).variant, valueOf(store->front(1)).front());
  }

  void membersOfTheFrontAreValidatedForAShareOfTheTime() {
    const auto countOf = [&](double share) {
      const auto path = newFile("pass");
      RunSession::Options chosen = options(6);
      chosen.frontShare = share;
      const auto session = valueOf(RunSession::open(path, std::move(chosen)));
      valueOf(session->run({}));
      if (session->front().passed() != validations(path).size()) qFatal("what passed is not in the file");
      return std::pair(session->front().passed(), session->front().members.size());
    };
    const auto [passed, members] = countOf(1e9);
    QVERIFY(members > 1);
    QCOMPARE(passed, members);
    QCOMPARE(countOf(0).first, std::size_t(1)); // the best, which is validated in any case
  }

  void validationStopsAfterFiveFailures() {
    const auto path = newFile("fail");
    const BestReport report = run(path, options(6));
    QCOMPARE(validations(path).size(), candidateLimit);
    for (const ValidationRow& row : validations(path)) QVERIFY(!row.passed);
    QCOMPARE(report.notes.back(), std::string("5 candidates failed, and no more were validated"));
  }

  void crashIsAFailureAndDoesNotEndTheRun() {
    const auto path = newFile("crash");
    run(path, options(3));
    QCOMPARE(stateOf(path), RunState::Finished);
    const ValidationRow row = validations(path).front();
    QVERIFY(!row.passed);
    QVERIFY2(row.message.starts_with("the validation did not end: the worker ") && row.message.find("signal") != std::string::npos,
             row.message.c_str());
  }

  void hangIsAFailure() {
    const auto path = newFile("hang");
    RunSession::Options chosen = options(3);
    chosen.validate = false;
    run(path, chosen);
    QVERIFY(validations(path).empty());
    const auto store = valueOf(Store::open(path, Store::Access::Write));
    JobOptions settings;
    settings.workerProgram = GEVO_FAKE_WORKER;
    settings.limit = {std::chrono::minutes(1), std::chrono::milliseconds(50)};
    Validator validator(*store, valueOf(store->runs()).back(), settings);
    valueOf(validateBest(*store, valueOf(store->runs()).back(), validator, settings));
    QVERIFY(!valueOf(store->validations(1)).front().passed);
    QVERIFY(valueOf(store->validations(1)).front().message.starts_with("the validation did not end: the worker "));
  }

  void resumedRunIsValidatedAgainOnlyIfItsBestChanged() {
    const auto path = newFile("pass");
    run(path, options(1));
    RunSession::Options same = options(1);
    same.resume = true;
    run(path, same);
    QCOMPARE(validations(path).size(), 1U);
    RunSession::Options longer = options(12);
    longer.resume = true;
    const BestReport report = run(path, longer);
    QVERIFY(validations(path).size() == 2U);
    QVERIFY2(report.validations[0].validated[0].message.ends_with("1 candidate was validated on the same held-out inputs before"),
             report.validations[0].validated[0].message.c_str());
  }

  void validatingIsARunStateAndCanBeCancelled() {
    const auto path = newFile("hang");
    std::stop_source cancel;
    bool shown = false;
    RunSession::Options chosen = options(2);
    chosen.progress = [&](const RunStatus& status) {
      if (status.state != RunState::Validating) return;
      shown = stateOf(path) == RunState::Validating;
      cancel.request_stop();
    };
    const auto session = valueOf(RunSession::open(path, chosen));
    QCOMPARE(valueOf(session->run({}, cancel.get_token())), StopReason::Generations);
    QVERIFY(shown);
    QVERIFY(session->best().cancelled);
    QVERIFY(validations(path).empty());
    QCOMPARE(stateOf(path), RunState::Finished);
  }

  void stoppedRunIsValidatedToo() {
    const auto path = newFile("pass");
    std::stop_source stop;
    RunSession::Options chosen = options(0);
    chosen.progress = [&](const RunStatus& status) {
      if (status.progress.generation >= 3) stop.request_stop();
    };
    const auto session = valueOf(RunSession::open(path, chosen));
    QCOMPARE(valueOf(session->run(stop.get_token())), StopReason::Cancelled);
    QCOMPARE(validations(path).size(), 1U);
    QCOMPARE(stateOf(path), RunState::Stopped);
  }
};

QTEST_GUILESS_MAIN(BestVariantsTest)
#include "best_variants_test.moc"
