#include "core/tmbl/dead_code.h"
#include "core/tmbl/mutation.h"
#include "core/tmbl/program_text.h"
#include "tests/core/tmbl/any_program.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::tmbl;

class ProgramTest : public QObject {
  Q_OBJECT

private slots:
  void textRoundTrips() {
    QVERIFY(rc::check([] {
      const std::vector<Program> programs = *rc::gen::container<std::vector<Program>>(sample::anyProgram());
      std::string text = "# some programs\n\n";
      for (const Program& program : programs) text += printProgram(program);
      const auto parsed = parsePrograms(text);
      RC_ASSERT(parsed.has_value());
      RC_ASSERT(*parsed == programs);
    }));
  }

  void randomProgramsAreValid() {
    QVERIFY(rc::check([] { RC_ASSERT(check(*sample::anyProgram()).has_value()); }));
  }

  void mutationKeepsProgramsValid() {
    QVERIFY(rc::check([] {
      Program program = *sample::anyProgram();
      RandomStream stream = sample::streamOf(*rc::gen::arbitrary<std::uint64_t>());
      const Tweaks tweaks{{program.inputs, program.slotCount, OperationSet::all(), 5}, 70};
      const Program before = program;
      for (int i = 0; i < 50; ++i) mutate(program, tweaks, mutationRate(program.instructions.size()), stream);
      RC_ASSERT(check(program).has_value());
      RC_ASSERT(program.instructions.size() <= std::max<std::size_t>(70, before.instructions.size()));
    }));
  }

  void mutationDependsOnNothingButItsStream() {
    QVERIFY(rc::check([] {
      const Program program = *sample::anyProgram();
      const auto seed = *rc::gen::arbitrary<std::uint64_t>();
      const auto mutated = [&] {
        Program copy = program;
        RandomStream stream = sample::streamOf(seed);
        mutate(copy, {{program.inputs, program.slotCount, OperationSet::basic(), 5}, 70}, 0.1, stream);
        return copy;
      };
      RC_ASSERT(mutated() == mutated());
    }));
  }

  void mutationStaysWithinTheOperationsOfTheShape() {
    RandomStream stream = sample::streamOf(7);
    const OperationSet few = parseOperations("add,mul").value();
    Program program = randomProgram({2, 4, few, 5}, 30, stream);
    for (int i = 0; i < 500; ++i) mutate(program, {{2, 4, few, 5}, 40}, 0.1, stream);
    for (const Instruction& instruction : program.instructions) QVERIFY(few.contains(instruction.operation));
  }

  void theRateIsThatOfThePaper() { QVERIFY(std::abs(mutationRate(200) - 0.01487) < 0.00001); }

  void deadCodeIsWhatNoResultDependsOn() {
    const Program program = parsePrograms("tmbl inputs 1 slots 3\n"
                                          "set slot1 2\n" // overwritten
                                          "set slot1 input0\n"
                                          "add slot2 input0\n" // never read
                                          "set slot0 slot1\n"
                                          "set slot0 slot0\n"
                                          "testsub slot0 slot1 3\n")
                                .value()
                                .front();
    QCOMPARE(effectiveLength(program, firstSlot), std::size_t(3));
    const Program rest = withoutDeadCode(program, firstSlot);
    QCOMPARE(QString::fromStdString(printProgram(rest)),
             QString("tmbl inputs 1 slots 3\nset slot1 input0\nset slot0 slot1\ntestsub slot0 slot1 3\n"));
  }

  void aProgramWithoutLiveCodeKeepsItsResult() {
    const Program program = parsePrograms("tmbl inputs 0 slots 2\nset slot1 2").value().front();
    QCOMPARE(QString::fromStdString(printProgram(withoutDeadCode(program, firstSlot))),
             QString("tmbl inputs 0 slots 2\nset slot0 slot0\n"));
  }

  void anErrorNamesTheLineAndTheMend_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("no head") << "set slot0 1"
                             << "line 1 is before the head";
    QTest::newRow("head") << "tmbl inputs x slots 3"
                          << "line 1 is not the head of a program; write 'tmbl inputs N slots N'";
    QTest::newRow("operation") << "tmbl inputs 1 slots 1\npow slot0 2"
                               << "line 2: 'pow' is not a TMBL instruction; there are set,add,sub,mul,div,testsub";
    QTest::newRow("two names") << "tmbl inputs 1 slots 1\nadd,sub slot0 2"
                               << "line 2: 'add,sub' is not a TMBL instruction";
    QTest::newRow("target") << "tmbl inputs 1 slots 1\nset input0 2"
                            << "line 2 has 'input0' where the target should be";
    QTest::newRow("operand") << "tmbl inputs 1 slots 1\nset slot0"
                             << "line 2 has '' where an operand should be";
    QTest::newRow("infinite") << "tmbl inputs 1 slots 1\nset slot0 inf"
                              << "line 2 has 'inf' where an operand should be; write a slot, an input or a finite number";
    QTest::newRow("rest") << "tmbl inputs 1 slots 1\nset slot0 1 2"
                          << "line 2 goes on with '2'";
    QTest::newRow("slot") << "tmbl inputs 1 slots 1\nset slot1 1"
                          << "the program of line 1 is not valid: instruction 1 writes slot1, but the program has 1 slots";
    QTest::newRow("input") << "\ntmbl inputs 1 slots 1\nset slot0 input1"
                           << "the program of line 2 is not valid: instruction 1 reads input1";
    QTest::newRow("empty") << "tmbl inputs 1 slots 1"
                           << "has 0 instructions; it may have 1 to 300";
  }
  void anErrorNamesTheLineAndTheMend() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto parsed = parsePrograms(text.toStdString());
    QVERIFY(!parsed.has_value());
    const QString said = QString::fromStdString(parsed.error().message);
    QVERIFY2(said.contains(message), qPrintable(said));
  }

  void operationsRoundTrip() {
    for (const OperationSet set : {OperationSet::basic(), OperationSet::all()})
      QVERIFY(parseOperations(printOperations(set)).value() == set);
    QVERIFY(parseOperations("").value().contains(Operation::Set));
  }
};

QTEST_APPLESS_MAIN(ProgramTest)
#include "program_test.moc"
