/// A table is fitted as a user does it: file, target, Start, Stop, a program chosen.

#include "tests/ui/tmbl/some_table.h"
#include "ui/project/source_view.h"
#include "ui/setup/limit_row.h"
#include "ui/tmbl/fit_dialog.h"
#include "ui/tmbl/fit_results.h"
#include "ui/tmbl/fit_setup.h"
#include "ui/tmbl/front_plot.h"
#include "ui/tmbl/front_table.h"
#include "ui/tmbl/prediction_plot.h"
#include "ui/tmbl/program_view.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

class FitDialogTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<FitDialog> dialog_;

  QString write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  QString writeTable() const {
    const auto table = someTable();
    QByteArray text = "x,y,z\n";
    for (std::size_t row = 0; row < table->rows(); ++row)
      text += QString("%1,%2,%3\n").arg(table->values[0][row]).arg(table->values[1][row]).arg(table->values[2][row]).toUtf8();
    return write("table.csv", text);
  }
  void enterFile(const QString& path) const {
    dialog_->setup()->file()->clear();
    QTest::keyClicks(dialog_->setup()->file(), path);
    QTest::keyClick(dialog_->setup()->file(), Qt::Key_Return);
  }
  void drop(const QString& path) const {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(dialog_.get(), &enter);
    if (!enter.isAccepted()) return;
    QDropEvent dropped({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, {});
    QCoreApplication::sendEvent(dialog_.get(), &dropped);
  }
  /// 0 evaluations: until it is stopped.
  void begin(double evaluations) const {
    dialog_->setup()->openFile(writeTable());
    QTRY_VERIFY(dialog_->startButton()->isEnabled());
    dialog_->setup()->functions()->setText("add,sub,mul,div");
    dialog_->setup()->evaluations()->setValue(evaluations);
    QTest::mouseClick(dialog_->startButton(), Qt::LeftButton);
    QVERIFY(dialog_->service().running());
  }
  void fit() const {
    begin(3000);
    QTRY_VERIFY(!dialog_->service().running());
    QVERIFY(rows() > 1);
  }
  int rows() const { return dialog_->results()->table()->model()->rowCount(); }
  QString cell(int row, FrontColumn column) const {
    return dialog_->results()->table()->model()->index(row, int(column)).data().toString();
  }
  QString formula() const { return dialog_->results()->program()->formula()->toPlainText(); }
  QString cuda() const { return dialog_->results()->program()->cuda()->toPlainText(); }
  /// As of the row that is shown.
  void compareShown(int row) const {
    QCOMPARE(dialog_->results()->table()->currentIndex().row(), row);
    QCOMPARE(formula(), "z = " + cell(row, FrontColumn::Formula));
    QVERIFY2(cuda().contains(QString("__device__ float length%1(float input0, float input1) {").arg(cell(row, FrontColumn::Length))),
             qPrintable(cuda()));
    QVERIFY(cuda().contains("// input1: y\n"));
  }

private slots:
  void init() {
    dialog_ = std::make_unique<FitDialog>();
    dialog_->show();
    QVERIFY(QTest::qWaitForWindowExposed(dialog_.get()));
  }
  void cleanup() { dialog_.reset(); }

  void aTableIsFittedAndItsFrontAppears() {
    QVERIFY(!dialog_->startButton()->isEnabled());
    enterFile(writeTable());
    QTRY_VERIFY(dialog_->startButton()->isEnabled());
    QCOMPARE(dialog_->setup()->fileNote()->text(), QString("80 rows, 3 columns"));
    QCOMPARE(dialog_->setup()->target()->currentText(), QString("z"));
    fit();
    QVERIFY2(dialog_->status().endsWith("60 rows to learn from, 20 held out."), qPrintable(dialog_->status()));
    QTRY_COMPARE(dialog_->results()->frontPlot()->training()->dataCount(), rows());
    QCOMPARE(dialog_->results()->predictionPlot()->points()->dataCount(), 20);
    QVERIFY(cell(rows() - 1, FrontColumn::Explained).startsWith("1.0000"));
    QVERIFY(!formula().isEmpty());
  }

  void anotherTargetIsPredicted() {
    dialog_->setup()->openFile(writeTable());
    QTRY_VERIFY(dialog_->startButton()->isEnabled());
    dialog_->setup()->target()->setCurrentText("y");
    dialog_->setup()->evaluations()->setValue(1000);
    dialog_->start();
    QTRY_VERIFY(!dialog_->service().running());
    QVERIFY2(formula().startsWith("y = "), qPrintable(formula()));
  }

  void aDroppedFileIsRead() {
    drop(writeTable());
    QTRY_COMPARE(dialog_->setup()->fileNote()->text(), QString("80 rows, 3 columns"));
  }

  void aBadCellIsToldWithFileAndLine() {
    const QString path = write("bad.csv", "x,y\n1,2\n3,four\n");
    enterFile(path);
    QTRY_COMPARE(dialog_->setup()->fileNote()->text(), path + ":3: 'four' in column 'y' is not a number; remove the row or the column");
    QVERIFY(dialog_->setup()->fileNote()->isVisible());
    QVERIFY(!dialog_->startButton()->isEnabled());
  }

  void tooFewRowsAreTold() {
    drop(write("short.csv", "x,y\n1,2\n3,4\n"));
    QTRY_VERIFY(dialog_->startButton()->isEnabled());
    dialog_->start();
    QTRY_VERIFY(!dialog_->service().running());
    QVERIFY2(dialog_->setup()->fileNote()->text().contains("rows would be left"), qPrintable(dialog_->setup()->fileNote()->text()));
  }

  void aFunctionThatThereIsNotIsTold() {
    dialog_->setup()->openFile(writeTable());
    QTRY_VERIFY(dialog_->startButton()->isEnabled());
    dialog_->setup()->functions()->setText("add,tan");
    QVERIFY(dialog_->setup()->functionsProblem()->text().startsWith("'tan' is not a TMBL instruction"));
    QVERIFY(!dialog_->startButton()->isEnabled());
  }

  void stopKeepsTheFront() {
    begin(0);
    QTRY_VERIFY(rows() > 0); // while it runs
    QVERIFY(dialog_->service().running());
    QVERIFY(!dialog_->setup()->isEnabled());
    QTest::mouseClick(dialog_->stopButton(), Qt::LeftButton);
    QTRY_VERIFY(!dialog_->service().running());
    QVERIFY(rows() > 0);
    QVERIFY2(dialog_->status().startsWith("Stopped: "), qPrintable(dialog_->status()));
    QVERIFY(dialog_->startButton()->isEnabled());
  }

  void closingEndsTheSearch() {
    begin(0);
    dialog_->close();
    QTRY_VERIFY(!dialog_->service().running());
  }

  void aRowShowsFormulaAndCuda() {
    fit();
    const QRect first = dialog_->results()->table()->visualRect(dialog_->results()->table()->model()->index(0, 0));
    QTest::mouseClick(dialog_->results()->table()->viewport(), Qt::LeftButton, {}, first.center());
    compareShown(0);
    QTest::keyClick(dialog_->results()->table(), Qt::Key_Down);
    compareShown(1);
  }

  void aPointIsChosenByMouseAndKeys() {
    fit();
    FrontPlot& front = *dialog_->results()->frontPlot();
    QTRY_COMPARE(front.training()->dataCount(), rows());
    const auto point = front.training()->data()->at(0);
    const QPoint place(qRound(front.plot()->xAxis->coordToPixel(point->key)), qRound(front.plot()->yAxis->coordToPixel(point->value)));
    QTest::mouseClick(front.plot(), Qt::LeftButton, {}, place);
    compareShown(0);
    QTest::keyClick(&front, Qt::Key_Right);
    compareShown(1);
    QTest::keyClick(&front, Qt::Key_End);
    compareShown(rows() - 1);
    QVERIFY2(front.tipAt(place).contains("training error"), qPrintable(front.tipAt(place)));
  }

  void textsAreCopiedAndSaved() {
    fit();
    ProgramView& program = *dialog_->results()->program();
    QTest::mouseClick(program.copyFormulaButton(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), formula());
    QTest::mouseClick(program.copyCudaButton(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), cuda());
    program.saveCuda(folder_.filePath("best.cu"));
    QFile saved(folder_.filePath("best.cu"));
    QVERIFY(saved.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(saved.readAll()), cuda());
    QVERIFY2(dialog_->status().endsWith("best.cu"), qPrintable(dialog_->status()));
    program.saveCuda("/nowhere/best.cu");
    QVERIFY2(dialog_->status().contains("/nowhere/best.cu"), qPrintable(dialog_->status()));
  }

  void withoutHeldOutRowsAllOfThemJudge() {
    dialog_->setup()->heldOut()->setValue(0);
    fit();
    QVERIFY(dialog_->results()->table()->isColumnHidden(int(FrontColumn::TestError)));
    QTRY_COMPARE(dialog_->results()->predictionPlot()->points()->dataCount(), 80);
    QCOMPARE(dialog_->results()->frontPlot()->test()->dataCount(), 0);
  }

  void everyFocusableWidgetHasAName() {
    fit();
    for (QWidget* widget : dialog_->findChildren<QWidget*>()) {
      const bool isPart = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) || widget->objectName().startsWith("qt_");
      if (widget->focusPolicy() == Qt::NoFocus || isPart || qobject_cast<QLabel*>(widget) ||
          widget->inherits("QComboBoxPrivateContainer") || widget->inherits("QComboBoxListView"))
        continue;
      const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
      QVERIFY2(face && !face->text(QAccessible::Name).isEmpty(), widget->metaObject()->className());
    }
  }

  void plotsFollowTheTheme() {
    dialog_->setTheme(Theme::darkened());
    fit();
    QTRY_COMPARE(dialog_->results()->frontPlot()->training()->dataCount(), rows());
    QCOMPARE(dialog_->results()->frontPlot()->training()->pen().color(), Theme::darkened().front);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FitDialogTest)
#include "fit_dialog_test.moc"
