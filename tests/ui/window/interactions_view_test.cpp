/// Interactions in the window: analysed by a real worker, kept in the file.

#include "core/session/run_session.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/interactions/interactions_page.h"
#include "ui/window/workbench.h"

#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class InteractionsViewTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void aVariantIsAnalysedOnceAndKnownThen();
  void aCancelledAnalysisCanBeginAgain();
  void withoutAWorkerItIsSaidWhy();

private:
  static constexpr int patience = 60'000;
  static InteractionsPage& page(const MainWindow& window) { return *window.workbench()->edits()->interactions(); }
  void open(MainWindow& window, std::int64_t variant);

  QTemporaryDir folder_;
  QString file_;
  std::int64_t variant_ = 0; ///< with at least two edits
};

void InteractionsViewTest::initTestCase() {
  file_ = folder_.filePath("hotspot.gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
  RunSession::Options run;
  run.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  run.settings.search.population = 12;
  run.settings.search.generations = 1;
  run.validate = false;
  auto session = RunSession::open(file_.toStdString(), std::move(run));
  QVERIFY2(session, session ? "" : session.error().message.c_str());
  QVERIFY((*session)->run({}, {}));
}

void InteractionsViewTest::open(MainWindow& window, std::int64_t variant) {
  window.resize(1400, 900);
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  if (variant == 0)
    for (const VariantRow& row : window.model().variants())
      if (row.edits >= 2) variant_ = row.id;
  QVERIFY(variant_ > 0);
  window.workbench()->edits()->showInteractions();
  window.selection().choose(variant_);
}

void InteractionsViewTest::aVariantIsAnalysedOnceAndKnownThen() {
  {
    MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
    open(window, 0);
    QTRY_VERIFY_WITH_TIMEOUT(page(window).analyseButton()->isVisible(), patience);
    QTest::mouseClick(page(window).analyseButton(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page(window).canvas()->placeOf({PicturePart::ofAnEdit, 0}), patience);
    QVERIFY(!page(window).analyseButton()->isVisible());
    QVERIFY2(page(window).words()->text().contains("edit"), qPrintable(page(window).words()->text()));
  }
  MainWindow again(testOptions()); // no worker
  open(again, variant_);
  QTRY_VERIFY_WITH_TIMEOUT(page(again).canvas()->placeOf({PicturePart::ofAnEdit, 0}), patience);
  const QPoint node = page(again).canvas()->placeOf({PicturePart::ofAnEdit, 0})->center().toPoint();
  QTest::mouseClick(page(again).canvas(), Qt::LeftButton, {}, node);
  QVERIFY(again.selection().edit() >= 0);
}

void InteractionsViewTest::aCancelledAnalysisCanBeginAgain() {
  MainWindow window(testOptions(GEVO_TEST_BIN "/gevo-worker"));
  open(window, variant_);
  std::int64_t other = 0;
  for (const VariantRow& row : window.model().variants())
    if (row.edits > row.inactive && row.id != variant_) other = row.id;
  if (other == 0) QSKIP("the run found one variant only");
  window.selection().choose(other);
  QPushButton& button = *page(window).analyseButton();
  QTRY_VERIFY_WITH_TIMEOUT(button.isVisible() && button.text() == "Analyse", patience);
  QTest::mouseClick(&button, Qt::LeftButton);
  QCOMPARE(button.text(), QString("Cancel"));
  QTest::mouseClick(&button, Qt::LeftButton);
  QCOMPARE(button.text(), QString("Analyse"));
  QTest::mouseClick(&button, Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(page(window).canvas()->placeOf({PicturePart::ofAnEdit, 0}), patience);
}

void InteractionsViewTest::withoutAWorkerItIsSaidWhy() {
  MainWindow window(testOptions());
  open(window, variant_);
  std::int64_t other = 0;
  for (const VariantRow& row : window.model().variants())
    if (row.edits > row.inactive && row.id != variant_ && other == 0) other = row.id; // the one that is not analysed
  if (other == 0) QSKIP("the run found one variant only");
  window.selection().choose(other);
  QTRY_VERIFY_WITH_TIMEOUT(page(window).analyseButton()->isVisible(), patience);
  QTest::mouseClick(page(window).analyseButton(), Qt::LeftButton);
  QTRY_VERIFY_WITH_TIMEOUT(page(window).words()->text().contains("/nowhere/gevo-worker"), patience);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::InteractionsViewTest)
#include "interactions_view_test.moc"
