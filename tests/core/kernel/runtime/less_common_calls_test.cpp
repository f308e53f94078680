#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// Less common functions of libgevocudart, checked by a program, and the messages about unsupported calls.
class LessCommonCallsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer keeps the addresses of managed memory for itself");
#endif
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    auto built = build(request(""), {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    reply_ = std::move(*built);
    const auto trace = wire::decode<Trace>(reply_.project.tests[0].trace, "trace");
    QVERIFY(trace.has_value());
    trace_ = *trace;
  }

  void unsupportedCallsAreReported() {
    QVERIFY(!reply_.notes.empty());
    QCOMPARE(reply_.notes.front(),
             std::string("the program called cudaLaunchCooperativeKernel of several blocks, cudaLaunchKernelEx with "
                         "clusters, cudaMallocMipmappedArray, which GEVO's CUDA runtime does not support, and continued without it"));
  }

  void failureReportsUnsupportedCalls() {
    const auto built = build(request("graphs"), {});
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("ended with exit code 1; it called ") != std::string::npos, built.error().message.c_str());
    QVERIFY2(built.error().message.find("cudaGraphCreate, which GEVO's CUDA runtime does not support") != std::string::npos,
             built.error().message.c_str());
  }

  void rejectedLaunchesAreNotRecorded() { QCOMPARE(count(EventKind::Launch), 3); }

  void resetIsRecordedAsFreesAndWrites() {
    QCOMPARE(count(EventKind::Allocate), count(EventKind::Free));
    QCOMPARE(count(EventKind::WriteSymbol), 1);
  }

private:
  static BuildInputs request(const std::string& arguments) {
    BuildInputs made;
    made.name = "less_common_calls";
    made.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    made.settings.files = {"less_common_calls.cu"};
    made.tests = {{TestRole::Test, arguments, {}}};
    return made;
  }
  int count(EventKind kind) const {
    return static_cast<int>(std::count_if(trace_.events.begin(), trace_.events.end(), [&](const Event& e) { return e.kind == kind; }));
  }
  BuiltProject reply_;
  Trace trace_;
};

QTEST_GUILESS_MAIN(LessCommonCallsTest)
#include "less_common_calls_test.moc"
