#include "tests/ui/synthetic_run.h"
#include "ui/model/filter_model.h"
#include "ui/model/variant_group.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/service/annotation_service.h"

#include <QSlider>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class ScrubberTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup();
  void slidingShowsAPastGeneration();
  void rightEndIsThePresentAndFollowsTheRun();
  void pastGenerationStaysWhileTheRunGrows();
  void playingRunsFromTheBeginningToThePresent();
  void keysOfTheViewMoveIt();
  void hiddenWhileThereIsOneGeneration();
  void anotherRunBeginsAtThePresent();

private:
  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<TimelinePosition> timeline_;
  QUndoStack undo_;
  std::unique_ptr<AnnotationService> annotations_;
  std::unique_ptr<FilterModel> filter_;
  std::unique_ptr<VariantGroup> group_;
  std::unique_ptr<ParetoPane> pane_;
};

void ScrubberTest::init() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  timeline_ = std::make_unique<TimelinePosition>();
  annotations_ = std::make_unique<AnnotationService>(*model_, undo_);
  filter_ = std::make_unique<FilterModel>(*model_, *annotations_);
  group_ = std::make_unique<VariantGroup>(*model_, *selection_);
  pane_ = std::make_unique<ParetoPane>(*model_, *selection_, *group_, *filter_, *timeline_);
  pane_->resize(500, 400);
  pane_->show();
  model_->apply(synthetic::run({9, 10}));
}

void ScrubberTest::cleanup() {
  pane_.reset();
  group_.reset();
  filter_.reset();
  annotations_.reset();
}

void ScrubberTest::slidingShowsAPastGeneration() {
  pane_->scrubber()->slider()->setValue(4);
  QCOMPARE(timeline_->generation(), std::optional(4U));
}

void ScrubberTest::rightEndIsThePresentAndFollowsTheRun() {
  pane_->scrubber()->slider()->setValue(4);
  pane_->scrubber()->slider()->setValue(9);
  QVERIFY(timeline_->isPresent());
  model_->apply(synthetic::nextGeneration(*synthetic::run({9, 10})));
  QCOMPARE(pane_->scrubber()->slider()->value(), 10);
  QVERIFY(timeline_->isPresent());
}

void ScrubberTest::pastGenerationStaysWhileTheRunGrows() {
  pane_->scrubber()->slider()->setValue(4);
  model_->apply(synthetic::nextGeneration(*synthetic::run({9, 10})));
  QCOMPARE(pane_->scrubber()->slider()->maximum(), 10);
  QCOMPARE(timeline_->generation(), std::optional(4U));
}

void ScrubberTest::playingRunsFromTheBeginningToThePresent() {
  QSignalSpy changed(timeline_.get(), &TimelinePosition::changed);
  QTest::mouseClick(pane_->scrubber()->button(), Qt::LeftButton);
  QCOMPARE(timeline_->generation(), std::optional(0U));
  QTRY_VERIFY(!pane_->scrubber()->plays());
  QVERIFY(timeline_->isPresent());
  QCOMPARE(changed.size(), 10); // 0 to 8, and the present
}

void ScrubberTest::keysOfTheViewMoveIt() {
  QTest::keyClick(pane_->view(), Qt::Key_PageUp);
  QCOMPARE(timeline_->generation(), std::optional(8U));
  QTest::keyClick(pane_->view(), Qt::Key_PageDown);
  QVERIFY(timeline_->isPresent());
  QTest::keyClick(pane_->view(), Qt::Key_Space);
  QVERIFY(pane_->scrubber()->plays());
  QTest::keyClick(pane_->view(), Qt::Key_Space);
  QVERIFY(!pane_->scrubber()->plays());
}

void ScrubberTest::hiddenWhileThereIsOneGeneration() {
  QVERIFY(pane_->scrubber()->isVisible());
  model_->apply(synthetic::run({0, 10}));
  QVERIFY(!pane_->scrubber()->isVisible());
}

void ScrubberTest::anotherRunBeginsAtThePresent() {
  pane_->scrubber()->slider()->setValue(4);
  model_->apply(synthetic::run({20, 10}));
  QVERIFY(timeline_->isPresent());
  QCOMPARE(pane_->scrubber()->slider()->value(), 20);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ScrubberTest)
#include "scrubber_test.moc"
