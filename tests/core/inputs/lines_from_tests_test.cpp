#include <QTest>

#include "core/inputs/input_line.h"
#include "core/inputs/lines_from_tests.h"

#include <algorithm>
#include <fmt/format.h>
#include <rapidcheck.h>
#include <sstream>

using namespace gevo;

using Lines = std::vector<std::string>;

namespace {

bool has(const Lines& lines, const std::string& line) { return std::ranges::find(lines, line) != lines.end(); }

} // namespace

class LinesFromTestsTest : public QObject {
  Q_OBJECT

private slots:
  void allNumbersVaryAndEachAlone() {
    QCOMPARE(linesFromTests({"100 6"}), (Lines{"{n1:1..100} {n2:1..6}", "{n1:1..100} 6", "100 {n2:1..6}"}));
  }

  void aNumberOfManyFactorsOfTwoIsTriedInSteps() {
    const Lines lines = linesFromTests({"96"});
    QCOMPARE(lines, (Lines{"{n1:32..96:32}", "{n1:1..96}"}));
  }

  void equalSizesStayEqualUnlessOneVariesAlone() {
    const Lines lines = linesFromTests({"50 50 3 3"});
    QCOMPARE(lines.front(), std::string("{n1:1..50} {n1:1..50} {n3:1..3} {n4:1..3}"));
    QVERIFY(has(lines, "50 {n2:1..50} 3 3"));
  }

  void optionsNameTheirNumbers() {
    QCOMPARE(linesFromTests({"-n 20 --rows=30 fast"}).front(), std::string("-n {n:1..20} --rows={rows:1..30} fast"));
  }

  void aSeedIsAnyNumber() { QCOMPARE(linesFromTests({"--seed 7"}), (Lines{"--seed {seed}"})); }

  void otherWordsStayAsTheyAre_data() {
    QTest::addColumn<QString>("line");
    for (const char* line : {"", "fast", "data_64.txt", "0", "1 1", "-5", "0.25", "007", "1e6", "--level=high", "99999999999999999999"})
      QTest::newRow(line) << line;
  }
  void otherWordsStayAsTheyAre() {
    QFETCH(QString, line);
    QVERIFY(linesFromTests({line.toStdString()}).empty());
  }

  /// So no input costs more than the test, and the program has what it needs in all other places.
  void noNumberIsLargerThanTheTests() {
    const bool held = rc::check([] {
      const auto numbers = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5000)));
      std::string test;
      for (const int number : numbers) test += fmt::format("{}{}", test.empty() ? "" : " ", number);
      const Lines lines = linesFromTests({test});
      RC_ASSERT(lines.size() <= 8U);
      for (const std::string& line : lines) {
        RC_ASSERT(takesValues(line) && checkInputLine(line).has_value());
        std::istringstream words(inputLine(line, *rc::gen::arbitrary<std::uint64_t>(), InputDraw::Edges));
        for (const int number : numbers) {
          int drawn = -1;
          RC_ASSERT(bool(words >> drawn));
          RC_ASSERT(drawn <= number && (drawn == number || drawn >= 1));
        }
      }
    });
    QVERIFY(held);
  }
};

QTEST_APPLESS_MAIN(LinesFromTestsTest)
#include "lines_from_tests_test.moc"
