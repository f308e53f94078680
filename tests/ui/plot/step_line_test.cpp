#include "ui/plot/step_line.h"

#include <QtTest>

namespace gevo::ui {

class StepLineTest : public QObject {
  Q_OBJECT
private slots:
  void itGoesSidewaysBeforeItGoesUpOrDown_data();
  void itGoesSidewaysBeforeItGoesUpOrDown();
};

void StepLineTest::itGoesSidewaysBeforeItGoesUpOrDown_data() {
  QTest::addColumn<QPolygonF>("points");
  QTest::addColumn<QPolygonF>("line");
  QTest::newRow("no points") << QPolygonF() << QPolygonF();
  QTest::newRow("one point") << QPolygonF({{3, 4}}) << QPolygonF({{3, 4}});
  QTest::newRow("down") << QPolygonF({{0, 5}, {2, 3}, {4, 1}}) << QPolygonF({{0, 5}, {2, 5}, {2, 3}, {4, 3}, {4, 1}});
  QTest::newRow("up") << QPolygonF({{0, 1}, {2, 3}}) << QPolygonF({{0, 1}, {2, 1}, {2, 3}});
}

void StepLineTest::itGoesSidewaysBeforeItGoesUpOrDown() {
  QFETCH(QPolygonF, points);
  QFETCH(QPolygonF, line);
  QCOMPARE(stepLine(points), line);
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::StepLineTest)
#include "step_line_test.moc"
