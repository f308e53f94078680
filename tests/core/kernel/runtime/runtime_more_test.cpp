#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// What fewer programs ask of libgevocudart: a program that checks it, and what is said of calls that are not offered.
class RuntimeMoreTest : public QObject {
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
    const auto trace = wire::decode<Trace>(reply_.project.tests[0].trace, "tape");
    QVERIFY(trace.has_value());
    tape_ = *trace;
  }

  void callsThatAreNotOfferedAreNamed() {
    QVERIFY(!reply_.notes.empty());
    QCOMPARE(reply_.notes.front(),
             std::string("the program called cudaLaunchCooperativeKernel of several blocks, cudaLaunchKernelEx with "
                         "clusters, cudaMallocMipmappedArray, which GEVO's CUDA runtime does not offer, and went on without"));
  }

  void aProgramThatFailsForThemSaysSo() {
    const auto built = build(request("graphs"), {});
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("ended with exit code 1; it called ") != std::string::npos, built.error().message.c_str());
    QVERIFY2(built.error().message.find("cudaGraphCreate, which GEVO's CUDA runtime does not offer") != std::string::npos,
             built.error().message.c_str());
  }

  void launchesThatWereRefusedAreNotRecorded() { QCOMPARE(count(EventKind::Launch), 3); }

  void aResetFreesAndRestoresOnTheTape() {
    QCOMPARE(count(EventKind::Allocate), count(EventKind::Free));
    QCOMPARE(count(EventKind::WriteSymbol), 1);
  }

private:
  static BuildInputs request(const std::string& arguments) {
    BuildInputs made;
    made.name = "runtime_more";
    made.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    made.settings.files = {"runtime_more.cu"};
    made.tests = {{TestRole::Test, arguments, {}}};
    return made;
  }
  int count(EventKind kind) const {
    return static_cast<int>(std::count_if(tape_.events.begin(), tape_.events.end(), [&](const Event& e) { return e.kind == kind; }));
  }
  BuiltProject reply_;
  Trace tape_;
};

QTEST_GUILESS_MAIN(RuntimeMoreTest)
#include "runtime_more_test.moc"
