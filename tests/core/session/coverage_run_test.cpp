/// Fuzz inputs of a program in which one of many inputs reaches code that the tests don't.

#include <QTest>

#include "core/inputs/fuzz_inputs.h"
#include "core/project/build_project.h"
#include "core/project/new_project.h"
#include "core/session/run_session.h"
#include "tests/core/base/value_of.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <set>

using namespace gevo;
namespace fs = std::filesystem;

namespace {

const std::string workerProgram = GEVO_TEST_BIN "/gevo-worker";
const std::string fuzzLine = "{count:1..70} {seed} {mode:1..99}";
constexpr std::size_t keptInputs = 16;
constexpr std::size_t drawnInputs = 48;

std::string modeOf(const std::string& line) { return line.substr(line.find_last_of(' ') + 1); }

} // namespace

class CoverageRunTest : public QObject {
  Q_OBJECT

  QTemporaryDir home_;
  QTemporaryDir program_;
  BuiltProject built_;
  std::vector<std::string> tests_{"33 1 0", "64 2 0"};
  std::vector<std::string> drawn_;
  std::string seldom_; ///< the only line that is drawn for what it may reach

  fs::path newFile(const std::string& name, bool withCoverage = true) const {
    const fs::path file = fs::path(home_.path().toStdString()) / name;
    valueOf(Store::create(file, built_.project, program_.path().toStdString(), withCoverage ? built_.coverage : ProgramCoverage()));
    return file;
  }

  static RunSession::Options options(bool counterexamples = true) {
    RunSession::Options options;
    options.workerProgram = workerProgram;
    options.validate = false;
    options.settings.workers = 1;
    options.settings.search.population = 8;
    options.settings.search.generations = 1;
    options.settings.search.seed = 5;
    options.settings.search.parameters = ParameterMode::Fixed;
    options.settings.search.counterexamples = counterexamples;
    return options;
  }

  static std::vector<std::string> linesAfterRun(const fs::path& file) {
    valueOf(valueOf(RunSession::open(file, options()))->run({}));
    return valueOf(valueOf(Store::open(file, Store::Access::Read))->fuzzLines());
  }

  /// By their text.
  static std::map<std::string, ReachedBy> linesOf(const fs::path& file) {
    const auto store = valueOf(Store::open(file, Store::Access::Read));
    const Project project = valueOf(store->project());
    const ProgramCoverage coverage = valueOf(store->coverage());
    const QStringList text = QString::fromStdString(project.sources.front().text).split('\n');
    const Reach reach = reachOf(coverage);
    std::map<std::string, ReachedBy> lines;
    for (std::size_t i = 0; i < reach.lines.size(); ++i)
      lines[text.value(qsizetype(coverage.code.lines[i].line) - 1).trimmed().toStdString()] = reach.lines[i];
    return lines;
  }
  static constexpr const char* seldomLine = "sum ^= values[k] * 31; // seldom";
  static constexpr const char* usualLine = "sum += values[k] >> (k & 7);";

private slots:
  void initTestCase() {
    qputenv("XDG_DATA_HOME", home_.path().toUtf8());
    fs::copy_file(GEVO_TEST_SOURCE "/tests/core/session/fixtures/branches.cu", fs::path(program_.path().toStdString()) / "branches.cu");
    drawn_ = drawInputLines({fuzzLine}, tests_, drawnInputs);
    std::map<std::string, int> times;
    for (const std::string& line : drawn_) ++times[modeOf(line)];
    for (std::size_t i = keptInputs; i < drawn_.size() && seldom_.empty(); ++i)
      if (times[modeOf(drawn_[i])] == 1) seldom_ = drawn_[i];
    QVERIFY(!seldom_.empty());
    NewProject asked;
    asked.folder = program_.path().toStdString();
    asked.build.files = {"branches.cu"};
    asked.build.defines = {"MODE=" + modeOf(seldom_)};
    asked.tests = tests_;
    asked.findsParameters = false;
    asked.build.fuzz = {fuzzLine};
    BuildOptions build;
    build.workerProgram = workerProgram;
    Result<BuiltProject> built = buildProject(valueOf(buildRequest(asked)), build);
    if (!built && QString::fromStdString(built.error().message).contains(QRegularExpression("CUDA|clang"))) QSKIP("no CUDA toolkit");
    built_ = valueOf(std::move(built));
  }

  void aNewFileKnowsWhatItsTestsRun() {
    QCOMPARE(built_.coverage.inputs.size(), std::size_t(2));
    const auto lines = linesOf(newFile("new.gevo"));
    QVERIFY(lines.at(seldomLine) == ReachedBy::Nothing);
    QVERIFY(lines.at(usualLine) == ReachedBy::Tests);
    const Coverage reached = reachedByTests(built_.coverage);
    QVERIFY(std::ranges::count(reached.branches, true) > 0);
    QVERIFY(std::ranges::count(reached.branches, false) > 0);
  }

  void theInputThatReachesMoreIsKept() {
    const fs::path file = newFile("kept.gevo");
    const std::vector<std::string> lines = linesAfterRun(file);
    QCOMPARE(lines.size(), keptInputs);
    QVERIFY(std::ranges::find(lines, seldom_) != lines.end());
    // Of those that would have been kept before, all but one are: which of them reach nothing, and were drawn first.
    const std::set<std::string> first(drawn_.begin(), drawn_.begin() + keptInputs);
    QVERIFY(std::ranges::count_if(lines, [&](const std::string& line) { return first.contains(line); }) >= std::ptrdiff_t(keptInputs) - 3);
    const auto reached = linesOf(file);
    QVERIFY(reached.at(seldomLine) == ReachedBy::Fuzz);
    QVERIFY(reached.at(usualLine) == ReachedBy::Tests);
  }

  void everyFileOfTheProgramHasTheSame() { QCOMPARE(linesAfterRun(newFile("again.gevo")), linesAfterRun(newFile("and again.gevo"))); }

  void aFileOfBeforeIsMeasuredByItsNextRun() {
    const fs::path file = newFile("old.gevo", false);
    QVERIFY(!valueOf(valueOf(Store::open(file, Store::Access::Read))->coverage()).isMeasured());
    valueOf(valueOf(RunSession::open(file, options(false)))->run({}));
    QVERIFY(linesOf(file).at(usualLine) == ReachedBy::Tests);
    QCOMPARE(linesAfterRun(file), linesAfterRun(newFile("new again.gevo")));
  }

  /// Whose inputs were chosen without regard to it, and are kept.
  void inputsOfAFileOfBeforeAreMeasuredToo() {
    const fs::path file = newFile("older.gevo", false);
    const std::vector<std::string> lines = linesAfterRun(file);
    {
      const auto store = valueOf(Store::open(file, Store::Access::Write));
      QVERIFY(store->setCoverage({}));
    }
    QCOMPARE(linesAfterRun(file), lines);
    QVERIFY(linesOf(file).at(seldomLine) == ReachedBy::Fuzz);
  }
};

QTEST_GUILESS_MAIN(CoverageRunTest)
#include "coverage_run_test.moc"
