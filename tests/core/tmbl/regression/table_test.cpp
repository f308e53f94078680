#include "core/tmbl/regression/regression_data.h"

#include <QtTest>

#include <set>

using namespace gevo;
using namespace gevo::tmbl;

class TableTest : public QObject {
  Q_OBJECT

private slots:
  void columnsHaveTheirNames() {
    const DataTable table = parseTable("\xef\xbb\xbf\"a, b\",y\r\n1,2.5\r\n\r\n -3e2 , +4\n", "t.csv").value();
    QVERIFY(table.names == (std::vector<std::string>{"a, b", "y"}));
    QVERIFY(table.values == (std::vector<std::vector<float>>{{1, -300}, {2.5F, 4}}));
  }

  void columnsWithoutNamesAreNumbered() {
    const DataTable table = parseTable("1;2;3\n4;5;6", "t.csv").value();
    QVERIFY(table.names == (std::vector<std::string>{"x1", "x2", "x3"}));
    QCOMPARE(table.rows(), std::size_t(2));
  }

  void anErrorNamesTheFileTheLineAndTheMend_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("empty") << ""
                           << "t.csv has no rows of numbers";
    QTest::newRow("names only") << "a,b\n"
                                << "t.csv has no rows of numbers";
    QTest::newRow("text in a cell") << "a,b\n1,2\n3,four\n"
                                    << "t.csv:3: 'four' in column 'b' is not a number";
    QTest::newRow("empty cell") << "a,b\n1,\n"
                                << "t.csv:2: '' in column 'b' is not a number";
    QTest::newRow("not a number") << "a,b\n1,nan\n"
                                  << "t.csv:2: nan in column 'b' is not a finite float32";
    QTest::newRow("too large") << "a,b\n1,1e39\n"
                               << "t.csv:2: 1e39 in column 'b' is not a finite float32";
    QTest::newRow("cells") << "a,b\n1,2\n1,2,3\n"
                           << "t.csv:3: the line has 3 cells and the first line 2";
    QTest::newRow("same name") << "a,a\n1,2\n"
                               << "t.csv:1: two columns are named 'a'";
    QTest::newRow("no name") << "a,\n1,2\n"
                             << "t.csv:1: column 2 has no name";
  }
  void anErrorNamesTheFileTheLineAndTheMend() {
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto table = parseTable(text.toStdString(), "t.csv");
    QVERIFY(!table.has_value());
    QVERIFY2(QString::fromStdString(table.error().message).startsWith(message), table.error().message.c_str());
  }

  void rowsAreHeldOutByTheSeed() {
    DataTable table{{"x", "y"}, {{}, {}}};
    for (int i = 0; i < 40; ++i)
      for (std::vector<float>& column : table.values) column.push_back(static_cast<float>(i));
    const RegressionData data = splitTable(table, "x", 0.25, 3).value();
    QCOMPARE(QString::fromStdString(data.target), QString("x"));
    QVERIFY(data.inputs == std::vector<std::string>{"y"});
    QCOMPARE(data.training.rows(), std::size_t(30));
    QCOMPARE(data.test->rows(), std::size_t(10));
    std::set<float> rows(data.training.targets().begin(), data.training.targets().end());
    rows.insert(data.test->targets().begin(), data.test->targets().end());
    QCOMPARE(rows.size(), std::size_t(40));
    QVERIFY(!std::ranges::equal(data.test->targets(), splitTable(table, "x", 0.25, 4)->test->targets()));
    QVERIFY(!splitTable(table, "x", 0, 3)->test.has_value());
  }

  void whatIsMissingIsNamed() {
    const DataTable table{{"x", "y"}, {{1, 2, 3, 4}, {1, 2, 3, 4}}};
    QVERIFY(QString::fromStdString(splitTable(table, "z", 0.25, 1).error().message).contains("no column 'z'; the table has x, y"));
    QVERIFY(QString::fromStdString(splitTable(table, "", 0.75, 1).error().message).contains("1 of 4 rows would be left"));
    QVERIFY(QString::fromStdString(splitTable({{"y"}, {{1, 2, 3}}}, "", 0, 1).error().message).contains("one column, 'y'"));
  }
};

QTEST_APPLESS_MAIN(TableTest)
#include "table_test.moc"
