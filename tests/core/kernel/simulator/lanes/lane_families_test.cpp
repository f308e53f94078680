// Every family and variant of lane functions, compiled for each of this machine's instruction sets, against plain C++.

#include <QTest>

#include "tests/core/kernel/simulator/lanes/check.h"

using namespace gevo::sim;
using namespace gevo::sim::testing;

class LaneFamiliesTest : public QObject {
  Q_OBJECT
private slots:
  void agreesWithPlainArithmetic_data();
  void agreesWithPlainArithmetic();
};

void LaneFamiliesTest::agreesWithPlainArithmetic_data() {
  QTest::addColumn<QByteArray>("machine");
  for (const char* name : {"baseline", "avx2", "avx512"}) QTest::newRow(name) << QByteArray(name);
}

void LaneFamiliesTest::agreesWithPlainArithmetic() {
  QFETCH(QByteArray, machine);
  const LaneTable* table = laneTable(machine.constData());
  if (!table) QSKIP("this machine does not have these instructions");
  QStringList wrong;
  for (unsigned family = 0; family < static_cast<unsigned>(LaneFamily::Count); ++family)
    if (const std::string text = disagreement(static_cast<LaneFamily>(family), *table); !text.empty())
      wrong << QString("family %1: %2").arg(family).arg(QString::fromStdString(text));
  QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

QTEST_GUILESS_MAIN(LaneFamiliesTest)
#include "lane_families_test.moc"
