/// Switching an edit off changes the whole window, with real workers on the bundled file.

#include "core/edit/edit_text.h"
#include "core/session/run_session.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/pareto/front_layer.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/text/format.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/proof_bar.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/message_bar.h"
#include "ui/window/variant_checks.h"
#include "ui/window/variant_exports.h"
#include "ui/window/workbench.h"

#include <QFileDialog>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class CheckedEditsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void everyPaneShowsTheCheckedEdits();
  void theExportHoldsTheCheckedEdits();
  void theCheckedEditsAreValidated();
  void theCheckedEditsAreProven();
  void withoutAnEditThereIsNothingToValidate();

private:
  /// A valid variant with several edits, one of which it is valid without.
  void open(MainWindow& window);
  /// As it stands in the menu now.
  static bool trigger(const MainWindow& window, const QString& text);

  QTemporaryDir folder_;
  QString file_;
};

void CheckedEditsTest::initTestCase() {
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  file_ = folder_.filePath("hotspot.gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
  RunSession::Options options;
  options.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  options.settings.search.population = 16;
  options.settings.search.generations = 4;
  options.validate = false;
  auto session = RunSession::open(file_.toStdString(), std::move(options));
  QVERIFY2(session, session ? "" : session.error().message.c_str());
  QVERIFY((*session)->run({}, {}));
}

void CheckedEditsTest::open(MainWindow& window) {
  window.resize(1400, 900);
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  const std::vector<VariantRow>& rows = window.model().variants();
  const auto several = std::ranges::find_if(rows, [](const VariantRow& row) { return row.edits - row.inactive > 1; });
  QVERIFY2(several != rows.end(), "the seed finds one");
  const QSignalSpy shown(&window, &MainWindow::variantShown);
  window.selection().choose(several->id);
  WhatIf& whatIf = window.workbench()->edits()->whatIf();
  QTRY_VERIFY_WITH_TIMEOUT(whatIf.details() && shown.size() > 0, 60'000);
  for (int edit = 0; edit < static_cast<int>(whatIf.switches().size()); ++edit) {
    whatIf.setOn(edit, false);
    QTRY_VERIFY_WITH_TIMEOUT(whatIf.asSwitched(), 60'000);
    if (whatIf.asSwitched()->valid()) return;
    whatIf.setOn(edit, true);
  }
  QFAIL("it needs all of its edits");
}

bool CheckedEditsTest::trigger(const MainWindow& window, const QString& text) {
  for (QMenu* menu : window.menuBar()->findChildren<QMenu*>()) {
    emit menu->aboutToShow();
    for (QAction* action : menu->actions())
      if (action->text() == text) {
        action->trigger();
        return true;
      }
  }
  return false;
}

void CheckedEditsTest::everyPaneShowsTheCheckedEdits() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  if (QTest::currentTestFailed()) return;
  const Workbench& panes = *window.workbench();
  const CheckedEdits checked = *panes.edits()->whatIf().checked();
  const auto titles = [&] {
    QStringList texts;
    for (const QLabel* label : panes.variant()->findChildren<QLabel*>()) texts << label->text();
    return texts;
  };
  QVERIFY(titles().contains(checked.title()));
  const DifferencesView& differences = *panes.variant()->differences();
  QTRY_COMPARE_WITH_TIMEOUT(differences.right().title, checked.title(), 60'000);
  const std::string without = differences.right().details->texts.ir.text;
  QCOMPARE(differences.right().details->texts.edits.size(), panes.edits()->whatIf().switches().size());
  const auto& mark = panes.pareto()->view()->marks().whatIf();
  QVERIFY(mark);
  QCOMPARE(mark->variant, checked.variant);
  QCOMPARE(mark->point.runtime, checked.result->fitness.runtime);

  panes.edits()->whatIf().setSwitches(WhatIf::Switches(panes.edits()->whatIf().switches().size(), true));
  QVERIFY(!titles().contains(checked.title()));
  QVERIFY(!panes.pareto()->view()->marks().whatIf());
  QCOMPARE(differences.right().title, variantTitle(checked.variant));
  QVERIFY(differences.right().details->texts.ir.text != without);
}

void CheckedEditsTest::theExportHoldsTheCheckedEdits() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  if (QTest::currentTestFailed()) return;
  const EditList expected = window.workbench()->edits()->whatIf().checkedEdits();
  const QString path = folder_.filePath("checked.edits");
  window.exports().write(ExportKind::Edits);
  const QList<QFileDialog*> dialogs = window.findChildren<QFileDialog*>();
  QVERIFY(!dialogs.isEmpty());
  emit dialogs.last()->fileSelected(path); // the file itself is written by Qt
  dialogs.last()->reject();
  QTRY_VERIFY2_WITH_TIMEOUT(window.messages()->message().endsWith("saved as " + path), qPrintable(window.messages()->message()), 60'000);
  QVERIFY2(window.messages()->message().startsWith("Variant D1"), qPrintable(window.messages()->message()));
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray::fromStdString(printEdits(expected)));
}

void CheckedEditsTest::theCheckedEditsAreValidated() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  if (QTest::currentTestFailed()) return;
  const EditList expected = window.workbench()->edits()->whatIf().checkedEdits();
  const QSignalSpy validated(&window.checks().validation(), &ValidationService::validated);
  QVERIFY(trigger(window, "Va&lidate the Checked Edits on All Tests"));
  QTRY_COMPARE_WITH_TIMEOUT(validated.size(), 1, 120'000);
  const std::int64_t variant = validated[0][0].toLongLong();
  QVERIFY(isDerived(variant));
  QTRY_COMPARE(window.selection().variant(), variant); // what was validated is shown
  const auto store = Store::open(file_.toStdString(), Store::Access::Read);
  QCOMPARE((*store)->individual(1, variant)->edits, expected);
  QTRY_VERIFY(std::ranges::count((*store)->validations(1).value(), variant, &ValidationRow::variant) == 1);
}

void CheckedEditsTest::theCheckedEditsAreProven() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  if (QTest::currentTestFailed()) return;
  const EditList expected = window.workbench()->edits()->whatIf().checkedEdits();
  auto* prove = window.workbench()->variant()->differences()->proof()->findChild<QToolButton*>();
  QTRY_VERIFY_WITH_TIMEOUT(prove->isVisible(), 60'000);
  const QSignalSpy ended(&window.checks().patches(), &PatchService::ended);
  QTest::mouseClick(prove, Qt::LeftButton);
  // It may be over at once, where it can't be made.
  QTRY_VERIFY_WITH_TIMEOUT(window.checks().patches().running() || ended.size() == 1, 10'000);
  const std::int64_t variant = window.checks().patches().variant();
  window.checks().patches().cancel();
  QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, 60'000);
  const auto store = Store::open(file_.toStdString(), Store::Access::Read);
  QCOMPARE((*store)->individual(1, variant)->edits, expected);
}

void CheckedEditsTest::withoutAnEditThereIsNothingToValidate() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window);
  if (QTest::currentTestFailed()) return;
  WhatIf& whatIf = window.workbench()->edits()->whatIf();
  whatIf.setSwitches(WhatIf::Switches(whatIf.switches().size(), false));
  window.checks().validate();
  QVERIFY2(window.messages()->message().endsWith("can't be validated: no edit is checked, so it is the original"),
           qPrintable(window.messages()->message()));
  QVERIFY(!window.checks().validation().running());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::CheckedEditsTest)
#include "checked_edits_test.moc"
