#include "tests/ui/synthetic_run.h"
#include "ui/parallel/parallel_pane.h"
#include "ui/service/annotation_service.h"

#include <QSignalSpy>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class ParallelViewTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void cleanup() { scene_.reset(); }
  void everyVariantHasALine();
  void energyHasAnAxisWhereItIsMeasured();
  void parametersHaveAxes();
  void aBrushOnAnAxisFilters();
  void aClickOnAnAxisClearsItsBrush();
  void draggingABrushMovesIt();
  void aFilterShowsAsABrush();
  void aNameIsDraggedToAnotherPlace();
  void keysMoveAnAxis();
  void aClickOnALineSelectsItsVariant();
  void controlAndAClickAddOne();
  void dimmedLinesAreNotClicked();
  void theFrontAlone();
  void escapeEndsTheSelectionThenTheRanges();
  void aHundredThousandLinesArePainted();

private:
  struct Scene {
    RunModel model;
    QUndoStack undo;
    AnnotationService annotations{model, undo};
    Selection selection;
    FilterModel filter{model, annotations};
    VariantGroup group{model, selection};
    TimelinePosition timeline;
    ParallelPane pane{{model, selection, group, filter, timeline}};
  };

  ParallelView& view() { return *scene_->pane.view(); }
  const ParallelPicture& picture() {
    if (!QTest::qWaitFor([this] { return view().settled(); }, 20000)) qFatal("there is no picture");
    return *view().picture();
  }
  void drag(const QPointF& from, const QPointF& to) {
    QTest::mousePress(&view(), Qt::LeftButton, {}, from.toPoint());
    for (const QPointF& place : {(from + to) / 2, to}) {
      QMouseEvent move(QEvent::MouseMove, place, view().mapToGlobal(place), Qt::NoButton, Qt::LeftButton, {});
      QApplication::sendEvent(&view(), &move);
    }
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, to.toPoint());
  }
  QStringList names() {
    QStringList names;
    for (const ParallelAxis& axis : view().axes()) names << axis.name;
    return names;
  }
  /// In the middle between two axes, where the line passes that no other is near.
  QPointF lonelyPlace(std::int64_t* id);

  std::unique_ptr<Scene> scene_;
};

void ParallelViewTest::init() {
  scene_ = std::make_unique<Scene>();
  scene_->pane.resize(620, 420);
  scene_->pane.show();
  scene_->model.apply(synthetic::run());
  picture();
}

void ParallelViewTest::everyVariantHasALine() {
  QCOMPARE(names(), QStringList({"runtime", "error", "edits"}));
  QCOMPARE(picture().ids.size(), scene_->model.variants().size());
  QCOMPARE(scene_->pane.subtitle()->text(), QString("1,521 variants"));
  for (std::size_t line = 0; line < picture().ids.size(); ++line)
    QCOMPARE(picture().shareOf(line, 1) == 1, scene_->model.variant(picture().ids[line])->error == 0);
}

void ParallelViewTest::energyHasAnAxisWhereItIsMeasured() {
  scene_->model.apply(synthetic::energyRun());
  QCOMPARE(names(), QStringList({"runtime", "error", "edits", "energy"})); // those of before stay in their places
  view().usualOrder();
  QCOMPARE(names(), QStringList({"runtime", "error", "energy", "edits"}));
  QVERIFY(std::isnan(picture().shareOf(2, 2)) || std::isnan(picture().shareOf(3, 2)));
}

void ParallelViewTest::parametersHaveAxes() {
  scene_->filter.setSpace(
      {{{.name = "BLOCK", .value = "16", .values = {"8", "16", "32"}}, {.name = "FIXED", .value = "1", .values = {"1"}}}, {}});
  VariantFacts facts;
  facts.configurations = {{}, {{"BLOCK", "32"}}};
  for (const VariantRow& row : scene_->model.variants()) {
    facts.ids.push_back(row.id);
    facts.configuration.push_back(row.id % 2 == 0 ? 0 : 1);
    facts.ends.push_back(0);
  }
  scene_->filter.setFacts(std::make_shared<const VariantFacts>(facts));
  QCOMPARE(names(), QStringList({"runtime", "error", "edits", "BLOCK"}));
  for (std::size_t line = 0; line < picture().ids.size(); ++line)
    QCOMPARE(picture().shareOf(line, 3), picture().ids[line] % 2 == 0 ? 0.5 : 1.0);
  drag(view().placeOf(3, 0.9), view().placeOf(3, 1));
  QCOMPARE(scene_->filter.text(), QString("BLOCK = 32"));
  for (std::size_t line = 0; line < picture().ids.size(); ++line) QCOMPARE(bool(picture().dimmed[line]), picture().ids[line] % 2 == 0);
}

void ParallelViewTest::aBrushOnAnAxisFilters() {
  drag(view().placeOf(0, 0.6), view().placeOf(0, 1));
  const std::optional<VariantFilter::Range> range = scene_->filter.filter().rangeOf(VariantColumn::Runtime);
  QVERIFY(range);
  QVERIFY(std::isinf(range->lower));
  QVERIFY2(scene_->filter.text().startsWith("runtime <= "), qPrintable(scene_->filter.text()));
  QVERIFY(scene_->filter.text().size() < 20); // so that it can be read
  std::size_t passing = 0;
  for (std::size_t line = 0; line < picture().ids.size(); ++line) {
    const bool passes = scene_->model.variant(picture().ids[line])->runtime <= range->upper;
    QCOMPARE(!picture().dimmed[line], passes);
    passing += passes ? 1 : 0;
  }
  QVERIFY(passing > 10 && passing < picture().ids.size());
  QCOMPARE(scene_->pane.subtitle()->text(), QString("%1 of 1,521 variants").arg(passing));
  drag(view().placeOf(1, 0.97), view().placeOf(1, 1));
  QVERIFY(scene_->filter.text().endsWith(" and error = 0"));
}

