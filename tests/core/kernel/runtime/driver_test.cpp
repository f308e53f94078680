#include "tests/core/kernel/runtime/recorded_program.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// A host program on CUDA's driver interface, which checks all results.
class DriverTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
    BuildInputs request = fixtureProgram("driver_calls", {"driver_kernels.cu", "driver_calls.cpp"});
    // Programs link the driver by name; ours replaces it.
    request.settings.libraries = {"cuda", "cudart"};
    program_ = record(request);
  }

  void launchesByHandleAreRecordedByName() {
    QCOMPARE(program_.count(EventKind::Launch), 2);
    const auto launch = std::find_if(program_.trace.events.begin(), program_.trace.events.end(),
                                     [](const Event& e) { return e.kind == EventKind::Launch; });
    QCOMPARE(launch->name, std::string("scale"));
    QCOMPARE(launch->dynamicShared, 512U);
  }

  void foreignModulesAreReported() {
    QVERIFY(!program_.built.notes.empty());
    QCOMPARE(program_.built.notes.front(),
             std::string("the program called cuModuleLoad of somebody_elses.cubin, "
                         "cuLinkCreate, which GEVO's CUDA runtime does not support, and continued without it"));
  }

private:
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(DriverTest)
#include "driver_test.moc"
