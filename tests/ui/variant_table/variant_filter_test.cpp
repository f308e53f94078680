#include "tests/ui/synthetic_run.h"
#include "ui/service/annotation_service.h"
#include "ui/variant_table/variant_filter.h"

#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class VariantFilterTest : public QObject {
  Q_OBJECT
private slots:
  void filterAccepts_data();
  void filterAccepts();
  void filterReportsWhatItDoesNotUnderstand_data();
  void filterReportsWhatItDoesNotUnderstand();
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
  QTEST(filter->passes({model, annotations}, row), "passes");
}

void VariantFilterTest::filterReportsWhatItDoesNotUnderstand_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("expected");
  QTest::newRow("column") << "sped > 1"
                          << "sped";
  QTest::newRow("operator") << "error =< 1"
                            << "=<";
  QTest::newRow("number") << "error = none"
                          << "none";
  QTest::newRow("half") << "error = 0 and speedup"
                        << "speedup";
}

void VariantFilterTest::filterReportsWhatItDoesNotUnderstand() {
  QFETCH(QString, text);
  QFETCH(QString, expected);
  const Result<VariantFilter> filter = VariantFilter::parse(text);
  QVERIFY(!filter);
  QVERIFY2(QString::fromStdString(filter.error().message).contains(expected), filter.error().message.c_str());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantFilterTest)
#include "variant_filter_test.moc"
