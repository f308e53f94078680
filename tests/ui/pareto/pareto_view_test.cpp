#include "tests/ui/made_up_run.h"
#include "ui/pareto/pareto_view.h"

#include <QtTest>
#include <qcustomplot.h>

namespace gevo::ui {

class ParetoViewTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup();
  void clickOnAFrontMemberSelectsIt();
  void clickOnAnExactVariantSelectsThatOne();
  void clickOnNothingKeepsTheSelection();
  void arrowKeysWalkAlongTheFront();
  void ticksAreLabelledWithAllTheirDigits();
  void wholeFrontAndTheOriginalAreInView();
  void exactVariantsLieInTheirBandOnALogarithmicAxisToo();
  void zoomStaysWhileTheRunGrowsAndResetFollowsAgain();
  void aHundredThousandVariantsArePaintedSwiftly();

private:
  void click(const QPointF& place);
  QPointF place(std::int64_t id) const;

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  std::unique_ptr<ParetoView> view_;
};

void ParetoViewTest::init() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  view_ = std::make_unique<ParetoView>(*model_, *selection_);
  view_->resize(560, 480);
  view_->show();
  model_->apply(made_up::run());
  view_->plot()->replot();
}

void ParetoViewTest::cleanup() {
  view_.reset();
  selection_.reset();
  model_.reset();
}

void ParetoViewTest::click(const QPointF& place) { QTest::mouseClick(view_->plot(), Qt::LeftButton, {}, place.toPoint()); }

QPointF ParetoViewTest::place(std::int64_t id) const {
  const VariantRow* row = model_->variant(id);
  return model_->onFront(id) ? view_->scale().pixel(row->runtime, row->error) : view_->scale().strewn(*row);
}

void ParetoViewTest::clickOnAFrontMemberSelectsIt() {
  for (const std::int64_t id : {model_->front().front(), model_->front().back()}) {
    click(place(id));
    QCOMPARE(selection_->variant(), id);
    QVERIFY(selection_->chosen());
  }
}

void ParetoViewTest::clickOnAnExactVariantSelectsThatOne() {
  // The slowest one in view stands alone.
  std::int64_t lone = -1;
  double slowest = 0;
  for (const VariantRow& row : model_->variants()) {
    if (row.id == 0 || !view_->scale().area().adjusted(20, 0, -20, 0).contains(place(row.id).toPoint()) || row.runtime < slowest) continue;
    slowest = row.runtime;
    lone = row.id;
  }
  QVERIFY(lone > 0);
  click(place(lone));
  QCOMPARE(selection_->variant(), lone);
}

void ParetoViewTest::clickOnNothingKeepsTheSelection() {
  selection_->choose(model_->front().front());
  click({2, 2});
  QCOMPARE(selection_->variant(), model_->front().front());
}

void ParetoViewTest::arrowKeysWalkAlongTheFront() {
  const std::vector<std::int64_t>& front = model_->front();
  QVERIFY(front.size() >= 3);
  selection_->choose(front[0]);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front[1]);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front[2]);
  QTest::keyClick(view_.get(), Qt::Key_Left);
  QCOMPARE(selection_->variant(), front[1]);
  QTest::keyClick(view_.get(), Qt::Key_End);
  QTest::keyClick(view_.get(), Qt::Key_Right);
  QCOMPARE(selection_->variant(), front.back());
}

void ParetoViewTest::ticksAreLabelledWithAllTheirDigits() {
  QCPAxis* axis = view_->scale().exact->axis(QCPAxis::atBottom);
  axis->setRange(59.0, 60.0); // ticks every 0.25
  view_->plot()->replot();
  const QVector<double> ticks = axis->tickVector();
  const QVector<QString> labels = axis->tickVectorLabels();
  QVERIFY(ticks.size() >= 3);
  for (qsizetype tick = 0; tick < ticks.size(); ++tick) QCOMPARE(labels[tick].toDouble(), ticks[tick]);
}

void ParetoViewTest::wholeFrontAndTheOriginalAreInView() {
  const QRectF area = view_->scale().area();
  for (const std::int64_t id : model_->front()) QVERIFY(area.contains(place(id)));
  QVERIFY(area.contains(view_->scale().pixel(model_->run().originalRuntime, 0)));
}

void ParetoViewTest::exactVariantsLieInTheirBandOnALogarithmicAxisToo() {
  view_->setLogarithmic(true);
  view_->plot()->replot();
  const QRect band = view_->scale().exact->rect();
  for (const VariantRow& row : model_->variants()) {
    const double y = view_->scale().strewn(row).y();
    QVERIFY(std::isfinite(y));
    if (row.error == 0)
      QVERIFY(y >= band.top() && y <= band.bottom() + 1);
    else
      QVERIFY(y < band.top());
  }
}

void ParetoViewTest::zoomStaysWhileTheRunGrowsAndResetFollowsAgain() {
  QCPAxis* axis = view_->scale().errors->axis(QCPAxis::atBottom);
  const QCPRange whole = axis->range();
  QWheelEvent wheel(QPointF(200, 200), view_->plot()->mapToGlobal(QPointF(200, 200)), {}, QPoint(0, 240), Qt::NoButton, {},
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(view_->plot(), &wheel);
  const QCPRange zoomed = axis->range();
  QVERIFY(zoomed.size() < whole.size());
  model_->apply(made_up::nextGeneration(*made_up::run()));
  QCOMPARE(axis->range().lower, zoomed.lower);
  view_->resetView();
  QVERIFY(axis->range().size() > zoomed.size());
  QVERIFY(view_->scale().area().contains(place(model_->suggestion()).toPoint()));
}

void ParetoViewTest::aHundredThousandVariantsArePaintedSwiftly() {
  model_->apply(made_up::run({999, 100}));
  QCOMPARE(model_->variants().size(), std::size_t(100'001));
  QElapsedTimer timer;
  timer.start();
  view_->plot()->replot();
  const qint64 spent = timer.elapsed();
  qInfo("100,000 variants replotted in %lld ms", static_cast<long long>(spent));
  QVERIFY2(spent < 1000, "a live view must not freeze"); // about 20 ms on a quiet machine
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParetoViewTest)
#include "pareto_view_test.moc"
