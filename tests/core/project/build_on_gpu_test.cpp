/// Programs that are recorded on a GPU, which is the fake driver: its kernels do what the test sets up, whatever the program's code is.

#include <QtTest>

#include "core/project/build_project.h"

#include "core/base/file.h"
#include "core/base/wire.h"
#include "core/devices/evaluation_pool.h"
#include "core/devices/examine.h"
#include "core/kernel/trace/trace.h"
#include "core/project/new_project.h"
#include "core/protocol/load.h"
#include "core/protocol/validate.h"
#include "core/values/test_report.h"
#include "core/worker_pool/worker_pool.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <cstring>

namespace gevo {

class BuildOnGpuTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;
  static constexpr const char* worker = GEVO_TEST_BIN "/gevo-worker";
  FakeDriver driver_;
  QTemporaryDir folder_;

  /// A kernel that doubles, and a program around it.
  Result<BuiltProject> build(const std::string& main, NewProject project = {}) {
    const std::string source = "#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n"
                               "__device__ float factor;\n"
                               "__global__ void work(float* out, const float* in, unsigned n) {\n"
                               "  unsigned i = threadIdx.x; if (i < n) out[i] = 2.0f * in[i]; }\n"
                               "__global__ void scaled(float* out, const float* in, unsigned n) {\n"
                               "  unsigned i = threadIdx.x; if (i < n) out[i] = factor * in[i]; }\n"
                               "static float host[32];\n"
                               "static bool holds(float share) {\n"
                               "  for (int i = 0; i < 32; ++i) if (host[i] != share * i) return false; return true; }\n"
                               "int main(int argc, char** argv) {\n" +
                               main + "\n}\n";
    if (!writeFile(folder_.filePath("work.cu").toStdString(), source)) qFatal("cannot write");
    project.folder = folder_.path().toStdString();
    project.build.files = {"work.cu"};
    project.build.architecture = "";
    if (project.build.device == "sim") project.build.device = "cuda";
    if (project.tests.empty()) project.tests = {"one"};
    return buildProject(*buildRequest(project), {worker, {}, {}});
  }
  static float lastDelivered(const Project& project, std::size_t test) {
    const auto trace = wire::decode<program::Trace>(project.tests.at(test).trace, "trace");
    float value = 0;
    for (const program::Event& event : trace->events)
      if (copiesToHost(event)) std::memcpy(&value, event.data.data() + event.data.size() - sizeof value, sizeof value);
    return value;
  }

  static constexpr const char* plain = "float *in, *out; for (int i = 0; i < 32; ++i) host[i] = i;\n"
                                       "if (cudaMalloc(&in, 128) || cudaMalloc(&out, 128)) return 1;\n"
                                       "cudaMemcpy(in, host, 128, cudaMemcpyHostToDevice); work<<<1, 32>>>(out, in, 32);\n"
                                       "return cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost);";

private slots:
  void initTestCase() {
    const auto machine = examineMachine(worker);
    QVERIFY(machine);
    for (const Finding& finding : machine->findings)
      if (!finding.found && (finding.name == "clang" || finding.name == "CUDA toolkit")) QSKIP("no compiler or no CUDA toolkit");
  }
  void init() { driver_.order("kernel _Z4workPfPKfj twice 5\nkernel _Z6scaledPfPKfj by_symbol 5"); }

  /// The GPU triples, which distinguishes it from the simulated one.
  void testsAreRecordedOnTheGpuAndScreensOnTheSimulatedOne() {
    driver_.order("kernel _Z4workPfPKfj thrice 5");
    NewProject project;
    project.screen = {"small"};
    project.heldOut = {"other"};
    const auto built = build(plain, project);
    QVERIFY2(built, built ? "" : built.error().message.c_str());
    QCOMPARE(built->project.build.device, std::string("cuda"));
    QCOMPARE(built->project.build.architecture, std::string("sm_90"));
    for (std::size_t i = 0; i < 3; ++i)
      QCOMPARE(lastDelivered(built->project, i), built->project.tests[i].role == TestRole::Screen ? 62.0F : 93.0F);
  }

  /// The original's own check: screens by the simulated GPU's results, tests by the real one's.
  void eachTestIsRepeatedWhereItWasRecorded() {
    driver_.order("kernel _Z4workPfPKfj thrice 5");
    NewProject given;
    given.screen = {"small"};
    const auto built = build(plain, given);
    QVERIFY2(built, built ? "" : built.error().message.c_str());
    EvaluationSettings evaluation;
    evaluation.device = "cuda";
    WorkerPoolSettings settings;
    settings.program = worker;
    QVERIFY(fitEvaluation(settings, built->project, evaluation));
    auto pool = WorkerPool::start(settings, wire::encode(LoadRequest{built->project, evaluation, true, Targeting::Executed, {}}));
    QVERIFY2(pool, pool ? "" : pool.error().message.c_str());
    std::optional<JobResult> result;
    (*pool)->submit(RequestKind::Validate, wire::encode(ValidateRequest{}), [&](JobResult ended) { result = std::move(ended); });
    while (!result) (*pool)->wait(std::chrono::milliseconds(50));
    QVERIFY2(result->failure == JobFailure::None, result->message.c_str());
    const auto checked = wire::decode<ValidationReport>(result->reply, "reply");
    QCOMPARE(checked->tests.size(), 2U);
    for (const TestReport& test : checked->tests) QVERIFY2(test.result.valid(), test.result.message.c_str());
    const auto loaded = (*pool)->loaded();
    for (const std::string& note : loaded->report.notes) QVERIFY2(note.find("unscreened") == note.npos, note.c_str());
  }

