/// Which variants the window offers to compare on devices.

#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/portability/portability_dialog.h"
#include "ui/window/device_comparison.h"

#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

class DeviceComparisonTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;

  DeviceComparison& comparison() const { return window_->deviceComparison(); }
  QString makeFile(const QString& name) const {
    const QString path = folder_.filePath(name);
    QFile::remove(path);
    auto store = Store::create(path.toStdString(), *synthetic::project());
    const Result<std::int64_t> id = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
    if (!id || !(*store)->addGeneration(*id, synthetic::generation(0))) qFatal("cannot write the run");
    return path;
  }
  QStringList checkedVariants() const {
    QStringList checked;
    const QListWidget* list = comparison().dialog()->variants();
    for (int row = 0; row < list->count(); ++row)
      if (list->item(row)->checkState() == Qt::Checked) checked << list->item(row)->text().section(QString::fromUtf8(" · "), 0, 0);
    return checked;
  }

private slots:
  void init() {
    window_ = std::make_unique<MainWindow>(testOptions());
    openAndWait(*window_, makeFile("stencil.gevo"));
    QTRY_VERIFY(window_->model().variant(8));
    window_->selection().choose(3);
  }

  void theShownVariantIsCheckedAndTheFrontIsOffered() {
    comparison().open();
    QVERIFY(comparison().dialog()->isVisible());
    QCOMPARE(checkedVariants(), QStringList{"Variant 3"});
    QVERIFY(comparison().dialog()->variants()->count() > 1);
  }

  void anotherVariantJoins() {
    comparison().open();
    const PortabilityDialog* first = comparison().dialog();
    window_->selection().choose(8);
    comparison().open();
    QCOMPARE(comparison().dialog(), first);
    QStringList checked = checkedVariants();
    checked.sort();
    QCOMPARE(checked, (QStringList{"Variant 3", "Variant 8"}));
  }

  void theOriginalIsNotCompared() {
    const QSignalSpy failed(&comparison(), &DeviceComparison::failed);
    window_->selection().choose(0);
    comparison().open();
    QCOMPARE(failed.size(), 1);
    QVERIFY(!comparison().dialog());
  }

  void anotherFileClosesIt() {
    comparison().open();
    const QPointer<PortabilityDialog> dialog(comparison().dialog());
    openAndWait(*window_, makeFile("other.gevo"));
    QTRY_VERIFY(!dialog);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::DeviceComparisonTest)
#include "device_comparison_test.moc"
