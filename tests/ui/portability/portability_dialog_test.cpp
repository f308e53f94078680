/// The comparison of devices, as a user drives it, on a real run and simulated devices.

#include "core/store/store.h"
#include "ui/export/export_menu.h"
#include "ui/portability/device_list.h"
#include "ui/portability/portability_dialog.h"
#include "ui/portability/portability_plot.h"
#include "ui/portability/portability_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QtTest>

namespace gevo::ui {

namespace {

/// What gevo prints; nothing where it fails.
QByteArray printed(const QStringList& arguments) {
  QProcess process;
  process.start(GEVO_TEST_BIN "/gevo", arguments);
  return process.waitForFinished(300'000) && process.exitCode() == 0 ? process.readAllStandardOutput() : QByteArray();
}

} // namespace

class PortabilityDialogTest : public QObject {
  Q_OBJECT

  static constexpr int patience = 300'000; ///< milliseconds; a machine that does other work as well takes long

  QTemporaryDir folder_;
  PortabilityDialogOptions options_;
  std::int64_t variant_ = 0;
  std::unique_ptr<PortabilityDialog> dialog_;

  QListWidgetItem* device(const QString& title) const {
    const QList<QListWidgetItem*> found = dialog_->devices()->findItems(title, Qt::MatchExactly);
    return found.isEmpty() ? nullptr : found[0];
  }
  /// Those alone.
  void checkDevices(const QStringList& titles) const {
    DeviceList& list = *dialog_->devices();
    for (int row = 0; row < list.count(); ++row)
      list.item(row)->setCheckState(titles.contains(list.item(row)->text()) ? Qt::Checked : Qt::Unchecked);
  }
  QString cell(int row, PortabilityColumn column) const {
    return dialog_->table()->model()->index(row, static_cast<int>(column)).data().toString();
  }
  void clickMeasure() const { QTest::mouseClick(dialog_->measureButton(), Qt::LeftButton); }

private slots:
  void initTestCase() {
    applyTheme(Theme::light());
    const QString path = folder_.filePath("hotspot.gevo");
    QVERIFY(QFile::copy(GEVO_TEST_SOURCE "/resources/samples/hotspot.gevo", path));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner));
    printed({"run", path, "--population", "8", "--generations", "1", "--seed", "3", "--quiet"});
    options_.file = path.toStdString();
    options_.workerProgram = GEVO_TEST_BIN "/gevo-worker";
    const auto store = Store::open(options_.file, Store::Access::Read);
    QVERIFY(!(*store)->runs()->empty());
    options_.run = (*store)->runs()->back();
    options_.runs = {options_.run};
    variant_ = QJsonDocument::fromJson(printed({"show", path, "--variant", "best", "--json"})).object()["id"].toInteger();
    QVERIFY(variant_ > 0);
  }

  void init() {
    dialog_ = std::make_unique<PortabilityDialog>(options_);
    dialog_->offerVariant(variant_, "1.1×", {}, true);
    dialog_->show();
    QTRY_VERIFY_WITH_TIMEOUT(device("simulated V100"), patience);
  }
  void cleanup() { dialog_.reset(); }

  void simulatedDevicesAreCheckedAndSaySo() {
    for (const char* name : {"simulated H200", "simulated A100", "simulated V100"}) QCOMPARE(device(name)->checkState(), Qt::Checked);
    QVERIFY(dialog_->measureButton()->isEnabled());
    QVERIFY(!dialog_->cancelButton()->isEnabled());
  }

  void withoutAVariantOrADeviceThereIsNothingToMeasure() {
    checkDevices({});
    QVERIFY(!dialog_->measureButton()->isEnabled());
    checkDevices({"simulated A100"});
    QVERIFY(dialog_->measureButton()->isEnabled());
    dialog_->variants()->item(0)->setCheckState(Qt::Unchecked);
    QVERIFY(!dialog_->measureButton()->isEnabled());
  }

  void checkedVariantsAreMeasuredOnCheckedDevices() {
    checkDevices({"simulated A100", "simulated V100"});
    clickMeasure();
    QVERIFY(dialog_->service().running());
    QVERIFY(!dialog_->measureButton()->isEnabled() && dialog_->cancelButton()->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->service().running(), patience);
    QCOMPARE(dialog_->status(), QString("All of them run."));
    QCOMPARE(dialog_->table()->model()->rowCount(), 2);
    QCOMPARE(cell(0, PortabilityColumn::Device), QString("simulated A100"));
    QVERIFY(cell(1, PortabilityColumn::Speedup).endsWith(QString::fromUtf8("×")));
    QTRY_VERIFY(dialog_->plot()->texts().contains(cell(1, PortabilityColumn::Speedup)));
    QVERIFY(dialog_->measureButton()->isEnabled());
  }

  void aDeviceThatCantBeUsedShowsWhy() {
    const QString path = folder_.filePath("broken.toml");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("name = 7\n") > 0);
    file.close();
    dialog_->devices()->offerModel(path, true);
    checkDevices({"simulated A100", "simulated broken.toml"});
    clickMeasure();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->service().running(), patience);
    QCOMPARE(dialog_->table()->model()->rowCount(), 2);
    QCOMPARE(cell(1, PortabilityColumn::Device), QString("simulated broken.toml"));
    QCOMPARE(cell(1, PortabilityColumn::Speedup), QString::fromUtf8("–"));
    QVERIFY2(cell(1, PortabilityColumn::Why).startsWith("unsupported: "), qPrintable(cell(1, PortabilityColumn::Why)));
    QTRY_COMPARE(dialog_->plot()->texts().filter("unsupported").size(), 1);
    QVERIFY2(dialog_->status().startsWith("1 of 2 run"), qPrintable(dialog_->status()));
  }

  void cancellingEndsAtOnce() {
    checkDevices({"simulated A100"});
    clickMeasure();
    QTest::mouseClick(dialog_->cancelButton(), Qt::LeftButton);
    QVERIFY(!dialog_->service().running());
    QCOMPARE(dialog_->status(), QString("Cancelled: 0 of 1 measured."));
    clickMeasure(); // nothing of the first comes back
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->service().running(), patience);
    QCOMPARE(dialog_->status(), QString("All of them run."));
  }

  void theTableIsCopiedAsCsvAndJson() {
    checkDevices({"simulated A100"});
    clickMeasure();
    QTRY_VERIFY_WITH_TIMEOUT(!dialog_->service().running(), patience);
    QSignalSpy copied(dialog_->tableExport(), &ExportMenu::copied);
    dialog_->tableExport()->copyCsv();
    QVERIFY(copied.wait());
    QVERIFY(QGuiApplication::clipboard()->text().startsWith("variant,device,speedup"));
    dialog_->tableExport()->copyJson();
    QVERIFY(copied.wait());
    const QJsonArray cells = QJsonDocument::fromJson(QGuiApplication::clipboard()->text().toUtf8()).array();
    QCOMPARE(cells.size(), 1);
    QCOMPARE(cells[0]["device"].toString(), QString("simulated A100"));
  }

  void aProblemOfTheFileIsSaid() {
    options_.file = "/nowhere/lost.gevo";
    PortabilityDialog lost(options_);
    lost.offerVariant(variant_, {}, {}, true);
    lost.devices()->offer({"sim", "simulated H200"}, true);
    lost.measure();
    QTRY_VERIFY(!lost.service().running());
    QVERIFY2(lost.status().contains("lost.gevo"), qPrintable(lost.status()));
    options_.file = folder_.filePath("hotspot.gevo").toStdString();
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::PortabilityDialogTest)
#include "portability_dialog_test.moc"
