#include <QTest>

#include "core/inputs/input_line.h"

#include <fmt/format.h>
#include <rapidcheck.h>
#include <set>

using namespace gevo;

class InputLineTest : public QObject {
  Q_OBJECT

private slots:
  void everySeedIsReplaced() {
    QCOMPARE(inputLine("1000 {seed} --seed={seed}", 17), std::string("1000 17 --seed=17"));
    QVERIFY(takesValues("1000 {seed}"));
  }

  void otherTextIsUnchanged_data() {
    QTest::addColumn<QString>("line");
    for (const char* line :
         {"", "1000 4", "1000 {other} 4", "{", "}", "{}", "{:}", "{a:}", "{ {1:2..3}", "{seed", "{a:b}", "{\"key\": \"a,b\"}"})
      QTest::newRow(line) << line;
  }
  void otherTextIsUnchanged() {
    QFETCH(QString, line);
    QCOMPARE(inputLine(line.toStdString(), 17), line.toStdString());
    QVERIFY(!takesValues(line.toStdString()));
  }

  void numbersAreOfTheRange() {
    const bool held = rc::check([] {
      const auto low = *rc::gen::arbitrary<std::int64_t>();
      const auto high = *rc::gen::suchThat<std::int64_t>([&](std::int64_t value) { return value >= low; });
      const auto how = *rc::gen::element(InputDraw::Uniform, InputDraw::Edges);
      const std::int64_t value = std::stoll(inputLine(fmt::format("{{n:{}..{}}}", low, high), *rc::gen::arbitrary<std::uint64_t>(), how));
      RC_ASSERT(value >= low && value <= high);
    });
    QVERIFY(held);
  }

  void numbersAreWholeSteps() {
    const bool held = rc::check([] {
      const auto step = *rc::gen::inRange(1, 100);
      const auto low = *rc::gen::inRange(-1000, 1000);
      const auto high = low + *rc::gen::inRange(0, 1000);
      const auto how = *rc::gen::element(InputDraw::Uniform, InputDraw::Edges);
      const int value = std::stoi(inputLine(fmt::format("{{n:{}..{}:{}}}", low, high, step), *rc::gen::arbitrary<std::uint64_t>(), how));
      RC_ASSERT(value >= low && value <= high && (value - low) % step == 0);
    });
    QVERIFY(held);
  }

  void everyNumberOfASmallRangeComes() {
    for (const InputDraw how : {InputDraw::Uniform, InputDraw::Edges}) {
      std::set<std::string> seen;
      for (std::uint64_t seed = 0; seed < 500; ++seed) seen.insert(inputLine("{n:10..20}", seed, how));
      QCOMPARE(seen.size(), 11U);
    }
  }

  void edgesComeOften() {
    int powers = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const int value = std::stoi(inputLine("{n:1..100000}", seed, InputDraw::Edges));
      powers += (value & (value - 1)) == 0 || (value & (value + 1)) == 0 ? 1 : 0;
    }
    QVERIFY2(powers > 80, qPrintable(QString::number(powers)));
  }

  void everyWordComes() {
    std::set<std::string> seen;
    for (std::uint64_t seed = 0; seed < 100; ++seed) seen.insert(inputLine("--{kind:fast,exact,}", seed));
    QCOMPARE(seen, (std::set<std::string>{"--", "--exact", "--fast"}));
  }

  void placesOfOneNameTakeOneValue() {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const std::string line = inputLine("{n:1..1000} {n:1..1000} {m:1..1000}", seed);
      const std::string first = line.substr(0, line.find(' '));
      QVERIFY(line.starts_with(first + " " + first + " "));
    }
  }

  void sameSeedSameLine() { QCOMPARE(inputLine("{a:1..999} {b:x,y} {seed}", 5), inputLine("{a:1..999} {b:x,y} {seed}", 5)); }

  void aPlaceWithoutAValueIsAnError_data() {
    QTest::addColumn<QString>("place");
    for (const char* place :
         {"{rows:300..17}", "{rows:1..}", "{rows:..5}", "{rows:1.5..2.5}", "{rows:1..5:0}", "{rows:1..5:x}", "{rows:5}"})
      QTest::newRow(place) << place;
  }
  void aPlaceWithoutAValueIsAnError() {
    QFETCH(QString, place);
    const auto checked = checkInputLine("8 " + place.toStdString());
    QVERIFY(!checked);
    QVERIFY2(checked.error().message.starts_with(place.toStdString() + " gives no value"), checked.error().message.c_str());
    QVERIFY(checkInputLine("8 {rows:17..300} {seed} {other}").has_value());
  }

  void freshLinesAreNew() {
    const std::vector<std::string> lines{"{n:1..3}", "7"};
    std::vector<std::string> used;
    for (int i = 0; i < 3; ++i) {
      const std::vector<std::string> fresh = freshInputLines(lines, used, InputDraw::Uniform);
      QCOMPARE(fresh.size(), 1U); // "7" takes no value
      used.push_back(fresh.front());
    }
    QCOMPARE(std::set<std::string>(used.begin(), used.end()).size(), 3U);
    QVERIFY(freshInputLines(lines, used, InputDraw::Uniform).empty());
  }

  void sequenceIsReproducible() { QCOMPARE(freshSeed({"128 4 2"}), freshSeed({"128 4 2"})); }

  void everySetGetsItsOwnNumber() {
    std::vector<std::string> lines{"64 64", "128 {seed}"};
    std::set<std::uint64_t> seen;
    for (int set = 0; set < 50; ++set) {
      const std::uint64_t seed = freshSeed(lines);
      QVERIFY(seen.insert(seed).second);
      lines.push_back(inputLine("128 {seed}", seed));
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

QTEST_GUILESS_MAIN(InputLineTest)
#include "input_line_test.moc"
