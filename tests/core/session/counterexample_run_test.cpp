/// Whole runs of the sample with planted traps: checks that none of its tests needs, and that a search therefore likes to remove.

#include <QTest>

#include "core/edit/edit_text.h"
#include "core/inputs/input_recorder.h"
#include "core/project/build_project.h"
#include "core/project/new_project.h"
#include "core/session/run_session.h"
#include "core/validation/fuzz.h"
#include "tests/core/base/value_of.h"

#include <QRegularExpression>
#include <QTemporaryDir>

#include <array>

using namespace gevo;
namespace fs = std::filesystem;

namespace {

const std::string workerProgram = GEVO_TEST_BIN "/gevo-worker";

/// An input for each trap, which is as the first test but for what springs it.
struct Trap {
  const char* name;
  const char* input;
};
constexpr std::array traps{
    Trap{"boundary", "8 4000 512 4 50 2"},
    Trap{"overflow", "8 4096 512 4 100 2"},
    Trap{"alignment", "8 4096 512 3 50 2"},
    Trap{"empty", "8 4096 512 4 50 1"},
};

/// Everything that has to be the same whenever a run is repeated.
std::string dump(const fs::path& file) {
  const auto store = valueOf(Store::open(file, Store::Access::Read));
  std::string text;
  for (const Individual& one : valueOf(store->individuals(1)))
    text += fmt::format("{} {} {} {} {} {} {} {}\n", one.id, one.generation, reasonName(one.result.reason), one.result.message,
                        one.result.fitness.runtime, one.result.fitness.error, toHex(one.result.code), printEdits(one.edits));
  for (const CounterexampleRow& row : valueOf(store->counterexamples(1)))
    text += fmt::format("{} {} {} {} {}\n", row.arguments, row.found.generation, row.found.variant, row.found.message, row.shownCauses());
  for (const std::int64_t id : valueOf(store->population(1))) text += fmt::format("{} ", id);
  for (const std::int64_t id : valueOf(store->rejections(1))) text += fmt::format("{} ", id);
  for (const std::int64_t id : valueOf(store->front(1))) text += fmt::format("{} ", id);
  return text;
}

} // namespace

class CounterexampleRunTest : public QObject {
  Q_OBJECT

  QTemporaryDir home_;
  fs::path program_;
  Project project_;
  fs::path learned_; ///< the file of a run that tried fuzz inputs
  fs::path naive_;   ///< and of one that did not
  std::vector<TestCase> trapInputs_;

  fs::path newFile(const std::string& name) const {
    const fs::path file = fs::path(home_.path().toStdString()) / name;
    valueOf(Store::create(file, project_, program_));
    return file;
  }

  static RunSession::Options options(unsigned workers, bool counterexamples = true) {
    RunSession::Options options;
    options.workerProgram = workerProgram;
    options.validate = false;
    options.settings.workers = workers;
    options.settings.evaluation.mode = Mode::Exact;
    options.settings.search.population = 24;
    options.settings.search.generations = 16;
    options.settings.search.seed = 8;
    // Checks go by these two, and a short run finds all of them.
    options.settings.search.operators = {Operator::Delete, Operator::ReplaceOperand};
    options.settings.search.parameters = ParameterMode::Fixed;
    options.settings.search.counterexamples = counterexamples;
    return options;
  }

  /// The search's own best of a file, whatever validation would make of it.
  struct Best {
    std::unique_ptr<Store> store;
    RunInfo run;
    Individual variant;
    JobOptions job;
    Validator validator;

    explicit Best(const fs::path& file)
        : store(valueOf(Store::open(file, Store::Access::Write))), run(valueOf(store->runs()).back()),
          variant(valueOf(bestIndividual(*store, run, {0})).value()), job(jobOptions()), validator(*store, run, job) {}

    bool passes(const TestCase& input) { return valueOf(validator.passes(variant.edits, {input}, "")); }
    /// On inputs that no run has used.
    FuzzReport onFreshInputs() { return valueOf(fuzzVariant(*store, run, variant, validator, job, {.inputs = 24})); }

