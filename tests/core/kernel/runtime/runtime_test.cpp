#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// A program that checks libgevocudart's results, compiled with the toolkit's own headers.
class RuntimeTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the thread sanitizer keeps the addresses of managed memory for itself");
#endif
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    BuildInputs request;
    request.name = "runtime_calls";
    request.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    request.settings.files = {"runtime_calls.cu"};
    request.tests = {{TestRole::Test, "", {}}};
    auto built = build(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    reply_ = std::move(*built);
    const auto trace = wire::decode<Trace>(reply_.project.tests[0].trace, "trace");
    QVERIFY(trace.has_value());
    trace_ = *trace;
  }

  void symbolsAreRecordedByName() {
    QCOMPARE(count(EventKind::WriteSymbol), 2);
    QCOMPARE(count(EventKind::ReadSymbol), 1);
    const auto read =
        std::find_if(trace_.events.begin(), trace_.events.end(), [](const Event& e) { return e.kind == EventKind::ReadSymbol; });
    QCOMPARE(read->name, std::string("counter"));
    QCOMPARE(reply_.project.outputs[read->output].name, std::string("counter"));
    QCOMPARE(reply_.project.outputs[read->output].type, std::string("i32"));
  }

  void failedLaunchesAreNotRecorded() {
    const bool tooLarge = std::any_of(trace_.events.begin(), trace_.events.end(), [](const Event& e) { return e.block[0] > 1024; });
    QVERIFY(!tooLarge);
    QCOMPARE(count(EventKind::Launch), 10);
  }

  void pointersInStructuresNameOutputs() {
    const auto& outputs = reply_.project.outputs;
    const auto found = std::find_if(outputs.begin(), outputs.end(), [](const OutputInfo& o) { return o.name == "arrays.out"; });
    QVERIFY(found != outputs.end());
    QCOMPARE(found->type, std::string("f32"));
  }

  void everyAllocationIsFreedInTheTrace() { QCOMPARE(count(EventKind::Allocate), count(EventKind::Free)); }

private:
  int count(EventKind kind) const {
    return static_cast<int>(std::count_if(trace_.events.begin(), trace_.events.end(), [&](const Event& e) { return e.kind == kind; }));
  }
  BuiltProject reply_;
  Trace trace_;
};

QTEST_GUILESS_MAIN(RuntimeTest)
#include "runtime_test.moc"
