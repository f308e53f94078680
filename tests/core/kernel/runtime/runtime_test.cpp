#include "tests/core/kernel/runtime/recorded_program.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

/// A program that checks libgevocudart's results, compiled with the toolkit's own headers.
class RuntimeTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
    program_ = record(fixtureProgram("runtime_calls", {"runtime_calls.cu"}));
  }

  void symbolsAreRecordedByName() {
    QCOMPARE(program_.count(EventKind::WriteSymbol), 2);
    QCOMPARE(program_.count(EventKind::ReadSymbol), 1);
    const auto read = std::find_if(program_.trace.events.begin(), program_.trace.events.end(),
                                   [](const Event& e) { return e.kind == EventKind::ReadSymbol; });
    QCOMPARE(read->name, std::string("counter"));
    QCOMPARE(program_.built.project.outputs[read->output].name, std::string("counter"));
    QCOMPARE(program_.built.project.outputs[read->output].type, std::string("i32"));
  }

  void failedLaunchesAreNotRecorded() {
    const bool tooLarge =
        std::any_of(program_.trace.events.begin(), program_.trace.events.end(), [](const Event& e) { return e.block[0] > 1024; });
    QVERIFY(!tooLarge);
    QCOMPARE(program_.count(EventKind::Launch), 10);
  }

  void pointersInStructuresNameOutputs() {
    const auto& outputs = program_.built.project.outputs;
    const auto found = std::find_if(outputs.begin(), outputs.end(), [](const OutputInfo& o) { return o.name == "arrays.out"; });
    QVERIFY(found != outputs.end());
    QCOMPARE(found->type, std::string("f32"));
  }

  void everyAllocationIsFreedInTheTrace() { QCOMPARE(program_.count(EventKind::Allocate), program_.count(EventKind::Free)); }

private:
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(RuntimeTest)
#include "runtime_test.moc"
