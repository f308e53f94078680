#include "tests/ui/stored_run.h"
#include "tests/ui/window_options.h"
#include "ui/edits/edits_pane.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/message_bar.h"
#include "ui/window/run_bar.h"
#include "ui/window/workbench.h"

#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

/// The window on a run of another process, as a user watches it.
class FollowTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void aRunIsFollowedFromItsBeginning();
  void aClickEndsFollowing();
  void anEditEndsFollowing();
  void aComparisonEndsFollowing();
  void theSwitchFollowsAgain();
  void switchedOffTheVariantStays();
  void theSwitchIsShownDuringARunOnly();
  void anotherRunIsFollowedAgain();
  void theMessageAtTheEndLeadsToItsVariant();
  void theOfferGoesWithItsRun();

private:
  QToolButton* followSwitch() { return window_->findChild<RunBar*>()->followSwitch(); }
  QTableView* table() { return window_->workbench()->variants()->table(); }
  void click(std::int64_t variant) {
    const QModelIndex index = window_->workbench()->variants()->proxy()->indexOf(variant).siblingAtColumn(1);
    table()->scrollTo(index);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(index).center());
  }
  /// The run goes on, with a variant that beats all.
  std::int64_t findBetter() {
    run_ = synthetic::nextGeneration(*run_);
    apply(true);
    return run_->added.back().id;
  }
  void apply(bool alive) {
    auto update = std::make_shared<RunUpdate>(*run_);
    update->writerAlive = alive;
    if (!alive) {
      update->reset = false;
      update->added.clear();
      update->generations.clear();
      update->run.status.state = RunState::Finished;
    }
    window_->model().apply(update);
  }

  std::unique_ptr<MainWindow> window_;
  std::shared_ptr<const RunUpdate> run_;
};

void FollowTest::init() {
  window_ = std::make_unique<MainWindow>(testOptions());
  window_->resize(1600, 1000);
  window_->show();
  run_ = synthetic::run();
  apply(true);
}

void FollowTest::aRunIsFollowedFromItsBeginning() {
  QVERIFY(followSwitch()->isChecked());
  QCOMPARE(followSwitch()->text(), QString("Following the best"));
  const std::int64_t better = findBetter();
  QCOMPARE(window_->selection().variant(), better);
}

void FollowTest::aClickEndsFollowing() {
  const std::int64_t other = window_->model().front().back();
  click(other);
  QVERIFY(!followSwitch()->isChecked());
  QCOMPARE(followSwitch()->text(), QString("Follow the best"));
  findBetter();
  QCOMPARE(window_->selection().variant(), other);
}

void FollowTest::anEditEndsFollowing() {
  const std::int64_t shown = window_->selection().variant();
  window_->selection().chooseEdit(1);
  findBetter();
  QCOMPARE(window_->selection().variant(), shown);
  QCOMPARE(window_->selection().edit(), 1);
}

void FollowTest::aComparisonEndsFollowing() {
  window_->selection().compareWith(window_->model().front().back());
  QVERIFY(!followSwitch()->isChecked());
}

void FollowTest::theSwitchFollowsAgain() {
  click(window_->model().front().back());
  const std::int64_t better = findBetter();
  QTest::mouseClick(followSwitch(), Qt::LeftButton);
  QCOMPARE(window_->selection().variant(), better);
  QVERIFY(followSwitch()->isChecked());
  QCOMPARE(window_->selection().variant(), window_->model().suggestion());
}

void FollowTest::switchedOffTheVariantStays() {
  const std::int64_t shown = window_->selection().variant();
  QTest::mouseClick(followSwitch(), Qt::LeftButton);
  findBetter();
  QCOMPARE(window_->selection().variant(), shown);
}

void FollowTest::theSwitchIsShownDuringARunOnly() {
  QVERIFY(!followSwitch()->isHidden());
  apply(false);
  QVERIFY(followSwitch()->isHidden());
}

void FollowTest::anotherRunIsFollowedAgain() {
  click(window_->model().front().back());
  auto next = std::make_shared<RunUpdate>(*synthetic::run());
  next->run.id = 2;
  next->writerAlive = true;
  window_->model().apply(next);
  QVERIFY(followSwitch()->isChecked());
}

void FollowTest::theMessageAtTheEndLeadsToItsVariant() {
  const std::int64_t other = window_->model().front().back();
  click(other);
  const std::int64_t best = findBetter();
  apply(false);
  QPushButton* offer = window_->messages()->offerButton();
  QVERIFY2(window_->messages()->message().contains(QString("Variant %1 is").arg(best)), qPrintable(window_->messages()->message()));
  QCOMPARE(offer->text(), QString("Show Variant %1").arg(best));
  QCOMPARE(window_->selection().variant(), other);
  window_->showStartPage();
  QTest::mouseClick(offer, Qt::LeftButton);
  QCOMPARE(window_->selection().variant(), best);
  QVERIFY(window_->workbench()->isVisible());
  QVERIFY(window_->messages()->message().isEmpty());
}

void FollowTest::theOfferGoesWithItsRun() {
  apply(false);
  QVERIFY(!window_->messages()->offerButton()->isHidden());
  window_->model().apply(synthetic::run()); // another run
  QVERIFY(window_->messages()->offerButton()->isHidden());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::FollowTest)
#include "follow_test.moc"
