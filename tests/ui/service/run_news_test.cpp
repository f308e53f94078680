#include "tests/ui/synthetic_run.h"
#include "ui/service/run_news.h"

#include <QSignalSpy>
#include <QtTest>

namespace gevo::ui {

class RunNewsTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void endOfARunOfAnotherProcessIsReportedOnce();
  void runThatHadEndedBeforeIsNotReported();
  void endIsNotReportedForAnotherFile();
  void endIsNotReportedForAnotherRunOfTheFile();
  void exactRunReportsExactVariants();
  void tradeOffRunReportsVariantsWithinItsTolerance();
  void variantThatFailedValidationIsNotReported();
  void firstThatBeatsTheOriginalIsReported();
  void endOfATradeOffNamesWhatIsFaster();
  void endBeforeTheFirstGenerationDoesNotMentionSpeed();

private:
  /// The made-up run, its first update or a later one without anything new.
  RunUpdate update(bool reset = true) const;
  void apply(RunUpdate update) { model_->apply(std::make_shared<const RunUpdate>(std::move(update))); }
  /// A later update with one variant more, faster than all, alone on the front beside the original.
  RunUpdate faster(double runtime, double error) const;

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<RunController> controller_;
  std::unique_ptr<RunNews> news_;
  std::unique_ptr<QSignalSpy> ended_;
  std::unique_ptr<QSignalSpy> best_;
};

void RunNewsTest::init() {
  news_.reset();
  controller_.reset();
  model_ = std::make_unique<RunModel>();
  controller_ = std::make_unique<RunController>(*model_, std::string());
  news_ = std::make_unique<RunNews>(*model_, *controller_);
  ended_ = std::make_unique<QSignalSpy>(news_.get(), &RunNews::ended);
  best_ = std::make_unique<QSignalSpy>(news_.get(), &RunNews::bestFound);
}

RunUpdate RunNewsTest::update(bool reset) const {
  RunUpdate update = *synthetic::run();
  update.reset = reset;
  if (reset) return update;
  update.added.clear();
  update.generations.clear();
  update.writerAlive = false;
  return update;
}

RunUpdate RunNewsTest::faster(double runtime, double error) const {
  RunUpdate next = update(false);
  next.writerAlive = true;
  VariantRow row = model_->variants().back();
  row.id += 5;
  row.runtime = runtime;
  row.error = error;
  next.added = {row};
  next.front.insert(next.front.begin(), row.id);
  next.run.settings = model_->run().settings;
  return next;
}

void RunNewsTest::endOfARunOfAnotherProcessIsReportedOnce() {
  apply(update());
  QCOMPARE(ended_->size(), 0);
  apply(update(false));
  apply(update(false));
  QCOMPARE(ended_->size(), 1);
  const QString message = ended_->front()[0].toString();
  QVERIFY2(message.startsWith("The run ended after") && message.contains("as fast as the original"), qPrintable(message));
}

void RunNewsTest::runThatHadEndedBeforeIsNotReported() {
  RunUpdate over = update();
  over.writerAlive = false;
  apply(over);
  apply(update(false));
  QCOMPARE(ended_->size(), 0);
}

void RunNewsTest::endIsNotReportedForAnotherFile() {
  apply(update());
  model_->clear();
  RunUpdate over = update();
  over.writerAlive = false;
  apply(over);
  QCOMPARE(ended_->size(), 0);
}

void RunNewsTest::endIsNotReportedForAnotherRunOfTheFile() {
  RunUpdate first = update();
  RunCurve latest;
  latest.info.id = first.run.id + 1;
  first.runs = std::make_shared<const std::vector<RunCurve>>(std::vector<RunCurve>{{first.run, {}}, latest});
  apply(first); // the process writes run 2
  RunUpdate over = update(false);
  over.runs = first.runs;
  apply(over);
  QCOMPARE(ended_->size(), 0);
}

void RunNewsTest::exactRunReportsExactVariants() {
  RunUpdate first = update();
  first.run.settings.evaluation.mode = Mode::Exact;
  apply(first);
  QCOMPARE(best_->size(), 0); // it was there before
  apply(faster(1, 0.005));
  QCOMPARE(best_->size(), 0);
  apply(faster(2, 0));
  QCOMPARE(best_->size(), 1);
  QVERIFY2(best_->back()[0].toString().endsWith(QString::fromUtf8(", 9.200×")), qPrintable(best_->back()[0].toString()));
}

void RunNewsTest::tradeOffRunReportsVariantsWithinItsTolerance() {
  RunUpdate first = update();
  first.run.settings.evaluation.mode = Mode::TradeOff;
  first.run.settings.evaluation.tolerance = 0.01;
  apply(first);
  apply(faster(1, 0.02));
  QCOMPARE(best_->size(), 0);
  apply(faster(2, 0.005));
  QCOMPARE(best_->size(), 1);
  QVERIFY2(best_->back()[0].toString().endsWith(QString::fromUtf8("9.200×, error 0.5 %")), qPrintable(best_->back()[0].toString()));
}

void RunNewsTest::variantThatFailedValidationIsNotReported() {
  apply(update());
  RunUpdate next = faster(2, 0);
  next.validations = {{.variant = next.added[0].id, .passed = false}};
  next.knownFailures = {next.added[0].id};
  apply(next);
  QCOMPARE(best_->size(), 0);
}

void RunNewsTest::firstThatBeatsTheOriginalIsReported() {
  RunUpdate start = update();
  start.added.resize(1); // the original
  start.front = {0};
  apply(start);
  QCOMPARE(best_->size(), 0);
  apply(faster(9.2, 0));
  QCOMPARE(best_->size(), 1);
  QVERIFY2(best_->back()[0].toString().endsWith(QString::fromUtf8(", 2.000×")), qPrintable(best_->back()[0].toString()));
}

void RunNewsTest::endBeforeTheFirstGenerationDoesNotMentionSpeed() {
  RunUpdate start = update();
  start.added.resize(1); // the original
  start.front = {start.added.front().id};
  start.generations.clear();
  apply(start);
  apply(update(false));
  QCOMPARE(ended_->size(), 1);
  const QString message = ended_->front()[0].toString();
  QVERIFY2(message.contains("first generation was not complete") && !message.contains("nothing is faster"), qPrintable(message));
}

void RunNewsTest::endOfATradeOffNamesWhatIsFaster() {
  RunUpdate first = update();
  first.run.settings.evaluation.mode = Mode::TradeOff;
  first.run.settings.evaluation.tolerance = 0.01;
  first.added.resize(2);
  first.added[1].runtime = 9.2;
  first.added[1].error = 0.005;
  first.front = {first.added[1].id, 0};
  apply(first);
  RunUpdate over = update(false);
  over.run.settings = first.run.settings;
  over.front = first.front;
  apply(over);
  QCOMPARE(ended_->size(), 1);
  const QString message = ended_->front()[0].toString();
  QVERIFY2(message.contains(QString::fromUtf8("2.000× as fast as the original with an error of 0.5 %")), qPrintable(message));
}

} // namespace gevo::ui

QTEST_GUILESS_MAIN(gevo::ui::RunNewsTest)
#include "run_news_test.moc"
