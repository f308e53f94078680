#include "tests/ui/synthetic_run.h"
#include "ui/model/filter_text.h"
#include "ui/service/annotation_service.h"

#include <QUndoStack>
#include <QtTest>
#include <rapidcheck.h>

namespace gevo::ui {

class VariantFilterTest : public QObject {
  Q_OBJECT
private slots:
  void filterAccepts_data();
  void filterAccepts();
  void editsAndParametersAreAskedOfTheFacts_data();
  void editsAndParametersAreAskedOfTheFacts();
  void filterReportsWhatItDoesNotUnderstand_data();
  void filterReportsWhatItDoesNotUnderstand();
  void aRangeReplacesTheOneOfItsColumn();
  void valuesReplaceThoseOfTheirParameter();
  void everyFilterReadsBackAsItIsPrinted();
  void noTextCrashesTheParser();

private:
  static const QStringList& parameters() {
    static const QStringList names{"BLOCK", "LAYOUT"};
    return names;
  }
};

void VariantFilterTest::filterAccepts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("passes");
  QTest::newRow("empty filter") << "" << true;
  QTest::newRow("exact and fast") << "error = 0 and speedup > 1.2" << true;
  QTest::newRow("times sign") << "speedup >= 1.9×" << true;
  QTest::newRow("not fast enough") << "error = 0 and speedup > 2.5" << false;
  QTest::newRow("generation") << "generation = 12" << true;
  QTest::newRow("short name, upper case") << "GEN <= 11" << false;
  QTest::newRow("no blanks") << "edits<4,inactive>0" << true;
  QTest::newRow("unequal") << "edits != 3" << false;
  QTest::newRow("runtime") << "runtime < 9.3" << true;
  QTest::newRow("milliseconds") << "runtime > 0.0091 ms" << true;
  QTest::newRow("nanoseconds") << "runtime < 9100ns" << false;
  QTest::newRow("per cent") << "error < 1%" << true;
  QTest::newRow("an id") << "77" << true;
  QTest::newRow("another id") << "78" << false;
  QTest::newRow("not on the front") << "front" << false;
  QTest::newRow("pinned") << "pinned and 77" << true;
  QTest::newRow("not noted") << "noted" << false;
  QTest::newRow("not derived") << "derived" << false;
  QTest::newRow("not validated") << "failed" << false;
}

void VariantFilterTest::filterAccepts() {
  RunModel model;
  QUndoStack undo;
  AnnotationService annotations(model, undo);
  model.apply(synthetic::run({0, 1}));
  annotations.setPinned(77, true);
  VariantRow row;
  row.id = 77;
  row.generation = 12;
  row.runtime = 9.2; // the original takes 18.4
  row.edits = 3;
  row.inactive = 1;
  QFETCH(QString, text);
  const Result<VariantFilter> filter = VariantFilter::parse(text);
  QVERIFY(filter);
  QTEST(VariantTest(*filter).passes({model, annotations}, row), "passes");
}

void VariantFilterTest::editsAndParametersAreAskedOfTheFacts_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<bool>("first");
  QTest::addColumn<bool>("second");
  QTest::newRow("words") << "\"Barrier\"" << true << false;
  QTest::newRow("the text form") << "\"swap\"" << false << true;
  QTest::newRow("a value") << "BLOCK = 32" << true << false;
  QTest::newRow("the program's own value") << "block = 16.0" << false << true;
  QTest::newRow("one of several") << "BLOCK = 16 | 32" << true << true;
  QTest::newRow("none of several") << "BLOCK != 16 | 64" << true << false;
  QTest::newRow("a comparison") << "BLOCK > 16" << true << false;
  QTest::newRow("a name, in quotes") << "LAYOUT = \"rows first\"" << true << true;
  QTest::newRow("both") << "\"barrier\" and BLOCK = 16" << false << false;
}

void VariantFilterTest::editsAndParametersAreAskedOfTheFacts() {
  VariantFacts facts;
  facts.ids = {1, 2};
  facts.configurations = {{{"BLOCK", "32"}}, {}};
  facts.configuration = {0, 1};
  facts.edits = {0, 1};
  facts.ends = {1, 2};
  facts.texts = {"delete 1 @17", "swap 2 @3 with @4"};
  facts.words = std::make_shared<std::vector<std::string>>(std::vector<std::string>{"this barrier is gone"});
  const ParameterSpace space{{{.name = "BLOCK", .value = "16", .values = {"16", "32"}}, {.name = "LAYOUT", .value = "rows first"}}, {}};
  RunModel model;
  QUndoStack undo;
  const AnnotationService annotations(model, undo);
  QFETCH(QString, text);
  const Result<VariantFilter> filter = VariantFilter::parse(text, parameters());
  QVERIFY2(filter, filter ? "" : filter.error().message.c_str());
  const VariantTest test(*filter, std::make_shared<const VariantFacts>(facts), space);
  VariantRow row;
  row.id = 1;
  QTEST(test.passes({model, annotations}, row), "first");
  row.id = 2;
  QTEST(test.passes({model, annotations}, row), "second");
  row.id = 3;
  QVERIFY2(!test.passes({model, annotations}, row), "nothing is known of it");
}