  /// The program fails by itself where a step does not do what it does on CUDA.
  void hostCallsAreExecutedOnTheGpu_data() {
    QTest::addColumn<QByteArray>("main");
    QTest::newRow("variables") << QByteArray(
        "float *in, *out, f = 5, g = 0; for (int i = 0; i < 32; ++i) host[i] = i;\n"
        "cudaMalloc(&in, 128); cudaMalloc(&out, 128); cudaMemcpyToSymbol(factor, &f, 4);\n"
        "cudaMemcpy(in, host, 128, cudaMemcpyHostToDevice); scaled<<<1, 32>>>(out, in, 32);\n"
        "cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost); cudaMemcpyFromSymbol(&g, factor, 4); return g == 5 && holds(5) ? 0 : 1;");
    QTest::newRow("managed memory") << QByteArray(
        "float *in, *out; cudaMallocManaged(&in, 128); cudaMallocManaged(&out, 128);\n"
        "for (int i = 0; i < 32; ++i) in[i] = i; work<<<1, 32>>>(out, in, 32); cudaDeviceSynchronize();\n"
        "memcpy(host, out, 128); if (!holds(2)) return 1; for (int i = 0; i < 32; ++i) in[i] = 2 * i;\n"
        "work<<<1, 32>>>(out, in, 32); cudaDeviceSynchronize(); memcpy(host, out, 128); cudaFree(in); return holds(4) ? 0 : 2;");
    QTest::newRow("pinned memory that a kernel reads")
        << QByteArray("float *in, *out; cudaMallocHost(&in, 128); cudaMalloc(&out, 128);\n"
                      "for (int i = 0; i < 32; ++i) in[i] = i; work<<<1, 32>>>(out, in, 32);\n"
                      "cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost); cudaFreeHost(in); return holds(2) ? 0 : 1;");
    QTest::newRow("copies on the device") << QByteArray(
        "float *in, *out, *more; for (int i = 0; i < 32; ++i) host[i] = i;\n"
        "cudaMalloc(&in, 128); cudaMalloc(&out, 128); cudaMalloc(&more, 128); cudaMemcpy(in, host, 128, cudaMemcpyHostToDevice);\n"
        "work<<<1, 32>>>(out, in, 32); cudaMemcpy(more, out, 128, cudaMemcpyDeviceToDevice); cudaMemset(out, 0, 128);\n"
        "work<<<1, 32>>>(out, more, 32); cudaFree(more); cudaMemcpy(host, out, 128, cudaMemcpyDeviceToHost); return holds(4) ? 0 : 1;");
    QTest::newRow("the device's properties") << QByteArray("cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); if (strcmp(p.name, "
                                                           "\"Fake GPU\") || p.multiProcessorCount != 4) return 1;\n" +
                                                           QByteArray(plain));
    QTest::newRow("a launch that fails") << QByteArray("work<<<1, 32>>>(nullptr, nullptr, 0); if (cudaGetLastError()) return 1;\n" +
                                                       QByteArray(plain));
  }
  void hostCallsAreExecutedOnTheGpu() {
    QFETCH(QByteArray, main);
    const auto built = build(main.toStdString());
    QVERIFY2(built, built ? "" : (built.error().message + built.error().details).c_str());
    for (const std::string& note : built->notes) QVERIFY2(note.find("recording") == note.npos, note.c_str());
  }

  void aFailingKernelIsReportedInOneLine() {
    driver_.order("kernel _Z4workPfPKfj illegal");
    const auto built = build(plain);
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("failed on the GPU: kernel _Z4workPfPKfj on Fake GPU: ") != std::string::npos,
             built.error().message.c_str());
    QVERIFY2(built.error().message.find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos, built.error().message.c_str());
  }

  void varyingResultsAreReported() {
    driver_.order("kernel _Z4workPfPKfj noisy 5");
    const auto built = build(plain);
    QVERIFY2(built, built ? "" : built.error().message.c_str());
    QVERIFY(std::ranges::any_of(built->notes, [](const std::string& note) { return note.find("vary from run to run") != note.npos; }));
  }

  void invalidGpusAreRejected_data() {
    QTest::addColumn<QByteArray>("device");
    QTest::addColumn<QByteArray>("complaint");
    QTest::newRow("another number") << QByteArray("cuda:7") << QByteArray("there is no GPU 7");
    QTest::newRow("all") << QByteArray("cuda:all") << QByteArray("recorded on one GPU");
  }
  void invalidGpusAreRejected() {
    QFETCH(QByteArray, device);
    QFETCH(QByteArray, complaint);
    NewProject project;
    project.build.device = device.toStdString();
    const auto built = build(plain, project);
    QVERIFY(!built);
    QVERIFY2(built.error().message.find(complaint.toStdString()) != std::string::npos, built.error().message.c_str());
  }

  void hostExecutedTestsStoreNoCopies() {
    NewProject project;
    project.build.hostRun.on = true;
    project.screen = {"small"};
    project.heldOut = {"other"};
    const auto built = build(plain, project);
    QVERIFY2(built, built ? "" : built.error().message.c_str());
    for (std::size_t test = 0; test < 3; ++test) {
      const auto trace = wire::decode<program::Trace>(built->project.tests.at(test).trace, "trace");
      QCOMPARE(isOutline(*trace), built->project.tests[test].role != TestRole::Screen);
      QCOMPARE(built->recorded.at(test).bytesToHost, std::uint64_t(128));
    }
  }

  void hostExecutedTestsMustRepeatTheirResults() {
    driver_.order("kernel _Z4workPfPKfj noisy 5");
    NewProject project;
    project.build.hostRun.on = true;
    const auto built = build(plain, project);
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("does not do the same twice") != std::string::npos, built.error().message.c_str());
  }
};

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::BuildOnGpuTest)
#include "build_on_gpu_test.moc"
