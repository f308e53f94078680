#include "tests/ui/synthetic_run.h"
#include "ui/pareto/news_layer.h"
#include "ui/pareto/pareto_view.h"
#include "ui/presentation/board_head.h"
#include "ui/presentation/hunk_view.h"
#include "ui/presentation/replay_board.h"
#include "ui/presentation/stage.h"
#include "ui/presentation/stage_footer.h"
#include "ui/presentation/variant_board.h"
#include "ui/service/annotation_service.h"

#include <QSignalSpy>
#include <QUndoStack>
#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

/// A run as it is presented.
class StageTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup() { stage_.reset(); }
  void usualTourGoesFromTheOriginalToTheBest();
  void keysWalkThroughTheTour_data();
  void keysWalkThroughTheTour();
  void pinsAreTheTourWithTheirNotes();
  void discoveriesOfTheBestAreSteps();
  void figuresSayWhatTheyAre();
  void codeOfTheVariantIsShown();
  void withoutTextsTheEditsAreTold();
  void whereTheTimeGoesIsAskedForAndTold();
  void spaceReplaysTheRun();
  void spacePausesTheReplay();
  void anArrowEndsTheReplay();
  void newPointsPulseInTheReplay();
  void reducedMotionPulsesNowhere();
  void typeGrowsWithTheStage();
  void aFileWithoutARunIsSaid();
  void noFileIsSaid();
  void aRunWithoutGainIsSaid();
  void aLiveRunIsFollowed();
  void aClickedPointIsShown();
  void hiddenItAsksForNothing();
  void escapeAsksToLeave();

private:
  void press(Qt::Key key) { QTest::keyClick(stage_.get(), key); }
  QString title() const { return stage_->board()->head()->title(); }
  std::int64_t best() const { return model_->best(0)->id; }

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<QUndoStack> undo_;
  std::unique_ptr<AnnotationService> annotations_;
  std::unique_ptr<Stage> stage_;
};

void StageTest::init() {
  model_ = std::make_unique<RunModel>();
  undo_ = std::make_unique<QUndoStack>();
  annotations_ = std::make_unique<AnnotationService>(*model_, *undo_);
  stage_ = std::make_unique<Stage>(*model_, *annotations_);
  stage_->resize(1280, 800);
  stage_->show();
  stage_->setProject(synthetic::project(), "stencil");
  model_->apply(synthetic::run({9, 20}));
  stage_->begin();
  QTRY_VERIFY(stage_->front()->settled()); // the knee is known
}

void StageTest::usualTourGoesFromTheOriginalToTheBest() {
  QCOMPARE(title(), QString("The original"));
  press(Qt::Key_End);
  QCOMPARE(title(), QString("Variant %1").arg(best()));
  QVERIFY(stage_->board()->head()->figure().endsWith("× faster"));
}

void StageTest::keysWalkThroughTheTour_data() {
  QTest::addColumn<QList<Qt::Key>>("keys");
  QTest::addColumn<int>("place"); // negative: from the end
  QTest::newRow("right") << QList{Qt::Key_Right} << 0 + 1;
  QTest::newRow("a remote control's next") << QList{Qt::Key_PageDown} << 1;
  QTest::newRow("left") << QList{Qt::Key_Right, Qt::Key_Left} << 0;
  QTest::newRow("a remote control's back") << QList{Qt::Key_Right, Qt::Key_PageUp} << 0;
  QTest::newRow("left of the first") << QList{Qt::Key_Left} << 0;
  QTest::newRow("end") << QList{Qt::Key_End} << -1;
  QTest::newRow("right of the last") << QList{Qt::Key_End, Qt::Key_Right} << -1;
  QTest::newRow("home") << QList{Qt::Key_End, Qt::Key_Home} << 0;
}

void StageTest::keysWalkThroughTheTour() {
  QFETCH(QList<Qt::Key>, keys);
  QFETCH(int, place);
  for (const Qt::Key key : keys) press(key);
  const int stops = int(stage_->tour().size());
  QVERIFY(stops >= 2);
  const int expected = place < 0 ? stops + place : place;
  QCOMPARE(int(stage_->place()), expected);
  QCOMPARE(stage_->footer()->place(), QString("%1 / %2").arg(expected + 1).arg(stops));
}

void StageTest::pinsAreTheTourWithTheirNotes() {
  const std::int64_t first = model_->variants()[20].id;
  const std::int64_t second = model_->variants()[90].id;
  annotations_->setPinned(second, true);
  annotations_->setPinned(first, true);
  annotations_->setNote(second, "No barrier is left");
  QCOMPARE(stage_->tour().size(), 2U);
  press(Qt::Key_Home);
  QCOMPARE(title(), QString("Variant %1").arg(first));
  QVERIFY(stage_->board()->note().isEmpty());
  press(Qt::Key_Right);
  QCOMPARE(title(), QString("Variant %1").arg(second));
  QCOMPARE(stage_->board()->note(), QString("No barrier is left"));
}

