#include <QtTest>

#include "core/project/build_project.h"

#include "core/base/file.h"
#include "core/devices/examine.h"
#include "core/project/evaluation_cost.h"
#include "core/project/new_project.h"

#include <QDir>
#include <QTemporaryDir>

#include <thread>

namespace gevo {

/// A real worker, compiler and program.
class BuildProjectTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void progressNamesStepsAndCountsTests();
  void compilerDiagnosticsAreInTheDetails();
  void cancellingKillsTheProgramAndItsChildrenAndRemovesFiles();

private:
  static constexpr const char* worker = GEVO_TEST_BIN "/gevo-worker";
  NewProject program(const std::string& main);
  /// A zombie that is not reaped yet does not run any more.
  static bool isRunning(const std::string& id) {
    const auto status = readFile("/proc/" + id + "/stat");
    return status && status->substr(status->rfind(')')).find('Z') == std::string::npos;
  }

  QTemporaryDir folder_;
};

void BuildProjectTest::initTestCase() {
  const auto machine = examineMachine(worker);
  QVERIFY(machine);
  for (const Finding& finding : machine->findings)
    if (!finding.found && (finding.name == "clang" || finding.name == "CUDA toolkit")) QSKIP("no compiler or no CUDA toolkit");
}

NewProject BuildProjectTest::program(const std::string& main) {
  const std::string source = "#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
                             "__global__ void twice(float* x, int n) { int i = threadIdx.x; if (i < n) x[i] = 2.0f * x[i]; }\n"
                             "int main(int argc, char** argv) {\n" +
                             main + "\n}\n";
  if (!writeFile(folder_.filePath("twice.cu").toStdString(), source)) qFatal("cannot write");
  NewProject project;
  project.folder = folder_.path().toStdString();
  project.build.files = {"twice.cu"};
  project.tests = {"8"};
  return project;
}

static const char* const good = "int n = atoi(argv[1]); float h[32]; for (int i = 0; i < n; ++i) h[i] = i; float* d;\n"
                                "cudaMalloc(&d, n * 4); cudaMemcpy(d, h, n * 4, cudaMemcpyHostToDevice);\n"
                                "twice<<<1, 32>>>(d, n); cudaMemcpy(h, d, n * 4, cudaMemcpyDeviceToHost); return 0;";

void BuildProjectTest::progressNamesStepsAndCountsTests() {
  std::vector<std::string> steps;
  BuildOptions options{worker, [&](const std::string& step) { steps.push_back(step); }, {}};
  const auto reply = buildProject(*buildRequest(program(good)), options);
  QVERIFY2(reply, reply ? "" : reply.error().message.c_str());
  QVERIFY(!steps.empty());
  QCOMPARE(reply->recorded.size(), std::size_t(1));
  QCOMPARE(reply->recorded[0].launches, 1U);
  QCOMPARE(reply->recorded[0].bytesToDevice, std::uint64_t(32));
  QCOMPARE(reply->recorded[0].bytesToHost, std::uint64_t(32));

  const auto cost = measureEvaluationCost(reply->project, {worker, {}, 8, 60, {}});
  QVERIFY2(cost, cost ? "" : cost.error().message.c_str());
  QCOMPARE(cost->evaluations, 7U); // the first one waits for the original
  QVERIFY(cost->secondsPerEvaluation > 0);
  QVERIFY(cost->original.original.fitness.runtime > 0);
}

void BuildProjectTest::compilerDiagnosticsAreInTheDetails() {
  const auto reply = buildProject(*buildRequest(program("int x = ;")), {worker, {}, {}});
  QVERIFY(!reply);
  QVERIFY(reply.error().details.find("twice.cu:6:") != std::string::npos);
}

void BuildProjectTest::cancellingKillsTheProgramAndItsChildrenAndRemovesFiles() {
  const QTemporaryDir scratch;
  qputenv("TMPDIR", scratch.path().toUtf8());
  // The program never ends, nor does its child; both print their ids.
  const std::string ids = folder_.filePath("ids").toStdString();
  const NewProject project = program("if (fork() == 0) for (;;) pause();\n"
                                     "FILE* f = fopen(\"" +
                                     ids + ".new\", \"w\"); fprintf(f, \"%d\", getpid()); fclose(f);\n rename(\"" + ids + ".new\", \"" +
                                     ids + "\"); for (;;) pause();");
  std::stop_source cancel;
  std::optional<Result<BuiltProject>> reply;
  std::jthread thread([&] { reply = buildProject(*buildRequest(project), {worker, {}, cancel.get_token()}); });
  QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(QString::fromStdString(ids)), 120'000);
  const std::string id = readFile(ids).value();
  const std::string children = readFile("/proc/" + id + "/task/" + id + "/children").value();
  const std::string child = children.substr(0, children.find(' '));
  QVERIFY(isRunning(id) && isRunning(child));
  cancel.request_stop();
  thread.join();
  QVERIFY(!*reply);
  QTRY_VERIFY(!isRunning(id) && !isRunning(child));
  QVERIFY2(QDir(scratch.path()).isEmpty(), "the worker clears its scratch folder");
  qunsetenv("TMPDIR");
}

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::BuildProjectTest)
#include "build_project_test.moc"
