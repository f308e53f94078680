/// The comparison of a file's runs, opened from the menu.

#include "core/session/run_session.h"
#include "tests/ui/window_options.h"
#include "ui/comparison/runs_dialog.h"

#include <QAction>
#include <QLabel>
#include <QTemporaryDir>
#include <QTreeWidget>
#include <QtTest>

namespace gevo::ui {

class CompareRunsTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void bothRunsAreShownAndOneIsChosen();
  void aFileWithoutARunSaysSo();

private:
  static RunsDialog* compare(MainWindow& window) {
    for (QAction* action : window.findChildren<QAction*>())
      if (action->text().remove('&') == QStringLiteral("Compare Runs…")) action->trigger();
    return window.findChild<RunsDialog*>();
  }
  QString copyOfHotspot(const QString& name) const {
    const QString path = folder_.filePath(name);
    if (!QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", path)) qFatal("no copy");
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    return path;
  }

  QTemporaryDir folder_;
  QString file_; ///< with two runs
};

void CompareRunsTest::initTestCase() {
  file_ = copyOfHotspot("two.gevo");
  for (const std::uint64_t seed : {1, 2}) {
    RunSession::Options run;
    run.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    run.settings.search.population = 6;
    run.settings.search.generations = 1;
    run.settings.search.seed = seed;
    run.validate = false;
    auto session = RunSession::open(file_.toStdString(), std::move(run));
    QVERIFY2(session, session ? "" : session.error().message.c_str());
    QVERIFY((*session)->run({}, {}));
  }
}

void CompareRunsTest::bothRunsAreShownAndOneIsChosen() {
  MainWindow window(testOptions());
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  QCOMPARE(window.model().run().id, 2);
  RunsDialog* dialog = compare(window);
  QVERIFY(dialog);
  QTRY_COMPARE(dialog->runs()->topLevelItemCount(), 2);
  QCOMPARE(dialog->runs()->topLevelItem(1)->text(3), QString("2")); // its seed
  QVERIFY2(dialog->summary()->text().startsWith("2 runs: best "), qPrintable(dialog->summary()->text()));
  emit dialog->runs()->itemActivated(dialog->runs()->topLevelItem(0), 0);
  QTRY_COMPARE(window.model().run().id, 1);
  QCOMPARE(compare(window), dialog); // there is one
}

void CompareRunsTest::aFileWithoutARunSaysSo() {
  MainWindow window(testOptions());
  window.show();
  window.openFile(copyOfHotspot("none.gevo"));
  RunsDialog* dialog = compare(window);
  QVERIFY(dialog);
  QCOMPARE(dialog->summary()->text(), QString("This file has no run yet."));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::CompareRunsTest)
#include "compare_runs_test.moc"
