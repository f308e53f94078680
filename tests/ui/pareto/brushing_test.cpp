/// What the filter leaves, and what is selected together, in the Pareto front.

#include "tests/ui/pareto/pareto_fixture.h"
#include "ui/pareto/front_layer.h"

#include <QtTest>

namespace gevo::ui {

class BrushingTest : public QObject, protected ParetoFixture {
  Q_OBJECT
private slots:
  void init() { open(); }
  void cleanup() { close(); }
  void aFilterDimsWhatDoesNotPass();
  void aFilterThatIsNotUnderstoodDimsWhatTheOneBeforeDid();
  void aLassoSelectsWhatItEncloses_data();
  void aLassoSelectsWhatItEncloses();
  void aLassoLeavesOutWhatIsDimmed();
  void aLassoDoesNotPan();
  void controlAndAClickAddOneVariant();
  void controlAndALassoAddMore();
  void escapeEndsTheSelectionOfSeveral();
  void escapeDropsALassoThatIsBeingDrawn();
  void aClickEndsTheSelectionOfSeveral();

private:
  QRect middle() const {
    const QRect area = view_->scale().area();
    return QRect(area.topLeft() + QPoint(area.width() / 5, area.height() / 4), area.size() / 2);
  }
  void drawLasso(const QRect& around, Qt::KeyboardModifiers modifiers) {
    QTest::mousePress(view_->plot(), Qt::LeftButton, modifiers, around.topLeft());
    for (const QPoint& corner : {around.topRight(), around.bottomRight(), around.bottomLeft(), around.topLeft()}) {
      QMouseEvent move(QEvent::MouseMove, corner, view_->plot()->mapToGlobal(corner), Qt::NoButton, Qt::LeftButton, modifiers);
      QApplication::sendEvent(view_->plot(), &move);
    }
    QTest::mouseRelease(view_->plot(), Qt::LeftButton, modifiers, around.topLeft());
  }
  std::vector<std::int64_t> within(const QRect& area) const {
    std::vector<std::int64_t> ids;
    for (const VariantRow& row : model_->variants())
      if (QRectF(area.topLeft(), area.bottomRight()).contains(position(row.id))) ids.push_back(row.id);
    return ids;
  }
};

void BrushingTest::aFilterDimsWhatDoesNotPass() {
  for (const ScatterMarker& marker : picture().markers) QCOMPARE(marker.emphasis, Emphasis::Plain);
  filter_->setText("error = 0");
  QVERIFY(!view_->settled());
  std::size_t dimmed = 0;
  for (const ScatterMarker& marker : picture().markers) {
    QCOMPARE(marker.emphasis == Emphasis::Dimmed, model_->variant(marker.id)->error != 0);
    dimmed += marker.emphasis == Emphasis::Dimmed ? 1 : 0;
  }
  QVERIFY(dimmed > 0 && dimmed < picture().markers.size());
  filter_->setText("");
  for (const ScatterMarker& marker : picture().markers) QCOMPARE(marker.emphasis, Emphasis::Plain);
}

void BrushingTest::aFilterThatIsNotUnderstoodDimsWhatTheOneBeforeDid() {
  filter_->setText("error = 0");
  picture();
  filter_->setText("error = 0 and ed");
  const auto& markers = picture().markers;
  QVERIFY(std::ranges::any_of(markers, [](const ScatterMarker& marker) { return marker.emphasis == Emphasis::Dimmed; }));
}

void BrushingTest::aLassoSelectsWhatItEncloses_data() {
  QTest::addColumn<bool>("tool");
  QTest::newRow("with the tool") << true;
  QTest::newRow("with Ctrl") << false;
}

void BrushingTest::aLassoSelectsWhatItEncloses() {
  QFETCH(bool, tool);
  view_->setLasso(tool);
  const std::int64_t shown = selection_->variant();
  drawLasso(middle(), tool ? Qt::NoModifier : Qt::ControlModifier);
  QVERIFY(within(middle()).size() > 10);
  QCOMPARE(group_->members(), within(middle()));
  QCOMPARE(selection_->variant(), shown);
  std::size_t chosen = 0;
  for (const ScatterMarker& marker : picture().markers) {
    QCOMPARE(marker.emphasis == Emphasis::Chosen, group_->contains(marker.id));
    chosen += marker.emphasis == Emphasis::Chosen ? 1 : 0;
  }
  QVERIFY(chosen > 5);
}

void BrushingTest::aLassoLeavesOutWhatIsDimmed() {
  filter_->setText("edits <= 4");
  picture();
  drawLasso(middle(), Qt::ControlModifier);
  QVERIFY(!group_->empty());
  QVERIFY(group_->members().size() < within(middle()).size());
  for (const std::int64_t id : group_->members()) QVERIFY(model_->variant(id)->edits <= 4);
}

void BrushingTest::aLassoDoesNotPan() {
  const QCPRange before = view_->scale().xAxis()->range();
  drawLasso(middle(), Qt::ControlModifier);
  QCOMPARE(view_->scale().xAxis()->range(), before);
  const QPoint centre = middle().center();
  QTest::mousePress(view_->plot(), Qt::LeftButton, {}, centre);
  for (const int step : {20, 40}) {
    QMouseEvent move(QEvent::MouseMove, centre + QPoint(step, 0), view_->plot()->mapToGlobal(centre + QPoint(step, 0)), Qt::NoButton,
                     Qt::LeftButton, {});
    QApplication::sendEvent(view_->plot(), &move);
  }
  QTest::mouseRelease(view_->plot(), Qt::LeftButton, {}, centre + QPoint(40, 0));
  QVERIFY2(view_->scale().xAxis()->range() != before, "a drag pans again");
}

void BrushingTest::controlAndAClickAddOneVariant() {
  const auto& front = model_->front();
  QVERIFY(front.size() > 3);
  click(position(front[0]));
  for (const std::size_t member : {1, 2})
    QTest::mouseClick(view_->plot(), Qt::LeftButton, Qt::ControlModifier, position(front[member]).toPoint());
  std::vector<std::int64_t> expected{front[0], front[1], front[2]};
  std::ranges::sort(expected);
  QCOMPARE(group_->members(), expected);
  QCOMPARE(selection_->variant(), front[0]);
  QTest::mouseClick(view_->plot(), Qt::LeftButton, Qt::ControlModifier, position(front[1]).toPoint());
  QCOMPARE(group_->members().size(), std::size_t(2));
}

void BrushingTest::controlAndALassoAddMore() {
  const QRect left(middle().topLeft(), middle().size() / 2);
  const QRect right = left.translated(left.width(), left.height());
  drawLasso(left, Qt::ControlModifier);
  const std::size_t first = group_->members().size();
  drawLasso(right, Qt::ControlModifier);
  QCOMPARE(group_->members().size(), first + within(right).size());
  view_->setLasso(true);
  drawLasso(left, {}); // begins anew
  QCOMPARE(group_->members(), within(left));
}

void BrushingTest::escapeEndsTheSelectionOfSeveral() {
  drawLasso(middle(), Qt::ControlModifier);
  QTest::keyClick(view_.get(), Qt::Key_Escape);
  QVERIFY(group_->empty());
}

void BrushingTest::escapeDropsALassoThatIsBeingDrawn() {
  const QRect around = middle();
  QTest::mousePress(view_->plot(), Qt::LeftButton, Qt::ControlModifier, around.topLeft());
  QMouseEvent move(QEvent::MouseMove, around.bottomRight(), view_->plot()->mapToGlobal(around.bottomRight()), Qt::NoButton, Qt::LeftButton,
                   Qt::ControlModifier);
  QApplication::sendEvent(view_->plot(), &move);
  QTest::keyClick(view_.get(), Qt::Key_Escape);
  QTest::mouseRelease(view_->plot(), Qt::LeftButton, Qt::ControlModifier, around.bottomLeft());
  QVERIFY(group_->empty());
}

void BrushingTest::aClickEndsTheSelectionOfSeveral() {
  view_->setLasso(true);
  drawLasso(middle(), {});
  const auto alone = std::ranges::find_if(model_->front(), [this](std::int64_t id) { return !group_->contains(id); });
  QVERIFY(alone != model_->front().end());
  click(position(*alone));
  QCOMPARE(selection_->variant(), *alone);
  QVERIFY(group_->empty());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::BrushingTest)
#include "brushing_test.moc"
