#include "tests/ui/made_up_run.h"
#include "ui/pareto/pareto_pane.h"

#include <QSlider>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class ScrubberTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup();
  void slidingShowsAPastGeneration();
  void theRightEndIsThePresentAndGoesOnWithTheRun();
  void aPastMomentStaysWhileTheRunGoesOn();
  void playingRunsFromTheBeginningToThePresent();
  void keysOfTheViewMoveIt();
  void hiddenWhileThereIsOneGeneration();
  void anotherRunBeginsAtThePresent();

private:
  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<Moment> moment_;
  std::unique_ptr<ParetoPane> pane_;
};

void ScrubberTest::init() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  moment_ = std::make_unique<Moment>();
  pane_ = std::make_unique<ParetoPane>(*model_, *selection_, *moment_);
  pane_->resize(500, 400);
  pane_->show();
  model_->apply(made_up::run({9, 10}));
}

void ScrubberTest::cleanup() { pane_.reset(); }

void ScrubberTest::slidingShowsAPastGeneration() {
  pane_->scrubber()->slider()->setValue(4);
  QCOMPARE(moment_->generation(), std::optional(4U));
}

void ScrubberTest::theRightEndIsThePresentAndGoesOnWithTheRun() {
  pane_->scrubber()->slider()->setValue(4);
  pane_->scrubber()->slider()->setValue(9);
  QVERIFY(moment_->isPresent());
  model_->apply(made_up::nextGeneration(*made_up::run({9, 10})));
  QCOMPARE(pane_->scrubber()->slider()->value(), 10);
  QVERIFY(moment_->isPresent());
}

void ScrubberTest::aPastMomentStaysWhileTheRunGoesOn() {
  pane_->scrubber()->slider()->setValue(4);
  model_->apply(made_up::nextGeneration(*made_up::run({9, 10})));
  QCOMPARE(pane_->scrubber()->slider()->maximum(), 10);
  QCOMPARE(moment_->generation(), std::optional(4U));
}

void ScrubberTest::playingRunsFromTheBeginningToThePresent() {
  QSignalSpy changed(moment_.get(), &Moment::changed);
  QTest::mouseClick(pane_->scrubber()->button(), Qt::LeftButton);
  QCOMPARE(moment_->generation(), std::optional(0U));
  QTRY_VERIFY(!pane_->scrubber()->plays());
  QVERIFY(moment_->isPresent());
  QCOMPARE(changed.size(), 10); // 0 to 8, and the present
}

void ScrubberTest::keysOfTheViewMoveIt() {
  QTest::keyClick(pane_->view(), Qt::Key_PageUp);
  QCOMPARE(moment_->generation(), std::optional(8U));
  QTest::keyClick(pane_->view(), Qt::Key_PageDown);
  QVERIFY(moment_->isPresent());
  QTest::keyClick(pane_->view(), Qt::Key_Space);
  QVERIFY(pane_->scrubber()->plays());
  QTest::keyClick(pane_->view(), Qt::Key_Space);
  QVERIFY(!pane_->scrubber()->plays());
}

void ScrubberTest::hiddenWhileThereIsOneGeneration() {
  QVERIFY(pane_->scrubber()->isVisible());
  model_->apply(made_up::run({0, 10}));
  QVERIFY(!pane_->scrubber()->isVisible());
}

void ScrubberTest::anotherRunBeginsAtThePresent() {
  pane_->scrubber()->slider()->setValue(4);
  model_->apply(made_up::run({20, 10}));
  QVERIFY(moment_->isPresent());
  QCOMPARE(pane_->scrubber()->slider()->value(), 20);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ScrubberTest)
#include "scrubber_test.moc"
