#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/base/wire.h"
#include "core/kernel/build/configure.h"
#include "core/kernel/build/record_tests.h"
#include "core/kernel/process/process.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

namespace {

/// The kernel writes two arrays; the third argument decides which of them come back, and in which order.
const std::string source = std::string("#include <cstdio>\n#include <cstdlib>\n#define WIDTH 64\n") + R"(
__global__ void both(const float* in, float* twice, float* half, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { twice[i] = 2 * in[i]; half[i] = in[i] / 2; }
}
int main(int argc, char** argv) {
  int n = std::atoi(argv[1]);
  char order = argv[3][0];
  float *in, *twice, *half;
  float* host = (float*)std::malloc(n * sizeof(float));
  for (int i = 0; i < n; ++i) host[i] = i + std::atoi(argv[2]);
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&twice, n * sizeof(float));
  cudaMalloc(&half, n * sizeof(float));
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  both<<<(n + WIDTH - 1) / WIDTH, WIDTH>>>(in, twice, half, n);
  if (order != 'h') cudaMemcpy(host, twice, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (order != 't') cudaMemcpy(host, half, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (order == 'h') cudaMemcpy(host, twice, n * sizeof(float), cudaMemcpyDeviceToHost);
  return 0;
}
)";

} // namespace

/// `new` first, further tests of the same project later.
class RecordTestsTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  std::optional<ScratchFolder> folder_;
  Project project_;
  TestRecorder recorder_;
  QStringList steps_; ///< of the last recording

  void write(const std::string& name, const std::string& text) { QVERIFY(writeFile(folder_->path() / name, text).has_value()); }

  Project made(const std::string& arguments) { return built(arguments).project; }
  BuiltProject built(const std::string& arguments, const std::vector<std::string>& parameters = {}) {
    BuildInputs request;
    request.parameters = parameters;
    request.name = "both";
    request.workingFolder = folder_->path().string();
    request.settings.files = {"both.cu"};
    request.tests = {{TestRole::Test, arguments, {}}};
    auto built = build(request, {});
    if (!built) qFatal("%s %s", built.error().message.c_str(), built.error().details.c_str());
    return std::move(*built);
  }

  /// Of the project as it is, and of another.
  Result<RecordTestsReply> again(const std::string& arguments) { return againOf(project_, arguments); }
  Result<RecordTestsReply> againOf(const Project& project, const std::string& arguments) {
    return record({project, folder_->path().string(), {{TestRole::HeldOut, arguments, {}}}});
  }
  Result<RecordTestsReply> record(const RecordTestsRequest& request) {
    steps_.clear();
    return recorder_.record(request, [this](const std::string& step) { steps_ << QString::fromStdString(step); });
  }
  bool wasBuilt() const { return steps_.contains("building the program"); }

