#include "tests/core/space/invented_results.h"
#include "ui/export/export_menu.h"
#include "ui/space/heat_map.h"
#include "ui/space/parallel_plot.h"
#include "ui/space/space_pane.h"

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

using namespace synthetic;

class SpaceViewTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void aCellsClickChoosesItsBestVariant();
  void aFailedCellShowsItsReason();
  void theNextChoiceHidesTheReason();
  void aTipTellsWhatIsInACell();
  void anUntriedCellDoesNothing();
  void arrowKeysMoveACursorAndEnterChooses();
  void oneParameterIsARow();
  void threeParametersAreLines();
  void aLinesClickChoosesItsBestVariant();
  void aFailedLineEndsBelowTheRuntimes();
  void keysGoFromFastToSlowLines();
  void aHeatMapOfThreeParametersShowsTwo();
  void theTwoAxesDiffer();
  void newResultsKeepTheAxesAndTheCursor();
  void aProgramWithoutParametersSaysSo();
  void withoutResultsItSaysSo();
  void anotherThemeHasOtherColours();
  void theSelectedVariantsCellIsMarked();
  void thePictureIsExported();
  void theHeaderCounts();

private:
  HeatMap* map() { return pane_->view()->heatMap(); }
  ParallelPlot* lines() { return pane_->view()->parallelPlot(); }
  void show(const ParameterSpace& space, const std::vector<ConfigurationResult>& results) {
    pane_->setResults(space, results, originalRuntime);
    pane_->show();
  }
  void showTwo() { show(twoParameters(), twoParameterResults()); }
  void showThree() { show(threeParameters(), threeParameterResults()); }
  void clickCell(int column, int row) { QTest::mouseClick(map(), Qt::LeftButton, {}, map()->cellRect(column, row).center().toPoint()); }

  std::unique_ptr<SpacePane> pane_;
};

void SpaceViewTest::init() {
  pane_ = std::make_unique<SpacePane>();
  pane_->resize(560, 420);
}

void SpaceViewTest::aCellsClickChoosesItsBestVariant() {
  showTwo();
  QVERIFY(map()->isVisible());
  QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(2, 0);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toLongLong(), 12);
}

void SpaceViewTest::aFailedCellShowsItsReason() {
  showTwo();
  QVERIFY(!pane_->view()->message()->isVisible());
  const QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(2, 2);
  QVERIFY(chosen.empty());
  const QLabel* message = pane_->view()->message();
  QVERIFY(message->isVisible());
  QCOMPARE(message->text(), QString("BLOCK = 32 · TILE = 4 failed: stencil needs 66,560 bytes of shared memory"));
  QVERIFY(message->textInteractionFlags() & Qt::TextSelectableByMouse);
  QVERIFY(map()->tipOf(map()->spotAt(map()->cellRect(2, 2).center())).contains("66,560 bytes"));
}

void SpaceViewTest::theNextChoiceHidesTheReason() {
  showTwo();
  clickCell(2, 2);
  clickCell(2, 0);
  QVERIFY(!pane_->view()->message()->isVisible());
}

void SpaceViewTest::aTipTellsWhatIsInACell() {
  showTwo();
  const QString tip = map()->tipOf(map()->spotAt(map()->cellRect(2, 0).center()));
  for (const char* part : {"BLOCK = 32", "TILE = 1", "10.00 µs", "2.000×", "Variant 12", "3 evaluations"})
    QVERIFY2(tip.contains(QString::fromUtf8(part)), qPrintable(tip));
}

void SpaceViewTest::anUntriedCellDoesNothing() {
  showTwo();
  const QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(0, 2);
  QVERIFY(chosen.empty());
  QVERIFY(!pane_->view()->message()->isVisible());
  QVERIFY(map()->tipOf(map()->spotAt(map()->cellRect(0, 2).center())).contains("not tried"));
}

void SpaceViewTest::arrowKeysMoveACursorAndEnterChooses() {
  showTwo();
  QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(2, 0);
  chosen.clear();
  QTest::keyClick(map(), Qt::Key_Left);
  QTest::keyClick(map(), Qt::Key_Up);
  QTest::keyClick(map(), Qt::Key_Return);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toLongLong(), 7);
  QVERIFY(map()->accessibleDescription().contains("BLOCK = 16 · TILE = 2"));
  for (int i = 0; i < 5; ++i) QTest::keyClick(map(), Qt::Key_Up); // it stops at the edge
  QCOMPARE(map()->cursor(), map()->spotAt(map()->cellRect(1, 2).center()));
}

void SpaceViewTest::oneParameterIsARow() {
  show(twoParameters(), {found({}, 0, 20), found({{"TILE", "4"}}, 3, 10)});
  QCOMPARE(map()->grid().rows, 1);
  QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(2, 0);
  QCOMPARE(chosen.at(0)[0].toLongLong(), 3);
}

void SpaceViewTest::threeParametersAreLines() {
  showTwo();
  QVERIFY(!pane_->view()->parallelSwitch()->isVisible());
  showThree();
  QVERIFY(lines()->isVisible());
  QVERIFY(pane_->view()->parallelSwitch()->isVisible());
  for (int line = 0; line < 6; ++line) QCOMPARE(lines()->polyline(line).size(), 4);
  QCOMPARE(lines()->polyline(1)[0].y(), lines()->polyline(2)[0].y()); // BLOCK 32
  QVERIFY(lines()->polyline(3).last().y() < lines()->polyline(4).last().y());
}

