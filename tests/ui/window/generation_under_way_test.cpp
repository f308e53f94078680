/// A generation under way in a file that is being written: what it found so far is shown, and keeps being shown under its number.

#include "core/store/unfinished_id.h"
#include "tests/ui/stored_run.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/message_bar.h"
#include "ui/window/variant_exports.h"
#include "ui/window/workbench.h"

#include <QFileDialog>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class GenerationUnderWayTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup() { store_.reset(); }
  void theBestSoFarIsShownInTheFirstGeneration();
  void whatIsSelectedKeepsItsPlaceWhenItGetsItsNumber();
  void whatHasNoNumberIsNotExported();

private:
  QString path() const { return folder_.filePath("stencil.gevo"); }

  QTemporaryDir folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
};

/// The writer stays alive, as that of a run that goes on.
void GenerationUnderWayTest::init() {
  QFile::remove(path());
  store_ = Store::create(path().toStdString(), *synthetic::project()).value();
  run_ = store_->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)).value();
  QVERIFY(store_->setStatus(run_, {RunState::Running, {}, 0}));
  QVERIFY(store_->addUnfinishedEvaluations(run_, synthetic::generation(0).evaluations));
}

void GenerationUnderWayTest::theBestSoFarIsShownInTheFirstGeneration() {
  MainWindow window(testOptions());
  window.openFile(path());
  QTRY_VERIFY(isUnfinished(window.selection().variant()));
  const VariantRow* row = window.model().variantOrUnderWay(window.selection().variant());
  QCOMPARE(row->runtime, 18.0 - 0.1 * 8); // the last, see synthetic::generation
  QTRY_COMPARE(window.workbench()->edits()->model()->rowCount(), 6);
  QVERIFY(window.workbench()->variant()->chipTexts().contains("error 0"));
}

void GenerationUnderWayTest::whatIsSelectedKeepsItsPlaceWhenItGetsItsNumber() {
  MainWindow window(testOptions());
  window.openFile(path());
  QTRY_COMPARE(window.model().unfinished().size(), std::size_t(8));
  const auto chosen = std::ranges::find(window.model().unfinished(), 18.0 - 0.1 * 4, &VariantRow::runtime);
  QVERIFY(chosen != window.model().unfinished().end());
  window.selection().choose(chosen->id);
  QTRY_COMPARE(window.workbench()->edits()->model()->rowCount(), 6);
  QVERIFY(store_->addGeneration(run_, synthetic::generation(0)));
  QTRY_COMPARE(window.selection().variant(), std::int64_t(4));
  QVERIFY(window.selection().chosen());
  QTRY_COMPARE(window.workbench()->edits()->model()->rowCount(), 6);
}

void GenerationUnderWayTest::whatHasNoNumberIsNotExported() {
  MainWindow window(testOptions());
  window.openFile(path());
  QTRY_VERIFY(isUnfinished(window.selection().variant()));
  window.exports().write(ExportKind::Ptx);
  QVERIFY(!window.findChild<QFileDialog*>());
  QVERIFY2(window.messages()->message().contains("has no number yet"), qPrintable(window.messages()->message()));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::GenerationUnderWayTest)
#include "generation_under_way_test.moc"
