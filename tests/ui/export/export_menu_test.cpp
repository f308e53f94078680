#include "tests/ui/synthetic_run.h"
#include "ui/export/csv.h"
#include "ui/export/export_menu.h"
#include "ui/generations/generations_view.h"
#include "ui/generations/progress_plot.h"
#include "ui/model/filter_model.h"
#include "ui/model/variant_group.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/variant_table/variants_pane.h"

#include <QClipboard>
#include <QMenu>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTableView>
#include <QToolButton>
#include <QUndoStack>
#include <QtTest>

namespace gevo::ui {

class ExportMenuTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init();
  void cleanup();
  void everyPlotAndTableOffersAllExports_data();
  void everyPlotAndTableOffersAllExports();
  void imageIsPaintedInTheThemesColours();
  void savedPngShowsThePlot();
  void savedSvgIsMadeOfShapes();
  void csvHoldsEveryPointWithItsUnits();
  void copiedCsvIsText();
  void fileThatCannotBeWrittenIsReportedByTheCard();

private:
  ExportMenu* menuOf(QWidget* owner) const { return owner->findChild<ExportMenu*>({}, Qt::FindDirectChildrenOnly); }

  std::unique_ptr<RunModel> model_;
  std::unique_ptr<Selection> selection_;
  QUndoStack undo_;
  std::unique_ptr<AnnotationService> annotations_;
  TimelinePosition timeline_;
  std::unique_ptr<FilterModel> filter_;
  std::unique_ptr<VariantGroup> group_;
  std::unique_ptr<ParetoPane> pareto_;
};

void ExportMenuTest::initTestCase() { applyTheme(Theme::light()); }

void ExportMenuTest::init() {
  model_ = std::make_unique<RunModel>();
  selection_ = std::make_unique<Selection>();
  annotations_ = std::make_unique<AnnotationService>(*model_, undo_);
  filter_ = std::make_unique<FilterModel>(*model_, *annotations_);
  group_ = std::make_unique<VariantGroup>(*model_, *selection_);
  pareto_ = std::make_unique<ParetoPane>(*model_, *selection_, *group_, *filter_, timeline_);
  pareto_->setTheme(Theme::light());
  pareto_->resize(500, 400);
  pareto_->show();
  model_->apply(synthetic::run({5, 10}));
  QTRY_VERIFY(pareto_->view()->settled());
}

void ExportMenuTest::cleanup() {
  pareto_.reset();
  group_.reset();
  filter_.reset();
  annotations_.reset();
}

void ExportMenuTest::everyPlotAndTableOffersAllExports_data() {
  QTest::addColumn<int>("owner");
  for (int i = 0; i < 3; ++i) QTest::newRow(std::array{"pareto", "generations", "variants"}[std::size_t(i)]) << i;
}

void ExportMenuTest::everyPlotAndTableOffersAllExports() {
  QFETCH(int, owner);
  GenerationsView generations(*model_, timeline_);
  VariantsPane variants(*model_, *selection_, *group_, *filter_, *annotations_);
  QWidget* const owners[] = {pareto_->view(), generations.progress(), variants.table()};
  QMenu menu;
  menuOf(owners[owner])->addTo(&menu);
  QStringList names;
  for (const QAction* action : menu.actions())
    if (!action->isSeparator()) names << action->text();
  QCOMPARE(names, QStringList({"Copy as Image", "Copy as CSV", "Save as PNG…", "Save as SVG…", "Save as CSV…"}));
}

void ExportMenuTest::imageIsPaintedInTheThemesColours() {
  const QImage image = menuOf(pareto_->view())->image();
  QCOMPARE(image.deviceIndependentSize().toSize(), pareto_->view()->size());
  QCOMPARE(image.pixelColor(2, 2), Theme::light().card);
  bool front = false;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) front |= image.pixelColor(x, y) == Theme::light().front;
  QVERIFY2(front, "the front is in the picture");
}

void ExportMenuTest::savedPngShowsThePlot() {
  const QTemporaryDir folder;
  ExportMenu* menu = menuOf(pareto_->view());
  QSignalSpy saved(menu, &ExportMenu::saved);
  QSignalSpy notified(pareto_.get(), &Card::notified);
  menu->savePng(folder.filePath("front.png"));
  QVERIFY(saved.wait());
  QCOMPARE(QImage(folder.filePath("front.png")).size(), pareto_->view()->size() * 2);
  QCOMPARE(notified.size(), 1);
}

void ExportMenuTest::savedSvgIsMadeOfShapes() {
  const QByteArray svg = menuOf(pareto_->view())->svg();
  QSvgRenderer renderer(svg);
  QVERIFY(renderer.isValid());
  QCOMPARE(renderer.viewBox().size(), pareto_->view()->size());
  QVERIFY2(!svg.contains("<image"), "a picture of pixels can't be enlarged");
  QVERIFY(svg.contains("kernel runtime"));
}

void ExportMenuTest::csvHoldsEveryPointWithItsUnits() {
  const QTemporaryDir folder;
  ExportMenu* menu = menuOf(pareto_->view());
  QSignalSpy saved(menu, &ExportMenu::saved);
  menu->saveCsv(folder.filePath("front.csv"));
  QVERIFY(saved.wait());
  QFile file(folder.filePath("front.csv"));
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
  QCOMPARE(lines.size(), qsizetype(model_->variants().size()) + 1);
  QVERIFY(lines[0].startsWith("id,generation,runtime_us,speedup,error"));
  const VariantRow& last = model_->variants().back();
  const QList<QByteArray> cells = lines.back().split(',');
  QCOMPARE(cells[0].toLongLong(), last.id);
  QCOMPARE(cells[2].toDouble(), last.runtime);
  QCOMPARE(cells[4].toDouble(), last.error);
}

void ExportMenuTest::copiedCsvIsText() {
  VariantsPane variants(*model_, *selection_, *group_, *filter_, *annotations_);
  ExportMenu* menu = menuOf(variants.table());
  QSignalSpy copied(menu, &ExportMenu::copied);
  menu->copyCsv();
  QVERIFY(copied.wait());
  const QStringList lines = QGuiApplication::clipboard()->text().trimmed().split('\n');
  QCOMPARE(lines.size(), qsizetype(variants.proxy()->rowCount()) + 1);
  QCOMPARE(lines[0], QString("id,generation,runtime (us),speedup,error,energy (mJ),edits,inactive,origin,parent,parent 2,on the front,"
                             "held-out,pinned,note"));
  const VariantRow& first = variants.proxy()->variant(0); // as shown
  const QStringList cells = lines[1].split(',');
  QCOMPARE(cells.size(), lines[0].split(',').size());
  QCOMPARE(cells[0], QString::fromStdString(variantName(first.id)));
  QCOMPARE(cells[1].toUInt(), first.generation);
  QCOMPARE(cells[2].toDouble(), first.runtime);
  QCOMPARE(cells[3].toDouble(), model_->speedup(first));
  QCOMPARE(cells[4].toDouble(), first.error);
  QCOMPARE(cells[5], QString()); // not measured
  QCOMPARE(cells[6].toUInt(), first.edits);
  QCOMPARE(cells[11] == "yes", model_->onFront(first.id));
}

void ExportMenuTest::fileThatCannotBeWrittenIsReportedByTheCard() {
  QSignalSpy failed(pareto_.get(), &Card::failed);
  menuOf(pareto_->view())->savePng("/nowhere/front.png");
  QVERIFY(failed.wait());
  QVERIFY(failed[0][0].toString().startsWith("cannot write /nowhere/front.png ("));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::ExportMenuTest)
#include "export_menu_test.moc"