void ParallelViewTest::aClickOnAnAxisClearsItsBrush() {
  scene_->filter.setText("front and edits <= 4");
  QTest::mouseClick(&view(), Qt::LeftButton, {}, view().placeOf(2, 0.5).toPoint());
  QCOMPARE(scene_->filter.text(), QString("front"));
}

void ParallelViewTest::draggingABrushMovesIt() {
  drag(view().placeOf(0, 0.4), view().placeOf(0, 0.6));
  const VariantFilter::Range before = *scene_->filter.filter().rangeOf(VariantColumn::Runtime);
  drag(view().placeOf(0, 0.5), view().placeOf(0, 0.8));
  const VariantFilter::Range after = *scene_->filter.filter().rangeOf(VariantColumn::Runtime);
  QVERIFY(after.lower < before.lower && after.upper < before.upper);
  QVERIFY(std::abs((after.upper - after.lower) - (before.upper - before.lower)) < 0.2 * (before.upper - before.lower));
}

void ParallelViewTest::aFilterShowsAsABrush() {
  scene_->filter.setText("runtime < 15");
  picture();
  const std::optional<Interval> brush = brushOf(scene_->filter.filter(), view().axes()[0]);
  QVERIFY(brush);
  QCOMPARE(brush->upper, 1.0);
  const QImage with = view().grab().toImage();
  const QPoint inside = view().placeOf(0, (brush->lower + 1) / 2).toPoint() + QPoint(4, 0);
  view().clearBrushes();
  picture();
  QVERIFY(scene_->filter.empty());
  QVERIFY(with.pixel(inside * with.devicePixelRatio()) != view().grab().toImage().pixel(inside * with.devicePixelRatio()));
}

void ParallelViewTest::aNameIsDraggedToAnotherPlace() {
  drag(view().nameRect(2).center(), view().nameRect(0).center());
  QCOMPARE(names(), QStringList({"edits", "runtime", "error"}));
  QCOMPARE(picture().request.axes.front().column, std::optional(VariantColumn::Edits));
  QVERIFY(scene_->filter.empty());
}

void ParallelViewTest::keysMoveAnAxis() {
  view().setFocus(Qt::TabFocusReason);
  QTest::keyClick(&view(), Qt::Key_Right);
  QTest::keyClick(&view(), Qt::Key_Left, Qt::ControlModifier);
  QCOMPARE(names(), QStringList({"error", "runtime", "edits"}));
  scene_->filter.setText("error = 0 and edits < 9");
  QTest::keyClick(&view(), Qt::Key_Delete);
  QCOMPARE(scene_->filter.text(), QString("edits < 9"));
}

QPointF ParallelViewTest::lonelyPlace(std::int64_t* id) {
  view().setLines(ParallelLines::Front);
  const ParallelPicture& shown = picture();
  for (const std::int64_t one : shown.ids) {
    const QPolygonF line = shown.parts(one).front();
    const QPointF middle = (line[0] + line[1]) / 2;
    if (shown.nearest(middle, 6) != one) continue;
    *id = one;
    return middle;
  }
  qFatal("no line is alone");
}

void ParallelViewTest::aClickOnALineSelectsItsVariant() {
  std::int64_t id = 0;
  const QPointF place = lonelyPlace(&id);
  QTest::mouseClick(&view(), Qt::LeftButton, {}, place.toPoint());
  QCOMPARE(scene_->selection.variant(), id);
}

void ParallelViewTest::controlAndAClickAddOne() {
  std::int64_t id = 0;
  const QPointF place = lonelyPlace(&id);
  const std::int64_t other = scene_->model.front().front() == id ? scene_->model.front().back() : scene_->model.front().front();
  scene_->selection.choose(other);
  QTest::mouseClick(&view(), Qt::LeftButton, Qt::ControlModifier, place.toPoint());
  QCOMPARE(scene_->group.members().size(), std::size_t(2));
  QVERIFY(scene_->group.contains(id));
}

void ParallelViewTest::dimmedLinesAreNotClicked() {
  std::int64_t id = 0;
  const QPointF place = lonelyPlace(&id);
  scene_->filter.setText(QString("id != %1").arg(id));
  picture();
  QTest::mouseClick(&view(), Qt::LeftButton, {}, place.toPoint());
  QVERIFY(scene_->selection.variant() != id);
}

void ParallelViewTest::theFrontAlone() {
  view().setLines(ParallelLines::Front);
  std::vector<std::int64_t> front = scene_->model.front();
  std::ranges::sort(front);
  QCOMPARE(picture().ids, front);
  view().setLines(ParallelLines::Population);
  QCOMPARE(picture().ids.size(), scene_->model.population()->size());
}

void ParallelViewTest::escapeEndsTheSelectionThenTheRanges() {
  scene_->filter.setText("front and edits < 9");
  scene_->group.set({scene_->model.variants()[1].id, scene_->model.variants()[2].id});
  QTest::keyClick(&view(), Qt::Key_Escape);
  QVERIFY(scene_->group.empty());
  QCOMPARE(scene_->filter.text(), QString("front and edits < 9"));
  QTest::keyClick(&view(), Qt::Key_Escape);
  QCOMPARE(scene_->filter.text(), QString("front"));
}

void ParallelViewTest::aHundredThousandLinesArePainted() {
  scene_->model.apply(synthetic::run({499, 200}));
  QCOMPARE(picture().ids.size(), std::size_t(100'001));
  const QPointF place = view().placeOf(0, 0.8) + QPointF(60, 0);
  QVERIFY(picture().nearest(place, 6));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ParallelViewTest)
#include "parallel_view_test.moc"
