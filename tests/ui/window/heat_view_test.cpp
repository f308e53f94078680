/// Heat in the window, with a real worker on the bundled file, and remembered for the next window.

#include "core/session/run_session.h"
#include "tests/ui/window_options.h"
#include "ui/diff/diff_canvas.h"
#include "ui/diff/diff_view.h"
#include "ui/variant/differences_view.h"
#include "ui/variant/heat_bar.h"
#include "ui/variant/variant_pane.h"
#include "ui/window/workbench.h"

#include <QClipboard>
#include <QComboBox>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class HeatViewTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void linesAreColouredOnBothSides();
  void anotherMetricColoursOtherLines();
  void theLineThatIsNamedIsShown();
  void irHasTheHeatOfItsLines();
  void cancellingSwitchesHeatOff();
  void whatIsChosenIsRemembered();
  void withoutAWorkerItIsSaidWhy();

private:
  static constexpr int patience = 60'000;
  static WindowOptions options() { return {.workerProgram = GEVO_TEST_BIN "/gevo-worker"}; }
  static DifferencesView& differences(const MainWindow& window) { return *window.workbench()->variant()->differences(); }
  static QToolButton* button(const MainWindow& window) {
    for (QToolButton* one : differences(window).findChildren<QToolButton*>())
      if (one->text() == "Heat") return one;
    return nullptr;
  }
  static const DiffDocument& document(const MainWindow& window, Side side) {
    return differences(window).view()->findChild<DiffCanvas*>()->model().document(side);
  }
  static float sum(const DiffDocument& document) {
    float all = 0;
    for (const LineHeat& line : document.heat) all += line.share;
    return all;
  }
  /// With a variant beside the original.
  void open(MainWindow& window, bool showsTexts = true);

  QTemporaryDir folder_;
  QString file_;
};

void HeatViewTest::initTestCase() {
  QCoreApplication::setOrganizationName("gevo-test");
  QCoreApplication::setApplicationName("heat-view");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
  file_ = folder_.filePath("hotspot.gevo");
  QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", file_));
  QVERIFY(QFile::setPermissions(file_, QFile::ReadOwner | QFile::WriteOwner));
  RunSession::Options run;
  run.workerProgram = GEVO_TEST_BIN "/gevo-worker";
  run.settings.search.population = 8;
  run.settings.search.generations = 1;
  run.validate = false;
  auto session = RunSession::open(file_.toStdString(), std::move(run));
  QVERIFY2(session, session ? "" : session.error().message.c_str());
  QVERIFY((*session)->run({}, {}));
}

void HeatViewTest::open(MainWindow& window, bool showsTexts) {
  window.resize(1400, 900);
  window.show();
  window.openFile(file_);
  QTRY_VERIFY(window.model().hasRun());
  const std::vector<VariantRow>& rows = window.model().variants();
  const auto changed = std::ranges::find_if(rows, [](const VariantRow& row) { return row.id > 0; });
  QVERIFY(changed != rows.end());
  const QSignalSpy shown(&window, &MainWindow::variantShown);
  window.selection().choose(changed->id);
  if (showsTexts) QTRY_VERIFY_WITH_TIMEOUT(shown.size() > 0, patience);
}

void HeatViewTest::linesAreColouredOnBothSides() {
  MainWindow window(options());
  open(window);
  HeatBar& bar = *differences(window).heatBar();
  QVERIFY(button(window));
  QVERIFY(!bar.isVisible());
  QVERIFY(document(window, Side::Left).heat.isEmpty());
  button(window)->click();
  QVERIFY(bar.isVisible());
  QTRY_VERIFY_WITH_TIMEOUT(!document(window, Side::Left).heat.isEmpty(), patience);
  QVERIFY(sum(document(window, Side::Left)) >= 1 || sum(document(window, Side::Right)) >= 1); // the hottest line is of one of them
  QVERIFY(sum(document(window, Side::Right)) > 0);
  QVERIFY2(bar.text().startsWith("Variant "), qPrintable(bar.text()));
  QVERIFY2(bar.text().contains("spends"), qPrintable(bar.text()));
  QVERIFY(!bar.cancel()->isVisible());
  button(window)->click();
  QVERIFY(document(window, Side::Left).heat.isEmpty());
  QVERIFY(!bar.isVisible());
}

