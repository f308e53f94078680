#include "tests/ui/tmbl/some_table.h"
#include "ui/tmbl/front_table.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include <cmath>

namespace gevo::ui {

namespace {

std::shared_ptr<const FitData> someData(double testShare = 0.25) {
  tmbl::RegressionData rows = tmbl::splitTable(*someTable(), "z", testShare, 1).value();
  tmbl::Cases sample = rows.training;
  return std::make_shared<const FitData>(std::move(rows), std::move(sample));
}

/// z = x + `length`, of errors that a test can tell apart.
tmbl::FittedProgram program(std::size_t length, double trainingError, double testError) {
  tmbl::Program code{2, 1, {}};
  code.instructions = {{tmbl::Operation::Add, 0, tmbl::Operand::constant(static_cast<float>(length)), {}}};
  return {code, length, trainingError, testError, 0.5};
}

} // namespace

class FrontTableTest : public QObject {
  Q_OBJECT
private slots:
  void aRowHasFiguresAndFormula() {
    FrontTable table;
    table.begin(someData());
    table.setFront({program(2, 1.5, 2.25), program(4, 3.9612e-5, INFINITY)});
    QCOMPARE(table.rowCount(), 2);
    const auto cell = [&](int row, FrontColumn column) { return table.index(row, int(column)).data().toString(); };
    QCOMPARE(cell(1, FrontColumn::Length), QString("4"));
    QCOMPARE(cell(1, FrontColumn::TrainingError), QString("3.961e-05"));
    QCOMPARE(cell(0, FrontColumn::TestError), QString("2.25"));
    QCOMPARE(cell(1, FrontColumn::TestError), QString("inf"));
    QCOMPARE(cell(0, FrontColumn::Explained), QString("0.500000"));
    QCOMPARE(cell(0, FrontColumn::Formula), QString("x + 2"));
    QCOMPARE(table.headerData(int(FrontColumn::Formula), Qt::Horizontal).toString(), QString("z ="));
  }

  void rowsComeAndGoAtTheEnd() {
    FrontTable table;
    const QAbstractItemModelTester tester(&table, QAbstractItemModelTester::FailureReportingMode::QtTest);
    table.begin(someData());
    QSignalSpy reset(&table, &QAbstractItemModel::modelReset);
    table.setFront({program(2, 3, 3)});
    const QPersistentModelIndex first = table.index(0, 0);
    table.setFront({program(1, 4, 4), program(3, 2, 2), program(5, 1, 1)});
    QCOMPARE(table.rowCount(), 3);
    table.setFront({program(1, 4, 4)});
    QCOMPARE(table.rowCount(), 1);
    QVERIFY(first.isValid());
    QCOMPARE(first.data().toString(), QString("1"));
    QCOMPARE(reset.size(), 0);
  }

  void withoutAChoiceTheProgramThatJudgesBestIsShown() {
    const FittedFront front{program(1, 4, 4), program(3, 2, 1), program(5, 1, 3)};
    QCOMPARE(shownRow(front, std::nullopt), 1);
    QCOMPARE(shownRow({}, std::nullopt), -1);
  }

  void aChoiceStaysByLength_data() {
    QTest::addColumn<std::size_t>("length");
    QTest::addColumn<int>("row");
    QTest::newRow("there") << std::size_t(3) << 1;
    QTest::newRow("a shorter one took its place") << std::size_t(4) << 1;
    QTest::newRow("longer than all") << std::size_t(9) << 2;
    QTest::newRow("shorter than all") << std::size_t(1) << 0;
  }
  void aChoiceStaysByLength() {
    QFETCH(std::size_t, length);
    QFETCH(int, row);
    QCOMPARE(shownRow({program(2, 4, 4), program(3, 2, 1), program(5, 1, 3)}, length), row);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FrontTableTest)
#include "front_table_test.moc"
