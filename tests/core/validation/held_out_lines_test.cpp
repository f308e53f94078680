#include <QTest>

#include "core/validation/held_out_lines.h"

#include <fmt/format.h>
#include <rapidcheck.h>
#include <set>

using namespace gevo;

class HeldOutLinesTest : public QObject {
  Q_OBJECT

private slots:
  void everyPlaceholderIsReplaced() {
    QCOMPARE(withSeed("1000 {seed} --seed={seed}", 17), std::string("1000 17 --seed=17"));
    QVERIFY(takesSeed("1000 {seed}"));
  }

  void lineWithoutPlaceholderIsUnchanged() {
    QCOMPARE(withSeed("1000 {other} 4", 17), std::string("1000 {other} 4"));
    QCOMPARE(withSeed("", 17), std::string());
    QVERIFY(!takesSeed("1000 {other} 4"));
  }

  void sequenceIsReproducible() { QCOMPARE(freshSeed({"128 4 2"}), freshSeed({"128 4 2"})); }

  void everySetGetsItsOwnNumber() {
    std::vector<std::string> lines{"64 64", "128 {seed}"};
    std::set<std::uint64_t> seen;
    for (int set = 0; set < 50; ++set) {
      const std::uint64_t seed = freshSeed(lines);
      QVERIFY(seen.insert(seed).second);
      lines.push_back(withSeed("128 {seed}", seed));
    }
  }

  void numbersOfTheTestsAreNotUsed_data() {
    QTest::addColumn<QString>("line");
    QTest::newRow("a word") << "128 %1 4";
    QTest::newRow("within a word") << "--seed=%1";
    QTest::newRow("with leading zeros") << "000%1";
  }
  void numbersOfTheTestsAreNotUsed() {
    QFETCH(QString, line);
    const std::uint64_t first = freshSeed({});
    QVERIFY(freshSeed({line.arg(first).toStdString()}) != first);
  }

  void numbersFitAnIntAndAreNew() {
    const bool held = rc::check([](const std::vector<std::uint32_t>& numbers) {
      std::vector<std::string> lines;
      for (const std::uint32_t number : numbers) lines.push_back(fmt::format("a{}", 10'000 + number % 90'000));
      const std::uint64_t seed = freshSeed(lines);
      RC_ASSERT(seed >= 10'000 && seed < 100'000);
      for (const std::string& line : lines) RC_ASSERT(line != fmt::format("a{}", seed));
    });
    QVERIFY(held);
  }
};

QTEST_GUILESS_MAIN(HeldOutLinesTest)
#include "held_out_lines_test.moc"