void HeatViewTest::theLineThatIsNamedIsShown() {
  MainWindow window(options());
  open(window);
  window.selection().choose(0); // the sentence of the original names its hottest line
  differences(window).setKind(TextKind::Ptx);
  button(window)->click();
  HeatBar& bar = *differences(window).heatBar();
  QTRY_VERIFY_WITH_TIMEOUT(bar.showLine()->isVisible(), patience);
  const int line = bar.text().section("hotspot.cu:", 1).section(' ', 0, 0).toInt();
  QVERIFY2(line > 0, qPrintable(bar.text()));
  QTest::mouseClick(bar.showLine(), Qt::LeftButton);
  QCOMPARE(differences(window).kind(), TextKind::Cuda);
  const auto* canvas = differences(window).view()->findChild<DiffCanvas*>();
  const auto selected = [&] {
    canvas->copySelection();
    return QGuiApplication::clipboard()->text();
  };
  QTRY_COMPARE(selected(), canvas->model().lines(Side::Left).at(line - 1));
  QCOMPARE(canvas->activeSide(), Side::Left);
}

void HeatViewTest::anotherMetricColoursOtherLines() {
  MainWindow window(options());
  open(window);
  button(window)->click();
  QTRY_VERIFY_WITH_TIMEOUT(!document(window, Side::Left).heat.isEmpty(), patience);
  QComboBox* const metrics = differences(window).heatBar()->metrics();
  metrics->setCurrentIndex(metrics->findData(int(HeatMetric::Barriers)));
  int lines = 0;
  const DiffDocument& left = document(window, Side::Left);
  for (qsizetype i = 0; i < left.heat.size(); ++i) {
    if (left.heat[i].share <= 0) continue;
    ++lines;
    QVERIFY2(left.text.split('\n')[i].contains("__syncthreads"), qPrintable(left.text.split('\n')[i]));
  }
  QVERIFY(lines > 0);
}

void HeatViewTest::irHasTheHeatOfItsLines() {
  MainWindow window(options());
  open(window);
  button(window)->click();
  QTRY_VERIFY_WITH_TIMEOUT(!document(window, Side::Left).heat.isEmpty(), patience);
  for (const TextKind kind : {TextKind::Ir, TextKind::Ptx}) {
    differences(window).setKind(kind);
    QTRY_VERIFY_WITH_TIMEOUT(!differences(window).view()->isComparing(), patience);
    QVERIFY(sum(document(window, Side::Left)) > 0);
  }
}

void HeatViewTest::cancellingSwitchesHeatOff() {
  MainWindow window(options());
  open(window);
  HeatBar& bar = *differences(window).heatBar();
  button(window)->click();
  QVERIFY(bar.cancel()->isVisible());
  bar.cancel()->click();
  QVERIFY(!button(window)->isChecked());
  QVERIFY(!bar.isVisible());
  QVERIFY(document(window, Side::Left).heat.isEmpty());
}

void HeatViewTest::whatIsChosenIsRemembered() {
  {
    MainWindow window(options());
    open(window);
    button(window)->click();
    differences(window).heatBar()->setMetric(HeatMetric::Conflicts);
  }
  MainWindow window(options());
  QVERIFY(button(window)->isChecked());
  QCOMPARE(differences(window).heatBar()->metric(), HeatMetric::Conflicts);
  open(window);
  QTRY_VERIFY_WITH_TIMEOUT(!document(window, Side::Left).heat.isEmpty(), patience);
  MainWindow forgetful(testOptions());
  QVERIFY(!button(forgetful)->isChecked());
}

void HeatViewTest::withoutAWorkerItIsSaidWhy() {
  MainWindow window(rememberingOptions());
  open(window, false);
  button(window)->click();
  HeatBar& bar = *differences(window).heatBar();
  QTRY_VERIFY2_WITH_TIMEOUT(bar.text().contains("gevo-worker"), qPrintable(bar.text()), patience);
  QVERIFY(!bar.cancel()->isVisible());
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::HeatViewTest)
#include "heat_view_test.moc"