    static JobOptions jobOptions() {
      JobOptions job;
      job.workerProgram = workerProgram;
      return job;
    }
  };

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    NewProject asked;
    fillFrom(valueOf(findSample("traps")), asked);
    program_ = asked.folder;
    BuildOptions build;
    build.workerProgram = workerProgram;
    Result<BuiltProject> built = buildProject(valueOf(buildRequest(asked)), build);
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    project_ = valueOf(std::move(built)).project;
    learned_ = newFile("learned.gevo");
    valueOf(valueOf(RunSession::open(learned_, options(2)))->run({}));
    naive_ = newFile("naive.gevo");
    valueOf(valueOf(RunSession::open(naive_, options(2, false)))->run({}));
    std::vector<std::string> lines;
    for (const Trap& trap : traps) lines.emplace_back(trap.input);
    const auto store = valueOf(Store::open(naive_, Store::Access::Read));
    trapInputs_ = valueOf(InputRecorder(*store, Best::jobOptions()).record(TestRole::HeldOut, lines));
    QCOMPARE(trapInputs_.size(), traps.size());
  }

  void eachTrapIsFallenIntoWithoutCounterexamplesOnly_data() {
    QTest::addColumn<int>("trap");
    for (std::size_t i = 0; i < traps.size(); ++i) QTest::newRow(traps[i].name) << int(i);
  }
  void eachTrapIsFallenIntoWithoutCounterexamplesOnly() {
    QFETCH(int, trap);
    QVERIFY(!Best(naive_).passes(trapInputs_[std::size_t(trap)]));
    QVERIFY(Best(learned_).passes(trapInputs_[std::size_t(trap)]));
  }

  void withCounterexamplesTheBestIsRightOnFreshInputs() {
    const FuzzReport report = Best(learned_).onFreshInputs();
    QVERIFY2(report.failed.empty(), report.failed.empty() ? "" : report.failed.front().problem.c_str());
    QVERIFY(report.passed.size() > 15);
  }

  void whatFailedIsRejectedForIt() {
    const auto store = valueOf(Store::open(learned_, Store::Access::Read));
    const auto found = valueOf(store->counterexamples(1));
    QVERIFY(!found.empty());
    for (const CounterexampleRow& row : found) {
      const Individual wrong = valueOf(store->individual(1, row.found.variant));
      QVERIFY(!wrong.result.valid());
      QVERIFY2(QString::fromStdString(wrong.result.message).startsWith("on the input \""), wrong.result.message.c_str());
    }
    const std::vector<std::int64_t> front = valueOf(store->front(1));
    for (const std::int64_t id : valueOf(store->rejections(1))) QVERIFY(std::ranges::find(front, id) == front.end());
  }

  void theFileKeepsItsFuzzInputsForLaterRuns() {
    std::vector<std::string> before;
    {
      const auto store = valueOf(Store::open(learned_, Store::Access::Read));
      before = valueOf(store->fuzzLines());
      const auto inputs = valueOf(store->fuzzInputs());
      QVERIFY(std::ranges::is_sorted(inputs, {}, &FuzzInput::work));
      QVERIFY(inputs.front().work > 0);
    }
    QCOMPARE(before.size(), std::size_t(16));
    RunSession::Options again = options(2);
    again.settings.search.generations = 1;
    valueOf(valueOf(RunSession::open(learned_, again))->run({}));
    QCOMPARE(valueOf(valueOf(Store::open(learned_, Store::Access::Read))->fuzzLines()), before);
  }

  void theSameSeedGivesTheSameRunWithAnyNumberOfWorkers() {
    const fs::path file = newFile("one.gevo");
    valueOf(valueOf(RunSession::open(file, options(1)))->run({}));
    QCOMPARE(dump(file), dump(learned_));
  }

  void aResumedRunGoesOnAlike() {
    const fs::path file = newFile("resumed.gevo");
    for (const std::uint32_t generation : {2U, 5U, 8U}) {
      RunSession::Options part = options(2);
      part.resume = generation != 2;
      std::stop_source stop;
      part.progress = [&](const RunStatus& status) {
        if (status.progress.generation >= generation && status.progress.slotsDone > 4) stop.request_stop();
      };
      valueOf(valueOf(RunSession::open(file, part))->run(stop.get_token()));
    }
    RunSession::Options rest = options(3);
    rest.resume = true;
    valueOf(valueOf(RunSession::open(file, rest))->run({}));
    QCOMPARE(dump(file), dump(learned_));
  }
};

QTEST_GUILESS_MAIN(CounterexampleRunTest)
#include "counterexample_run_test.moc"
