#include "tests/ui/synthetic_run.h"
#include "ui/edits/edit_model.h"
#include "ui/edits/history_model.h"

#include <QAbstractItemModelTester>
#include <QtTest>

namespace gevo::ui {

class HistoryModelTest : public QObject {
  Q_OBJECT
private slots:
  void historyShowsTheAncestorsThatGainedEdits();
};

void HistoryModelTest::historyShowsTheAncestorsThatGainedEdits() {
  RunModel run;
  run.apply(synthetic::run());
  HistoryModel history(run);
  const QAbstractItemModelTester tester(&history, QAbstractItemModelTester::FailureReportingMode::QtTest);
  auto details = std::make_shared<VariantDetails>(*synthetic::details(8));
  const auto row = [&](std::int64_t id, std::uint32_t generation, double runtime) {
    VariantRow row;
    row.id = id;
    row.generation = generation;
    row.runtime = runtime;
    row.origin = id == 0 ? Origin::Original : Origin::Mutation;
    return row;
  };
  details->lineage.steps = {{row(0, 0, 18.4), {}, 0}, {row(3, 1, 16), {1}, 0}, {row(5, 2, 16), {}, 2}, {row(8, 4, 12), {0, 2, 3}, 1}};
  history.setDetails(details);
  QCOMPARE(history.rowCount(), 3); // generation 2 brought nothing that the variant has
  QCOMPARE(history.index(1, HistoryModel::Change).data().toString(), QString("delete barrier"));
  QCOMPARE(history.index(1, HistoryModel::Speedup).data().toString(), QString::fromUtf8("1.150×"));
  QCOMPARE(history.index(0, HistoryModel::Speedup).data(EditModel::BarRole).toDouble(), 0.0);
  QCOMPARE(history.index(2, HistoryModel::Speedup).data(EditModel::BarRole).toDouble(), 1.0);
  QCOMPARE(history.index(2, HistoryModel::Change).data().toString().count(QString::fromUtf8(" · ")), 2); // all three
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::HistoryModelTest)
#include "history_model_test.moc"
