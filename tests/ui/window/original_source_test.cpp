#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/pareto/pareto_pane.h"
#include "ui/project/source_view.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/code_zoom.h"
#include "ui/window/original_source.h"
#include "ui/window/workbench.h"

#include <QLabel>
#include <QMenu>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class OriginalSourceTest : public QObject {
  Q_OBJECT
private slots:
  void aFileWithoutARunShowsItsSource();
  void theOriginalIsMeasuredInTheBackground();
  void theFirstRunTakesItsPlace();
  void anotherFileIsChosenFromTheMenu();
  void theCodeSizeIsTheWindows();
};

void OriginalSourceTest::aFileWithoutARunShowsItsSource() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("stencil.gevo");
  auto store = Store::create(path.toStdString(), *synthetic::project());
  QVERIFY(store);
  MainWindow window(testOptions());
  window.show();
  window.openFile(path);
  const OriginalSource& original = *window.workbench()->original();
  QTRY_VERIFY(original.isVisible());
  QCOMPARE(original.view()->toPlainText(), QString::fromStdString(synthetic::project()->sources[0].text));
  for (const QLabel* label : window.workbench()->pareto()->header()->findChildren<QLabel*>())
    QVERIFY2(label->isHidden() || !label->text().contains("against"), "no axes are there");
}

/// The worker's original takes 100 us.
void OriginalSourceTest::theOriginalIsMeasuredInTheBackground() {
  const QTemporaryDir folder;
  const QString path = folder.filePath("stencil.gevo");
  QVERIFY(Store::create(path.toStdString(), *synthetic::project()));
  MainWindow window(testOptions(GEVO_FAKE_WORKER));
  window.show();
  openAndWait(window, path);
  const QLabel* runtime = window.workbench()->original()->runtime();
  QTRY_COMPARE_WITH_TIMEOUT(runtime->text(), QString::fromUtf8("100.00 µs, simulated"), 30'000);
  QVERIFY(runtime->isVisible());
  QVERIFY((*Store::open(path.toStdString(), Store::Access::Read))->runs()->empty()); // nothing of it is stored
}

void OriginalSourceTest::theFirstRunTakesItsPlace() {
  MainWindow window(testOptions());
  window.show();
  window.workbench()->showOriginal(synthetic::project());
  QVERIFY(!window.workbench()->original()->isHidden());
  window.model().apply(synthetic::run());
  QVERIFY(window.workbench()->original()->isHidden());
  QVERIFY(!window.workbench()->variant()->isHidden());
}

void OriginalSourceTest::anotherFileIsChosenFromTheMenu() {
  auto project = std::make_shared<Project>(*synthetic::project());
  SourceFile header = project->sources[0];
  header.name = "common.h";
  header.text = "#pragma once\n";
  project->sources.insert(project->sources.begin(), header);
  OriginalSource original;
  original.setProject(project);
  QCOMPARE(original.view()->toPlainText(), QString::fromStdString(project->sources[1].text)); // CUDA first
  QVERIFY(!original.fileButton()->isHidden());
  original.fileButton()->menu()->actions()[0]->trigger();
  QCOMPARE(original.view()->toPlainText(), QString("#pragma once\n"));
  QVERIFY(original.fileButton()->text().startsWith("common.h"));
  original.setProject(synthetic::project());
  QVERIFY(original.fileButton()->isHidden());
}

void OriginalSourceTest::theCodeSizeIsTheWindows() {
  const MainWindow window(testOptions());
  window.codeZoom().setSize(17);
  const QFont font = window.workbench()->original()->view()->font();
  QCOMPARE(font.pixelSize(), 17);
  QVERIFY(font.styleStrategy() & QFont::PreferNoShaping);
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::OriginalSourceTest)
#include "original_source_test.moc"
