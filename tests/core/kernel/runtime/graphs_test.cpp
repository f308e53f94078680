#include "tests/core/kernel/runtime/recorded_program.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

/// Graphs of libgevocudart, checked by a program: their work is done and recorded with each launch of the graph.
class GraphsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTools(); !missing.empty()) QSKIP(missing.c_str());
    program_ = record(fixtureProgram("graphs", {"graphs.cu"}));
  }

  /// Three times two, then one outside of the graph and one inside, then two of a child graph.
  void launchesAreRecordedWhenTheGraphIsLaunched() { QCOMPARE(program_.count(EventKind::Launch), 3 * 2 + 2 + 2); }

  void whatIsUnsupportedIsTold() {
    const std::string told = program_.built.notes.front();
    QVERIFY2(told.starts_with("the program called cudaMallocAsync in a captured stream, "
                              "cudaGraphAddMemsetNode of values of several bytes, which GEVO"),
             told.c_str());
  }

private:
  RecordedProgram program_;
};

QTEST_GUILESS_MAIN(GraphsTest)
#include "graphs_test.moc"