void StageTest::discoveriesOfTheBestAreSteps() {
  const std::int64_t step = model_->variants()[30].id;
  auto details = std::make_shared<VariantDetails>(*synthetic::details(best()));
  details->lineage.steps = {{*model_->variant(0), {}, 0}, {*model_->variant(step), {1}, 0}, {*model_->variant(best()), {0, 2}, 0}};
  stage_->setDetails(best(), details);
  press(Qt::Key_Right);
  QCOMPARE(title(), QString("Variant %1").arg(step));
  QCOMPARE(stage_->board()->sentence(), QString("New: Delete barrier."));
}

void StageTest::figuresSayWhatTheyAre() {
  const auto exact = std::ranges::find_if(
      model_->variants(), [&](const VariantRow& row) { return row.id != 0 && row.error == 0 && !model_->validation(row.id); });
  QVERIFY(exact != model_->variants().end());
  const std::int64_t shown = exact->id;
  annotations_->setPinned(shown, true);
  press(Qt::Key_End);
  QStringList chips = stage_->board()->head()->chipTexts();
  QVERIFY2(chips.filter("simulated").size() == 1 && chips.contains("error 0"), qPrintable(chips.join(" | ")));
  QVERIFY(chips.contains("not validated"));
  auto update = std::make_shared<RunUpdate>();
  update->run = model_->run();
  update->front = model_->front();
  for (const bool passed : {true, false}) {
    update->validations = {{shown, passed, "held-out test"}};
    model_->apply(std::make_shared<RunUpdate>(*update));
    chips = stage_->board()->head()->chipTexts();
    QCOMPARE(title(), QString("Variant %1").arg(shown));
    QVERIFY2(chips.contains(passed ? "✓ validated" : "✗ failed validation"), qPrintable(chips.join(" | ")));
  }
}

void StageTest::codeOfTheVariantIsShown() {
  QSignalSpy requested(stage_.get(), &Stage::detailsRequested);
  press(Qt::Key_End);
  stage_->setDetails(best(), synthetic::details(best()));
  QTRY_VERIFY(!stage_->board()->code()->hunks().empty());
  QStringList notes;
  for (const Hunk& hunk : stage_->board()->code()->hunks())
    for (const HunkLine& line : hunk.lines)
      if (line.kind == HunkLine::Kind::Note) notes << line.text;
  QVERIFY2(notes.contains("this barrier is gone"), qPrintable(notes.join(" | ")));
  const std::size_t hidden = stage_->board()->code()->hidden();
  press(Qt::Key_Down);
  QCOMPARE(stage_->board()->code()->first(), std::size_t(hidden > 0 ? 1 : 0));
}

void StageTest::withoutTextsTheEditsAreTold() {
  auto details = std::make_shared<VariantDetails>();
  details->individual = synthetic::details(best())->individual;
  press(Qt::Key_End);
  stage_->setDetails(best(), details);
  QTRY_COMPARE(stage_->board()->code()->hunks().size(), 1U);
  QCOMPARE(stage_->board()->code()->hunks()[0].lines.size(), 4U); // of six edits two are inactive
  QVERIFY2(stage_->board()->sentence().contains("delete", Qt::CaseInsensitive), qPrintable(stage_->board()->sentence()));
}

void StageTest::whereTheTimeGoesIsAskedForAndTold() {
  QSignalSpy asked(stage_.get(), &Stage::timeRequested);
  press(Qt::Key_End);
  QVERIFY(asked.isEmpty()); // what it changes is not known yet
  stage_->setDetails(best(), synthetic::details(best()));
  QCOMPARE(asked.size(), 1);
  QCOMPARE(asked.front().front().toLongLong(), qint64(best()));
  QVERIFY(stage_->board()->time().isEmpty());
  stage_->setTime(best(), "Spends 41.0 % fewer simulated cycles in stencil.cu:7.");
  QCOMPARE(stage_->board()->time(), QString("Spends 41.0 % fewer simulated cycles in stencil.cu:7."));
  press(Qt::Key_Home);
  QVERIFY(stage_->board()->time().isEmpty());
  press(Qt::Key_End);
  QCOMPARE(stage_->board()->time(), QString("Spends 41.0 % fewer simulated cycles in stencil.cu:7."));
  QCOMPARE(asked.size(), 1);
}

void StageTest::spaceReplaysTheRun() {
  press(Qt::Key_End);
  stage_->replay().setSpeed(40);
  press(Qt::Key_Space);
  QVERIFY(stage_->replay().plays());
  QVERIFY(stage_->replayBoard()->isVisible());
  QCOMPARE(stage_->replayBoard()->head()->title(), QString("Generation 0 of 9"));
  QTRY_VERIFY(!stage_->replay().isOn());
  QVERIFY(stage_->board()->isVisible());
  QCOMPARE(title(), QString("Variant %1").arg(best()));
  QTRY_COMPARE(stage_->front()->front(), model_->front());
}

void StageTest::spacePausesTheReplay() {
  press(Qt::Key_Space);
  press(Qt::Key_Space);
  QVERIFY(stage_->replay().isOn() && !stage_->replay().plays());
  press(Qt::Key_Space);
  QVERIFY(stage_->replay().plays());
}

