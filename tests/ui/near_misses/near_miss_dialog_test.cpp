#include "ui/near_misses/near_miss_dialog.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

namespace {

/// Two near misses of one line, one of another, and a variant that failed later.
std::shared_ptr<const NearMisses> someMisses() {
  const auto miss = [](Reason reason, std::uint32_t line, double gain, std::int64_t variant) {
    NearMiss made;
    made.edits.resize(1);
    made.words.resize(1);
    made.words[0].text = "condition becomes `true`";
    made.reason = reason;
    made.at = {"grid.cu", line};
    made.gain = gain;
    made.variants = {variant, variant + 1};
    made.advice = "It reads outside.";
    made.message = "out of bounds in kernel k";
    return made;
  };
  NearMiss inCuda = miss(Reason::OutOfBounds, 12, 0.14, 7);
  inCuda.cuda.diff = "--- a/grid.cu\n+++ b/grid.cu\n";
  NearMisses found;
  found.base = 42;
  found.rejected = 100;
  found.groups = grouped({inCuda, miss(Reason::OutOfBounds, 12, 0.1, 9), miss(Reason::Race, 30, 0.05, 11)}, 3);
  found.late.push_back({5, 0.02, "wrong output", true});
  return std::make_shared<const NearMisses>(std::move(found));
}

} // namespace

class NearMissDialogTest : public QObject {
  Q_OBJECT
private slots:
  void eachNearMissHasARow() {
    NearMissDialog dialog;
    dialog.setFound(someMisses());
    QCOMPARE(dialog.list()->topLevelItemCount(), 4);
    const QTreeWidgetItem* first = dialog.list()->topLevelItem(0);
    QVERIFY2(first->text(0).startsWith("14"), qPrintable(first->text(0)));
    QCOMPARE(first->text(1), QString("out of bounds"));
    QCOMPARE(first->text(2), QString("grid.cu:12"));
    QCOMPARE(first->text(4), QString("condition becomes true"));
    QCOMPARE(dialog.list()->topLevelItem(3)->text(1), QString("held-out tests"));
  }

  void theyAreNotCalledResults() {
    NearMissDialog dialog;
    dialog.setFound(someMisses());
    QVERIFY2(dialog.summary()->text().contains("wrong as it is"), qPrintable(dialog.summary()->text()));
    QVERIFY2(dialog.summary()->text().contains("estimates"), qPrintable(dialog.summary()->text()));
  }

  void theChosenOneIsShownWithItsVariantAndLine() {
    NearMissDialog dialog;
    dialog.setFound(someMisses());
    QSignalSpy chosen(&dialog, &NearMissDialog::chosen);
    dialog.list()->setCurrentItem(dialog.list()->topLevelItem(0));
    QCOMPARE(chosen.size(), 1);
    QCOMPARE(chosen[0][0].toLongLong(), 7LL);
    QCOMPARE(chosen[0][1].value<CodeLine>(), (CodeLine{"grid.cu", 12}));
    const QString words = dialog.words()->toPlainText();
    QVERIFY2(words.contains("It reads outside.") && words.contains("+++ b/grid.cu"), qPrintable(words));
    dialog.list()->setCurrentItem(dialog.list()->topLevelItem(2));
    QVERIFY(!dialog.words()->toPlainText().contains("+++"));
    dialog.list()->setCurrentItem(dialog.list()->topLevelItem(3));
    QCOMPARE(chosen.back()[0].toLongLong(), 5LL);
  }

  void theButtonCancelsWhatGoesOn() {
    NearMissDialog dialog;
    QSignalSpy searched(&dialog, &NearMissDialog::searchRequested);
    QSignalSpy cancelled(&dialog, &NearMissDialog::cancelRequested);
    dialog.button()->click();
    QCOMPARE(searched.size(), 1);
    dialog.setProgress("trying rejected edits, 3 of 40");
    QCOMPARE(dialog.summary()->text(), QString("trying rejected edits, 3 of 40"));
    dialog.button()->click();
    QCOMPARE(cancelled.size(), 1);
    QCOMPARE(searched.size(), 1);
    dialog.setProgress({});
    QCOMPARE(dialog.button()->text(), QString("Find"));
  }

  void noneIsSaid() {
    NearMissDialog dialog;
    NearMisses none;
    none.rejected = 12;
    dialog.setFound(std::make_shared<const NearMisses>(none));
    QVERIFY2(dialog.summary()->text().startsWith("12 evaluations were rejected"), qPrintable(dialog.summary()->text()));
    QCOMPARE(dialog.list()->topLevelItemCount(), 0);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::NearMissDialogTest)
#include "near_miss_dialog_test.moc"