void VariantFilterTest::filterReportsWhatItDoesNotUnderstand_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("message");
  QTest::newRow("column")
      << "sped > 1"
      << "there is no column or parameter \"sped\": use id, generation, runtime, speedup, error, energy, edits or inactive, "
         "or a parameter: BLOCK, LAYOUT";
  QTest::newRow("operator") << "error =< 1"
                            << "\"=<\" is not a comparison: use = != < <= > or >=";
  QTest::newRow("number") << "error = none"
                          << "\"none\" is not a number";
  QTest::newRow("and is missing") << "edits <= 3 BLOCK = 64"
                                  << "\"3 block = 64\" is not a number: put \"and\" between conditions";
  QTest::newRow("no value")
      << "error = 0 and speedup"
      << "\"speedup\" is not a condition: write a column, an operator and a number, as in error = 0, or what edits do in "
         "quotes, as in \"barrier\"";
  QTest::newRow("a side of and") << "error = 0 and"
                                 << "a condition is missing beside \"and\": write one on each side of it";
  QTest::newRow("quote") << "\"barrier"
                         << "a quote is not closed: end the text with \"";
  QTest::newRow("unit") << "speedup > 2 ms"
                        << "\"2 ms\" has a unit that speedup does not: leave it out";
  QTest::newRow("a value too few") << "BLOCK = 16 |"
                                   << "a value is missing in \"16 |\": write one on each side of a bar";
  QTest::newRow("not comparable") << "LAYOUT < rows"
                                  << "\"rows\" is not a number";
}

void VariantFilterTest::filterReportsWhatItDoesNotUnderstand() {
  QFETCH(QString, text);
  const Result<VariantFilter> filter = VariantFilter::parse(text, parameters());
  QVERIFY(!filter);
  QTEST(QString::fromStdString(filter.error().message), "message");
}

void VariantFilterTest::aRangeReplacesTheOneOfItsColumn() {
  const VariantFilter before = *VariantFilter::parse("speedup > 1.1 and front and speedup < 3");
  QCOMPARE(before.rangeOf(VariantColumn::Speedup), (VariantFilter::Range{1.1, 3}));
  QVERIFY(!before.rangeOf(VariantColumn::Error));
  QCOMPARE(before.withRange(VariantColumn::Speedup, VariantFilter::Range{.upper = 2}).print(), QString("front and speedup <= 2"));
  QCOMPARE(before.withRange(VariantColumn::Error, VariantFilter::Range{0, 0}).withRange(VariantColumn::Speedup, std::nullopt).print(),
           QString("front and error = 0"));
}

void VariantFilterTest::valuesReplaceThoseOfTheirParameter() {
  const VariantFilter before = *VariantFilter::parse("BLOCK = 16 | 32 and BLOCK = 32", parameters());
  QCOMPARE(before.valuesOf("BLOCK"), QStringList{"32"});
  QVERIFY(!before.valuesOf("LAYOUT"));
  QCOMPARE(before.withValues("BLOCK", QStringList{"8", "two words"}).print(), QString("BLOCK = 8 | \"two words\""));
  QVERIFY(before.withValues("BLOCK", std::nullopt).empty());
}

namespace {

using Condition = VariantFilter::Condition;

QString anyText() {
  const auto letters = *rc::gen::container<std::u16string>(rc::gen::weightedOneOf<char16_t>(
      {{6, rc::gen::elementOf(std::u16string(u"abcXYZ 019\"\\|,&=<>~.%and"))}, {1, rc::gen::arbitrary<char16_t>()}}));
  return QString::fromUtf8(QString::fromStdU16String(letters).toUtf8()); // half a surrogate pair is no text
}

Condition anyCondition() {
  Condition condition;
  condition.kind = *rc::gen::element(VariantFilter::Kind::Figure, VariantFilter::Kind::Keyword, VariantFilter::Kind::Text,
                                     VariantFilter::Kind::Parameter);
  const auto comparison = static_cast<VariantFilter::Comparison>(*rc::gen::inRange(0, 6));
  switch (condition.kind) {
  case VariantFilter::Kind::Figure:
    condition.column = *rc::gen::element(VariantColumn::Id, VariantColumn::Generation, VariantColumn::Runtime, VariantColumn::Speedup,
                                         VariantColumn::Error, VariantColumn::Energy, VariantColumn::Edits, VariantColumn::Inactive);
    condition.comparison = comparison;
    condition.value = *rc::gen::suchThat(rc::gen::arbitrary<double>(), [](double value) { return std::isfinite(value); });
    break;
  case VariantFilter::Kind::Keyword:
    condition.keyword = static_cast<VariantFilter::Keyword>(*rc::gen::inRange(1, 7));
    break;
  case VariantFilter::Kind::Text:
    condition.text = "x" + anyText().toLower();
    break;
  case VariantFilter::Kind::Parameter:
    condition.text = *rc::gen::element(QString("BLOCK"), QString("LAYOUT"));
    condition.comparison = *rc::gen::element(VariantFilter::Comparison::Equal, VariantFilter::Comparison::NotEqual);
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) condition.values << "v" + anyText();
    break;
  }
  return condition;
}

} // namespace

void VariantFilterTest::everyFilterReadsBackAsItIsPrinted() {
  QVERIFY(rc::check([] {
    QStringList parts;
    std::vector<Condition> conditions;
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
      conditions.push_back(anyCondition());
      parts << printCondition(conditions.back());
    }
    const Result<VariantFilter> filter = VariantFilter::parse(parts.join(" and "), parameters());
    RC_ASSERT(filter.has_value());
    RC_ASSERT(filter->conditions() == conditions);
    RC_ASSERT(*VariantFilter::parse(filter->print(), parameters()) == *filter);
  }));
}

void VariantFilterTest::noTextCrashesTheParser() {
  QVERIFY(rc::check([] {
    const QString start = *rc::gen::element(QString(), QString("BLOCK ="), QString("error < "), QString("\""));
    const Result<VariantFilter> filter = VariantFilter::parse(start + anyText(), parameters());
    if (filter)
      RC_ASSERT(*VariantFilter::parse(filter->print(), parameters()) == *filter);
    else
      RC_ASSERT(!filter.error().message.empty());
  }));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantFilterTest)
#include "variant_filter_test.moc"
