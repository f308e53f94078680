// Requests of warps to one unit: each takes its first free cycles.

#include "core/kernel/simulator/execute/timing/unit_queue.h"

#include <QTest>

using gevo::sim::UnitQueue;

class UnitQueueTest : public QObject {
  Q_OBJECT
private slots:
  void aFreeUnitServesAtOnce() {
    UnitQueue queue;
    QCOMPARE(queue.wait(100, 8), 0.0);
    QCOMPARE(queue.wait(108, 8), 0.0);
    QCOMPARE(queue.wait(200, 8), 0.0);
  }
  void requestsThatComeTogetherTakeTurns() {
    UnitQueue queue;
    for (int i = 0; i < 10; ++i) QCOMPARE(queue.wait(100, 8), 8.0 * i);
    QCOMPARE(queue.wait(140, 8), 40.0);
  }
  void aRequestIsServedBetweenLaterOnes() {
    UnitQueue queue;
    QCOMPARE(queue.wait(100, 8), 0.0);
    QCOMPARE(queue.wait(120, 8), 0.0);
    QCOMPARE(queue.wait(100, 8), 8.0);  // from 108 to 116
    QCOMPARE(queue.wait(100, 8), 24.0); // from 116 to 120, and from 128 to 132
    QCOMPARE(queue.wait(132, 8), 0.0);
    QCOMPARE(queue.wait(0, 8), 0.0);
  }
  void aGapMayBeFilled() {
    UnitQueue queue;
    QCOMPARE(queue.wait(100, 8), 0.0);
    QCOMPARE(queue.wait(116, 8), 0.0);
    QCOMPARE(queue.wait(105, 8), 3.0);  // from 108 to 116
    QCOMPARE(queue.wait(105, 8), 19.0); // from 124 to 132
  }
  void whatIsOverIsForgotten() {
    UnitQueue queue;
    QCOMPARE(queue.wait(100, 8), 0.0);
    queue.clear();
    QCOMPARE(queue.wait(100, 8), 0.0);
    for (int i = 0; i < 10000; ++i) QCOMPARE(queue.wait(100 * i + 1000, 8), 0.0); // apart
    QCOMPARE(queue.wait(1000 + 100 * 9999, 8), 8.0);
  }
};

QTEST_GUILESS_MAIN(UnitQueueTest)
#include "unit_queue_test.moc"
