#include "tests/core/kernel/runtime/recorded_program.h"
#include "tests/core/kernel/toolkit_without_programs.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Less common functions of libgevocudart, checked by a program, and the messages about unsupported calls.
class LessCommonCallsTest : public QObject {
  Q_OBJECT

  const program::ToolkitWithoutPrograms toolkit_;

private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
    program_ = record(request(""));
  }

  void unsupportedCallsAreReported() {
    const std::string said = "the program called cudaLaunchKernelEx with clusters, "
                             "cudaMallocMipmappedArray, which GEVO's CUDA runtime does not support, and continued without it";
    QVERIFY(std::ranges::find(program_.built.notes, said) != program_.built.notes.end());
  }

  void failureReportsUnsupportedCalls() {
    const auto built = build(request("graphs"), {});
    QVERIFY(!built);
    QVERIFY2(built.error().message.find("ended with exit code 1; it called ") != std::string::npos, built.error().message.c_str());
    QVERIFY2(built.error().message.find("cudaGraphDebugDotPrint, which GEVO's CUDA runtime does not support") != std::string::npos,
             built.error().message.c_str());
  }

  void rejectedLaunchesAreNotRecorded() { QCOMPARE(program_.count(EventKind::Launch), 5); }

  void cooperativeLaunchesAreRecordedAsSuch() { QCOMPARE(std::ranges::count_if(program_.trace.events, isCooperative), 3); }

  void resetIsRecordedAsFreesAndWrites() {
    QCOMPARE(program_.count(EventKind::Allocate), program_.count(EventKind::Free));
    QCOMPARE(program_.count(EventKind::WriteSymbol), 1);
  }

private:
  static BuildInputs request(const std::string& arguments) {
    return fixtureProgram("less_common_calls", {"less_common_calls.cu"}, arguments);
  }
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(LessCommonCallsTest)
#include "less_common_calls_test.moc"
