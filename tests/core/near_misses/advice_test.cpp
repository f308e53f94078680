/// Advice says what was seen, and no more.

#include <QTest>

#include "core/near_misses/advice.h"

using namespace gevo;

namespace {

EvaluationSettings exact() {
  EvaluationSettings settings;
  settings.mode = Mode::Exact;
  return settings;
}

NearMiss outside(bool needsZeros) {
  NearMiss miss;
  miss.reason = Reason::OutOfBounds;
  ToleratedFault fault;
  fault.reason = Reason::OutOfBounds;
  fault.at = {"grid.cu", 12};
  fault.times = 64;
  fault.past = 256;
  fault.access = 4;
  fault.allocation = 16384;
  miss.run.faults = {fault};
  miss.run.needsZeros = needsZeros;
  return miss;
}

QString advice(const NearMiss& miss, const EvaluationSettings& settings = exact()) {
  return QString::fromStdString(adviceText(miss, settings));
}

} // namespace

class AdviceTest : public QObject {
  Q_OBJECT
private slots:
  void loadsOutsideSayHowFarAndProposePadding() {
    const QString text = advice(outside(false));
    QVERIFY2(text.contains("reads up to 256 bytes (64 elements of 4 bytes) past the end of an allocation of 16,384 bytes at grid.cu:12"),
             qPrintable(text));
    QVERIFY2(text.contains("the original's, with zeros and with two other values there"), qPrintable(text));
    QVERIFY2(text.contains("Pad the array by 256 bytes behind?"), qPrintable(text));
  }

  void zerosAreAskedForWhereOnlyTheyDo() {
    const QString text = advice(outside(true));
    QVERIFY2(text.contains("with other values they are not"), qPrintable(text));
    QVERIFY2(text.contains("filled with zeros?"), qPrintable(text));
  }

  void paddingIsNotProposedWhereResultsAreWrongEvenSo() {
    NearMiss miss = outside(false);
    miss.run.results = Reason::WrongOutput;
    miss.run.error = 0.02;
    const QString text = advice(miss);
    QVERIFY2(text.contains("Even so, results of the tests have an error of 2"), qPrintable(text));
    QVERIFY2(!text.contains("Pad"), qPrintable(text));
  }

  void storesAreWritten() {
    NearMiss miss = outside(false);
    miss.run.faults[0].isStore = true;
    const QString text = advice(miss);
    QVERIFY2(text.startsWith("It writes up to "), qPrintable(text));
    QVERIFY2(!text.contains("other values"), qPrintable(text)); // nothing was read
  }

  void wrongResultsAskForATolerance() {
    NearMiss miss;
    miss.reason = miss.run.results = Reason::WrongOutput;
    miss.run.error = 0.004;
    QVERIFY2(advice(miss).contains("--tolerance"), qPrintable(advice(miss)));
    EvaluationSettings tradeOff;
    tradeOff.tolerance = 0.001;
    QVERIFY2(advice(miss, tradeOff).contains("The run's tolerance was 0.1"), qPrintable(advice(miss, tradeOff)));
  }

  void racesAreTrueOfOneOrderOnly_data() {
    QTest::addColumn<bool>("sameWarp");
    QTest::addColumn<QString>("proposal");
    QTest::newRow("of one warp") << true << "__syncwarp()";
    QTest::newRow("of several") << false << "two buffers in turn";
  }
  void racesAreTrueOfOneOrderOnly() {
    QFETCH(const bool, sameWarp);
    QFETCH(const QString, proposal);
    NearMiss miss;
    miss.reason = Reason::Race;
    ToleratedFault fault;
    fault.reason = Reason::Race;
    fault.message = "race in kernel k on shared memory";
    fault.sameWarp = sameWarp;
    fault.isShared = true;
    miss.run.faults = {fault};
    QVERIFY2(advice(miss).contains("in another they may not be"), qPrintable(advice(miss)));
    QVERIFY2(advice(miss).contains(proposal), qPrintable(advice(miss)));
  }

  void severalKindsHaveAllToBeMended() {
    NearMiss miss = outside(false);
    ToleratedFault race;
    race.reason = Reason::Race;
    race.message = "race in kernel k on shared memory";
    miss.run.faults.push_back(race);
    const QString text = advice(miss);
    QVERIFY2(text.contains("reads up to 256 bytes") && text.contains("It has a race in kernel k"), qPrintable(text));
    QVERIFY2(text.contains("in another they may not be") && text.endsWith("All of this would have to be mended."), qPrintable(text));
  }

  void whatTheTestsDoNotShowIsNotCalledRight() {
    NearMiss miss;
    miss.reason = Reason::Undefined;
    QVERIFY2(advice(miss).contains("another compiler or run may show that"), qPrintable(advice(miss)));
  }
};

QTEST_GUILESS_MAIN(AdviceTest)
#include "advice_test.moc"
