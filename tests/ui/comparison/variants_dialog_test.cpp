#include "ui/comparison/variants_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QtTest>

namespace gevo::ui {

class VariantsDialogTest : public QObject {
  Q_OBJECT
private slots:
  void eachVariantHasAColumn();
  void theBestStandsOut();
  void rowsInWhichTheyAgreeCanBeHidden();
  void theTextHasTabs();
  void theCsvMarksTheBest();
  void ofManyTheFastestAreCompared();
  void aColumnsNameShowsItsVariant();
  void wordsThatComeLaterKeepTheColumns();

private:
  static std::shared_ptr<const VariantComparison> comparison() {
    VariantComparison found;
    found.variants = {3, 8123, 5};
    found.rows = {{PropertyKind::Section, "Result"},
                  {PropertyKind::Property, "speedup, simulated", {"1.200×", "1.100×", "1.500×"}, {false, false, true}, true},
                  {PropertyKind::Section, "Checks"},
                  {PropertyKind::Property, "races", {"reject", "reject", "reject"}, {}, false},
                  {PropertyKind::Section, "Edits that one alone has"},
                  {PropertyKind::Edit, "delete barrier · a.cu:3", {"yes", "–", "–"}, {}, true}};
    return std::make_shared<const VariantComparison>(found);
  }
};

void VariantsDialogTest::eachVariantHasAColumn() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  QCOMPARE(dialog.model()->columnCount(), 4);
  QCOMPARE(dialog.model()->headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), QString("Variant 8123"));
  QCOMPARE(dialog.model()->rowCount(), 6);
  QCOMPARE(dialog.summary()->text(), QString("3 variants. The best of each row is bold."));
}

void VariantsDialogTest::theBestStandsOut() {
  VariantsDialog dialog;
  dialog.setTheme(Theme::light());
  dialog.setComparison(comparison(), 3);
  const auto at = [&](int column, int role) { return dialog.model()->data(dialog.model()->index(1, column), role); };
  QCOMPARE(at(3, Qt::ForegroundRole).value<QColor>(), Theme::light().good);
  QVERIFY(at(3, Qt::FontRole).value<QFont>().weight() > QFont::Normal);
  QCOMPARE(at(1, Qt::ForegroundRole).value<QColor>(), Theme::light().ink);
}

void VariantsDialogTest::rowsInWhichTheyAgreeCanBeHidden() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  dialog.differingOnly()->setChecked(true);
  QStringList names;
  for (int row = 0; row < dialog.model()->rowCount(); ++row) names << QString::fromStdString(dialog.model()->row(row).name);
  QCOMPARE(names, QStringList({"Result", "speedup, simulated", "Edits that one alone has", "delete barrier · a.cu:3"}));
  QVERIFY(dialog.summary()->text().endsWith("One row in which they agree is hidden."));
  dialog.differingOnly()->setChecked(false);
  QCOMPARE(dialog.model()->rowCount(), 6);
}

void VariantsDialogTest::theTextHasTabs() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  dialog.copyText();
  QCOMPARE(QGuiApplication::clipboard()->text(), QString("property\tVariant 3\tVariant 8123\tVariant 5\n"
                                                         "speedup, simulated\t1.200×\t1.100×\t1.500×\n"
                                                         "races\treject\treject\treject\n"
                                                         "delete barrier · a.cu:3\tyes\t–\t–\n"));
}

void VariantsDialogTest::theCsvMarksTheBest() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  const QByteArray csv = csvOf(*dialog.model());
  QVERIFY2(csv.startsWith("property,3,8123,5\n\"speedup, simulated\",1.200x,1.100x,1.500x *\n"), csv.constData());
}

void VariantsDialogTest::ofManyTheFastestAreCompared() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 4012);
  QCOMPARE(dialog.summary()->text(), QString("The 3 fastest of 4,012 selected variants."));
}

void VariantsDialogTest::aColumnsNameShowsItsVariant() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  dialog.show();
  const QSignalSpy chosen(&dialog, &VariantsDialog::variantChosen);
  QHeaderView* header = dialog.table()->horizontalHeader();
  QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(header->sectionViewportPosition(2) + 20, header->height() / 2));
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toLongLong(), 8123);
}

void VariantsDialogTest::wordsThatComeLaterKeepTheColumns() {
  VariantsDialog dialog;
  dialog.setComparison(comparison(), 3);
  dialog.table()->setColumnWidth(0, 222);
  dialog.setComparison(comparison(), 3);
  QCOMPARE(dialog.table()->columnWidth(0), 222);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantsDialogTest)
#include "variants_dialog_test.moc"