void StageTest::anArrowEndsTheReplay() {
  press(Qt::Key_Space);
  press(Qt::Key_Right);
  QVERIFY(!stage_->replay().isOn());
  QVERIFY(stage_->board()->isVisible());
  QCOMPARE(stage_->place(), 1U);
}

void StageTest::newPointsPulseInTheReplay() {
  stage_->replay().setSpeed(10);
  press(Qt::Key_Space);
  QTRY_VERIFY(stage_->front()->news().ringed() > 0);
}

void StageTest::reducedMotionPulsesNowhere() {
  stage_->setReducedMotion(true);
  stage_->replay().setSpeed(6);
  press(Qt::Key_Space);
  QTRY_VERIFY(stage_->replayBoard()->head()->title() != QString("Generation 0 of 9"));
  QCOMPARE(stage_->front()->news().ringed(), 0U);
  QVERIFY(!stage_->front()->news().glows());
}

void StageTest::typeGrowsWithTheStage() {
  const auto title = [this] {
    for (const QLabel* label : stage_->board()->findChildren<QLabel*>())
      if (label->property("stage") == "title") return label->fontInfo().pixelSize();
    return 0;
  };
  const auto ticks = [this] {
    return stage_->front()->findChild<QCustomPlot*>()->axisRects().at(0)->axis(QCPAxis::atLeft)->tickLabelFont().pixelSize();
  };
  stage_->resize(960, 540);
  QCOMPARE(stage_->theme().scale, 1.0);
  const int usualTitle = title();
  const int usualTicks = ticks();
  stage_->resize(1920, 1080);
  QCOMPARE(stage_->theme().scale, 2.0);
  QCOMPARE(title(), 2 * usualTitle);
  QVERIFY(std::abs(ticks() - 2 * usualTicks) <= 1);
  QVERIFY(title() >= 40);
  QCOMPARE(stageScale({1280, 800}), 1280 / 960.0);
}

void StageTest::aFileWithoutARunIsSaid() {
  model_->clear();
  QVERIFY2(stage_->notice().startsWith("stencil has no run yet."), qPrintable(stage_->notice()));
  model_->apply(synthetic::run({9, 20}));
  QVERIFY(stage_->notice().isEmpty());
  QCOMPARE(title(), QString("The original"));
}

void StageTest::noFileIsSaid() {
  Stage stage(*model_, *annotations_);
  model_->clear();
  stage.begin();
  QVERIFY2(stage.notice().startsWith("No file is open."), qPrintable(stage.notice()));
}

void StageTest::aRunWithoutGainIsSaid() {
  auto run = std::make_shared<RunUpdate>(*synthetic::run({9, 20}));
  for (VariantRow& row : run->added)
    if (row.id != 0) row.runtime = 30;
  run->front = {0};
  model_->apply(run);
  QCOMPARE(stage_->tour().size(), 1U);
  QCOMPARE(stage_->board()->sentence(), QString("This run has found no variant that is faster than the original so far."));
}

void StageTest::aLiveRunIsFollowed() {
  press(Qt::Key_End);
  const auto next = synthetic::nextGeneration(*synthetic::run({9, 20}));
  model_->apply(next);
  QCOMPARE(title(), QString("Variant %1").arg(next->added.back().id));
  QCOMPARE(stage_->front()->news().ringed(), 1U);
}

void StageTest::aClickedPointIsShown() {
  QTRY_VERIFY(stage_->front()->settled() && !stage_->front()->front().empty());
  QCoreApplication::processEvents();
  QPointF position;
  std::int64_t other = -1;
  for (const VariantRow& row : model_->variants()) {
    position = stage_->front()->scale().jittered(row);
    if (row.id != 0 && stage_->front()->pointAt(position) == row.id) other = row.id;
    if (other == row.id && std::ranges::find(stage_->tour(), row.id, &Stop::variant) == stage_->tour().end()) break;
    other = -1;
  }
  QVERIFY(other > 0);
  QTest::mouseClick(stage_->front()->findChild<QCustomPlot*>(), Qt::LeftButton, {}, position.toPoint());
  QVERIFY(title().startsWith("Variant "));
  QCOMPARE(stage_->front()->focusProxy(), stage_.get()); // keys stay the stage's
  press(Qt::Key_Home);
  QCOMPARE(title(), QString("The original"));
}

void StageTest::hiddenItAsksForNothing() {
  stage_->end();
  QSignalSpy requested(stage_.get(), &Stage::detailsRequested);
  model_->apply(synthetic::run({12, 20}));
  QCOMPARE(requested.count(), 0);
  stage_->begin();
  QVERIFY(requested.count() > 0);
}

void StageTest::escapeAsksToLeave() {
  QSignalSpy left(stage_.get(), &Stage::leaveRequested);
  press(Qt::Key_Escape);
  QCOMPARE(left.count(), 1);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::StageTest)
#include "stage_test.moc"