private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    auto scratch = ScratchFolder::make();
    QVERIFY(scratch.has_value());
    folder_.emplace(std::move(*scratch));
    write("both.cu", source);
    project_ = made("100 1 b");
  }

  void sameArgumentsGiveTheSameTrace() {
    const auto reply = again("100 1 b");
    QVERIFY2(reply.has_value(), reply ? "" : (reply.error().message + reply.error().details).c_str());
    QCOMPARE(reply->tests.size(), 1U);
    QCOMPARE(reply->tests[0].role, TestRole::HeldOut);
    QCOMPARE(reply->tests[0].arguments, std::string("100 1 b"));
    QVERIFY(reply->tests[0].trace == project_.tests[0].trace);
  }

  void outputsKeepTheProjectsNumbers() {
    const auto reply = again("100 1 h");
    QVERIFY(reply.has_value());
    const auto trace = wire::decode<Trace>(reply->tests[0].trace, "trace");
    QVERIFY(trace.has_value());
    std::vector<std::string> names;
    for (const Event& event : trace->events)
      if (event.kind == EventKind::CopyToHost) names.push_back(project_.outputs[event.output].name);
    QCOMPARE(names, (std::vector<std::string>{"half", "twice"}));
  }

  void unknownOutputIsReported() {
    const auto reply = againOf(made("100 1 t"), "100 1 b");
    QVERIFY(!reply);
    QCOMPARE(reply.error().message, std::string("the program delivers half, which no test of the project does"));
  }

  void theProgramIsBuiltOnce() {
    QVERIFY(again("100 1 b").has_value());
    const auto reply = again("100 7 b");
    QVERIFY(reply.has_value());
    QCOMPARE(steps_, QStringList{R"(running held-out "100 7 b")"});
    QVERIFY(reply->tests[0].trace != project_.tests[0].trace);
  }

  void anotherProjectIsBuiltAgain_data() {
    QTest::addColumn<bool>("differs");
    QTest::newRow("its tests don't matter") << false;
    QTest::newRow("its settings do") << true;
  }
  void anotherProjectIsBuiltAgain() {
    QFETCH(bool, differs);
    QVERIFY(again("100 1 b").has_value());
    Project other = project_;
    other.tests.clear();
    if (differs) other.build.toleratesUndefined = true;
    QVERIFY(againOf(other, "100 1 b").has_value());
    QCOMPARE(wasBuilt(), differs);
  }

  void aProgramThatDoesNotBuildIsTriedAgain() {
    Project other = project_;
    other.build.libraries = {"not_there"};
    for (int i = 0; i < 2; ++i) {
      QVERIFY(!againOf(other, "100 1 b"));
      QVERIFY(wasBuilt());
    }
  }

  void soIsItInAnotherConfiguration() {
    const Project project = built("100 1 b", {"WIDTH=32,64,128"}).project;
    const std::vector<TestCase> others = againOf(project, "100 7 b")->tests;
    Configurer configurer;
    const auto stepsOf = [&](const std::vector<TestCase>& tests, const char* width) {
      QStringList steps;
      ConfigureRequest request{project, folder_->path().string(), {{"WIDTH", width}}, {}};
      request.project.tests = tests;
      const auto reply = configurer.configure(request, [&](const std::string& step) { steps << QString::fromStdString(step); });
      if (!reply || !reply->program.usable() || !reply->program.difference.empty()) steps << "it is of no use";
      return steps;
    };
    const QStringList first = stepsOf(project.tests, "32");
    QVERIFY(first.contains("compiling the host program"));
    QCOMPARE(stepsOf(others, "32"), QStringList{"running test 1 of 1: 100 7 b"});
    QCOMPARE(stepsOf(project.tests, "128"), first);
    QCOMPARE(stepsOf(project.tests, "32"), first); // only the last one is kept
  }

  void changedSourceIsReported() {
    QVERIFY(again("100 1 b").has_value()); // a program that was built before the change does not hide it
    write("both.cu", source + "// another program\n");
    const auto reply = again("100 1 b");
    write("both.cu", source);
    QVERIFY(!reply);
    QVERIFY2(reply.error().message.find("both.cu is not what it was when the file was made") != std::string::npos,
             reply.error().message.c_str());
  }

  void missingSourceIsReported() {
    std::filesystem::rename(folder_->path() / "both.cu", folder_->path() / "moved.cu");
    const auto reply = again("100 1 b");
    std::filesystem::rename(folder_->path() / "moved.cu", folder_->path() / "both.cu");
    QVERIFY(!reply);
    QVERIFY(reply.error().message.find("both.cu") != std::string::npos);
  }

  void failingProgramIsReportedWithItsArguments() {
    const auto reply = again("100 1"); // reads an argument that is not there
    QVERIFY(!reply);
    QVERIFY2(reply.error().message.starts_with("the program with arguments \"100 1\" was killed by signal"), reply.error().message.c_str());
  }

  void whatTheProgramFailsWithIsLeftOutWhereAsked() {
    RecordTestsRequest request{project_, folder_->path().string(), {}, true};
    for (const char* line : {"100 1 b", "100 1", "100 2 h"}) request.tests.push_back({TestRole::HeldOut, line, {}});
    const auto reply = record(request);
    QVERIFY(reply.has_value());
    QCOMPARE(reply->tests.size(), 2U);
    QCOMPARE(reply->tests[1].arguments, std::string("100 2 h"));
    QCOMPARE(reply->leftOut.size(), 1U);
    QCOMPARE(reply->leftOut[0].arguments, std::string("100 1"));
    QVERIFY2(reply->leftOut[0].problem.find("was killed by signal") != std::string::npos, reply->leftOut[0].problem.c_str());
  }

  /// No thread of the test is beyond the end of the arrays; of the others only those of "100" are.
  void furtherTestsAreForWhatTheyReach_data() {
    QTest::addColumn<bool>("measured");
    QTest::addColumn<quint64>("mostWork");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<QStringList>("recorded");
    const QStringList first{"64 2 b", "64 3 b"};
    const QStringList oneReaches = first + QStringList{"128 4 b", "100 5 b", "100 6 b"};
    const quint64 much = 1'000'000;
    QTest::newRow("those that reach more, until nothing is left") << true << much << oneReaches << first + QStringList{"100 5 b"};
    QTest::newRow("none where the first took long") << true << quint64(1) << oneReaches << first;
    QTest::newRow("none where the tests are not measured") << false << much << oneReaches << first;
    QTest::newRow("none after as many that reach nothing new")
        << true << much << first + QStringList{"128 4 b", "128 5 b", "100 6 b"} << first;
  }
  void furtherTestsAreForWhatTheyReach() {
    QFETCH(bool, measured);
    QFETCH(quint64, mostWork);
    QFETCH(QStringList, lines);
    const BuiltProject made = built("64 1 b");
    QVERIFY(made.coverage.isMeasured());
    RecordTestsRequest request{made.project, folder_->path().string(), {}, true, true, 2, {}, mostWork};
    if (measured) request.reached = reachedByTests(made.coverage);
    for (const QString& line : lines) request.tests.push_back({TestRole::Fuzz, line.toStdString(), {}});
    const auto reply = record(request);
    QVERIFY(reply.has_value());
    QStringList recorded;
    for (const TestCase& test : reply->tests) recorded << QString::fromStdString(test.arguments);
    QTEST(recorded, "recorded");
    QCOMPARE(reply->work.size(), reply->tests.size());
    QCOMPARE(reply->reached.size(), reply->tests.size());
    for (const Coverage& reached : reply->reached) QVERIFY(reached.isOf(made.coverage.code));
  }

  void whereAllFailAsManyAsAreEnoughAreTried() {
    RecordTestsRequest request{project_, folder_->path().string(), {}, true, true, 2, {}, 1'000'000};
    for (const char* line : {"100 1", "100 2", "100 3", "100 4 b"}) request.tests.push_back({TestRole::Fuzz, line, {}});
    const auto reply = record(request);
    QVERIFY(reply.has_value());
    QVERIFY(reply->tests.empty());
    QCOMPARE(reply->leftOut.size(), 2U);
  }
};

QTEST_GUILESS_MAIN(RecordTestsTest)
#include "record_tests_test.moc"
