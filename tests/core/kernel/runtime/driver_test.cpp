#include "core/base/wire.h"
#include "core/kernel/build/build.h"
#include "core/kernel/toolchain/toolchain.h"
#include "core/kernel/trace/trace.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// A host program on CUDA's driver interface, which checks all results.
class DriverTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const auto clang = findClang(); !clang) QSKIP(clang.error().message.c_str());
    if (const auto cuda = findCudaToolkit(); !cuda) QSKIP(cuda.error().message.c_str());
    BuildInputs request;
    request.name = "driver_calls";
    request.workingFolder = std::string(GEVO_TEST_SOURCE) + "/tests/core/kernel/runtime/fixtures";
    request.settings.files = {"driver_kernels.cu", "driver_calls.cpp"};
    // Programs link the driver by name; ours replaces it.
    request.settings.libraries = {"cuda", "cudart"};
    request.tests = {{TestRole::Test, "", {}}};
    auto built = build(request, {});
    QVERIFY2(built.has_value(), built ? "" : (built.error().message + "\n" + built.error().details).c_str());
    reply_ = std::move(*built);
    const auto trace = wire::decode<Trace>(reply_.project.tests[0].trace, "trace");
    QVERIFY(trace.has_value());
    trace_ = *trace;
  }

  void launchesByHandleAreRecordedByName() {
    QCOMPARE(count(EventKind::Launch), 2);
    const auto launch =
        std::find_if(trace_.events.begin(), trace_.events.end(), [](const Event& e) { return e.kind == EventKind::Launch; });
    QCOMPARE(launch->name, std::string("scale"));
    QCOMPARE(launch->dynamicShared, 512U);
  }

  void foreignModulesAreReported() {
    QVERIFY(!reply_.notes.empty());
    QCOMPARE(reply_.notes.front(), std::string("the program called cuModuleLoad of somebody_elses.cubin, "
                                               "cuLinkCreate, which GEVO's CUDA runtime does not support, and continued without it"));
  }

private:
  int count(EventKind kind) const {
    return static_cast<int>(std::count_if(trace_.events.begin(), trace_.events.end(), [&](const Event& e) { return e.kind == kind; }));
  }
  BuiltProject reply_;
  Trace trace_;
};

QTEST_GUILESS_MAIN(DriverTest)
#include "driver_test.moc"
