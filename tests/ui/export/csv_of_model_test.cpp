#include "tests/ui/synthetic_run.h"
#include "ui/edits/edit_model.h"
#include "ui/export/csv.h"

#include <QStandardItemModel>
#include <QtTest>

namespace gevo::ui {

/// Tables as CSV, read through their models.
class CsvOfModelTest : public QObject {
  Q_OBJECT
private slots:
  void aRowForEveryEdit();
  void cellsOfEditsAreThoseShown();
  void textsWithCommasAndQuotesAreQuoted();
  void anEmptyTableIsItsHeader();
};

void CsvOfModelTest::aRowForEveryEdit() {
  WhatIf whatIf;
  EditModel model(whatIf);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->lineage.bornIn = {3, 5, 5, 9, 12, 12};
  model.setDetails(details);
  const QList<QByteArray> lines = csvOf(model).split('\n');
  QCOMPARE(lines.size(), 8); // with the header, and nothing after the last \n
  QCOMPARE(lines[0], QByteArray("edit,where,since,share,alone"));
  QCOMPARE(lines[1], QByteArray("the condition `tx < cols - 1` is now `tx < cols`,stencil.cu:15,3,,"));
  QCOMPARE(lines[2], QByteArray("this barrier is gone,stencil.cu:21,5,,"));
  QCOMPARE(lines[6], QByteArray("swap two loads,stencil.cu:10,12,,"));
  QCOMPARE(lines[7], QByteArray());
}

/// Once the variant without an edit, and with it alone, is evaluated.
void CsvOfModelTest::cellsOfEditsAreThoseShown() {
  WhatIf whatIf;
  EditModel model(whatIf);
  connect(&whatIf, &WhatIf::evaluationRequested, &whatIf, [&whatIf](quint64 ticket, const EditList& edits) {
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->result.reason = Reason::None;
    evaluation->result.fitness = {std::ranges::count(edits, 1U, &Edit::uid) > 0 ? 10.0 : 12.0, 0};
    whatIf.addEvaluation(ticket, evaluation);
  });
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  details->individual.result.reason = Reason::None;
  details->individual.result.fitness = {10, 0};
  model.setDetails(details);
  QTRY_COMPARE(csvOf(model).split('\n')[1], QByteArray("the condition `tx < cols - 1` is now `tx < cols`,stencil.cu:15,,20.0 %,1.200×"));
}

void CsvOfModelTest::textsWithCommasAndQuotesAreQuoted() {
  QStandardItemModel model(1, 2);
  model.setHorizontalHeaderLabels({"a, b", "c"});
  model.setItem(0, 0, new QStandardItem("say \"x\", twice"));
  model.setItem(0, 1, new QStandardItem("µs"));
  QCOMPARE(csvOf(model), QByteArray("\"a, b\",c\n\"say \"\"x\"\", twice\",µs\n"));
}

void CsvOfModelTest::anEmptyTableIsItsHeader() {
  WhatIf whatIf;
  const EditModel model(whatIf);
  QCOMPARE(csvOf(model), QByteArray("edit,where,since,share,alone\n"));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::CsvOfModelTest)
#include "csv_of_model_test.moc"
