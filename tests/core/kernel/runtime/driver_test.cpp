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
    const std::string expected =
        "the program called cuModuleLoad of somebody_elses.cubin, cuLinkCreate, which GEVO's CUDA runtime does not "
        "support, and continued without it";
    std::string all;
    for (const std::string& note : program_.built.notes) all += note + '\n';
    QVERIFY2(std::ranges::find(program_.built.notes, expected) != program_.built.notes.end(), all.c_str());
  }

private:
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(DriverTest)
#include "driver_test.moc"