void SpaceViewTest::aLinesClickChoosesItsBestVariant() {
  showThree();
  QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  const QPolygonF line = lines()->polyline(4);
  const QPoint there = (line[0] * 0.8 + line[1] * 0.2).toPoint();
  QTest::mouseMove(lines(), there);
  QCOMPARE(lines()->hovered(), 4);
  QTest::mouseClick(lines(), Qt::LeftButton, {}, there);
  QCOMPARE(chosen.size(), 1);
  QCOMPARE(chosen[0][0].toLongLong(), 24);
}

void SpaceViewTest::aFailedLineEndsBelowTheRuntimes() {
  showThree();
  QVERIFY(lines()->polyline(5).last().y() > lines()->polyline(4).last().y());
  const QPolygonF line = lines()->polyline(5);
  QTest::mouseClick(lines(), Qt::LeftButton, {}, ((line[2] + line[3]) / 2).toPoint());
  QCOMPARE(pane_->view()->message()->text(),
           QString("BLOCK = 16 · TILE = 4 · UNROLL = on failed: wrong output: output 1 differs at element 12"));
}

void SpaceViewTest::keysGoFromFastToSlowLines() {
  showThree();
  QTest::keyClick(lines(), Qt::Key_Home);
  QCOMPARE(lines()->cursor(), 3);
  QTest::keyClick(lines(), Qt::Key_Down);
  QCOMPARE(lines()->cursor(), 2);
  QTest::keyClick(lines(), Qt::Key_End);
  QCOMPARE(lines()->cursor(), 5);
}

void SpaceViewTest::aHeatMapOfThreeParametersShowsTwo() {
  showThree();
  QTest::mouseClick(pane_->view()->heatMapSwitch(), Qt::LeftButton);
  QVERIFY(map()->isVisible());
  QVERIFY(pane_->view()->xChoice()->isVisible());
  QCOMPARE(map()->x(), pane_->view()->xChoice()->currentIndex());
  pane_->view()->xChoice()->setCurrentIndex(0);
  pane_->view()->yChoice()->setCurrentIndex(1);
  QSignalSpy chosen(pane_->view(), &SpaceView::variantChosen);
  clickCell(2, 1);
  QCOMPARE(chosen.at(0)[0].toLongLong(), 31);
  QVERIFY(map()->tipOf(map()->cursor()).contains("the best of 2 configurations"));
}

void SpaceViewTest::theTwoAxesDiffer() {
  showThree();
  QComboBox* x = pane_->view()->xChoice();
  QComboBox* y = pane_->view()->yChoice();
  x->setCurrentIndex(0);
  y->setCurrentIndex(1);
  x->setCurrentIndex(1);
  QCOMPARE(y->currentIndex(), 0);
  QCOMPARE(map()->x(), 1);
  QCOMPARE(map()->y(), 0);
}

void SpaceViewTest::newResultsKeepTheAxesAndTheCursor() {
  showThree();
  pane_->view()->xChoice()->setCurrentIndex(2);
  pane_->view()->yChoice()->setCurrentIndex(1);
  QTest::keyClick(lines(), Qt::Key_Home);
  std::vector<ConfigurationResult> more = threeParameterResults();
  more.push_back(found({{"BLOCK", "64"}}, 50, 9));
  show(threeParameters(), more);
  QCOMPARE(map()->x(), 2);
  QCOMPARE(map()->y(), 1);
  QCOMPARE(lines()->cursor(), 3);
}

void SpaceViewTest::aProgramWithoutParametersSaysSo() {
  show({}, {});
  QVERIFY(pane_->view()->notice()->isVisible());
  QCOMPARE(pane_->view()->notice()->text(), QString("This program has no parameters; gevo new finds them"));
}

void SpaceViewTest::withoutResultsItSaysSo() {
  show(twoParameters(), {});
  QCOMPARE(pane_->view()->notice()->text(), QString("No configuration was tried yet"));
  show(twoParameters(), {found({}, 0, 20)});
  QVERIFY(pane_->view()->notice()->isVisible());
  showTwo();
  QVERIFY(!pane_->view()->notice()->isVisible());
}

void SpaceViewTest::anotherThemeHasOtherColours() {
  showTwo();
  for (const Theme& theme : {Theme::light(), Theme::darkened(), Theme::light().withoutRedAndGreen()}) {
    pane_->setTheme(theme);
    const QImage picture = map()->grab().toImage();
    const QPoint inBest = map()->cellRect(2, 0).topLeft().toPoint() + QPoint(8, 12); // beside its figure
    QCOMPARE(QColor(picture.pixel(inBest)), theme.good);
    QCOMPARE(QColor(picture.pixel(2, 2)), theme.card);
  }
}

void SpaceViewTest::theSelectedVariantsCellIsMarked() {
  showTwo();
  const QRect cell = map()->cellRect(1, 1).toRect();
  const QImage before = map()->grab(cell).toImage();
  pane_->view()->setSelected(7);
  QVERIFY(map()->grab(cell).toImage() != before);
  pane_->view()->setSelected(8);
  QVERIFY(map()->grab(cell).toImage() == before);
}

void SpaceViewTest::thePictureIsExported() {
  showTwo();
  const auto* menu = pane_->view()->findChild<ExportMenu*>();
  QVERIFY(menu);
  QCOMPARE(menu->image().size(), map()->size() * 2);
  QVERIFY(menu->svg().contains("BLOCK"));
}

void SpaceViewTest::theHeaderCounts() {
  showTwo();
  const auto labels = pane_->header()->findChildren<QLabel*>();
  QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) { return label->text() == "5 configurations, 1 failed"; }));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::SpaceViewTest)
#include "space_view_test.moc"
