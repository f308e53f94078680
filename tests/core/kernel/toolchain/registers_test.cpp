#include "core/kernel/toolchain/registers.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

class RegistersTest : public QObject {
  Q_OBJECT
private slots:
  void registersComeFromTheProject() {
    Project project;
    project.kernels = {{"_Z1fv", "f", 5, 34}, {"_Z1gv", "g", 5, 0}};
    QCOMPARE(registersOf(project), (sim::KernelRegisters{{"_Z1fv", 34}}));
  }
  void textRoundTrips() {
    const sim::KernelRegisters registers{{"_Z1fv", 34}, {"_ZN2ns1gIfEEvPT_", 255}};
    QCOMPARE(parseRegisters(printRegisters(registers)), registers);
    QCOMPARE(parseRegisters(""), sim::KernelRegisters{});
  }
  void variantsDifferFromTheOriginalAsTheirValuesDo() {
    const sim::KernelRegisters original{{"f", 32}, {"g", 40}, {"h", 250}};
    const KernelPressures before{{"f", 20}, {"g", 24}, {"h", 240}};
    QCOMPARE(estimateRegisters(original, before, {{"f", 20}, {"g", 34}, {"h", 280}}),
             (sim::KernelRegisters{{"f", 32}, {"g", 48}, {"h", 255}}));
    QCOMPARE(estimateRegisters(original, before, {{"f", 0}, {"g", 19}}), (sim::KernelRegisters{{"f", 16}, {"g", 36}, {"h", 250}}));
    QCOMPARE(estimateRegisters(original, {}, before), original);
  }
  void parsingStopsAtAnInvalidNumber() { QCOMPARE(parseRegisters("f 3\ng many\nh 4\n"), (sim::KernelRegisters{{"f", 3}})); }
};

QTEST_GUILESS_MAIN(RegistersTest)
#include "registers_test.moc"
