/// Variants that are dragged out: lists of edits, which are written without a worker.

#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/widgets/drag_gesture.h"
#include "ui/window/message_bar.h"
#include "ui/window/variant_exports.h"

#include <QDrag>
#include <QFileDialog>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

namespace gevo::ui {

class VariantExportsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
  QToolButton button_;
  DragGesture* gesture_ = new DragGesture(&button_);
  QStringList dragged_;

  VariantExports& exports() const { return window_->exports(); }
  void press() {
    QTest::mousePress(&button_, Qt::LeftButton, {}, button_.rect().center());
    QTest::mouseMove(&button_, button_.rect().center() + QPoint(3 * QApplication::startDragDistance(), 0));
  }

private slots:
  void init() {
    const QString path = folder_.filePath("stencil.gevo");
    QFile::remove(path);
    {
      auto store = Store::create(path.toStdString(), *synthetic::project());
      const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
      QVERIFY(run && (*store)->addGeneration(*run, synthetic::generation(0)));
    }
    window_ = std::make_unique<MainWindow>(testOptions());
    openAndWait(*window_, path);
    QTRY_VERIFY(window_->model().variant(8));
    window_->selection().choose(8);
    dragged_.clear();
    connect(&exports(), &VariantExports::dragBegins, this, [this](const QMimeData* data) {
      dragged_ << data->urls().value(0).toLocalFile();
      QTimer::singleShot(0, &QDrag::cancel);
    });
    button_.resize(100, 30);
    button_.show();
  }

  void draggingAgainBeforeTheFileIsThereBeginsOneDrag() {
    const QSignalSpy news(&exports(), &VariantExports::news);
    press();
    exports().drag(ExportKind::Edits, {}, *gesture_);
    exports().drag(ExportKind::Edits, {}, *gesture_);
    QTRY_COMPARE(dragged_.size(), 1);
    // Exports are made in order: a second one would be there by now.
    exports().copy(ExportKind::Edits);
    QTRY_VERIFY(!news.empty() && news.last()[0].toString().endsWith("copied"));
    QCOMPARE(dragged_.size(), 1);
  }

  void whatWasDraggedBeforeIsNotWrittenAgain() {
    for (int drags = 1; drags <= 2; ++drags) {
      press();
      exports().drag(ExportKind::Edits, {}, *gesture_);
      QTRY_COMPARE(dragged_.size(), drags);
    }
    QVERIFY(dragged_[0] != dragged_[1]);
    QCOMPARE(QFileInfo(dragged_[0]).fileName(), QString("stencil-8.edits"));
    QCOMPARE(QFileInfo(dragged_[1]).fileName(), QString("stencil-8.edits"));
    QVERIFY(QFile::exists(dragged_[0]));
  }

  void theLatestOfTwoIsDragged() {
    const QSignalSpy news(&exports(), &VariantExports::news);
    press();
    exports().drag(ExportKind::Edits, {}, *gesture_);
    window_->selection().choose(7);
    exports().drag(ExportKind::Edits, {}, *gesture_);
    QTRY_COMPARE(dragged_.size(), 1);
    QCOMPARE(QFileInfo(dragged_[0]).fileName(), QString("stencil-7.edits"));
    for (const QList<QVariant>& message : news) QVERIFY2(!message[0].toString().contains("saved"), qPrintable(message[0].toString()));
  }

  void withoutRoomForTheFileThereIsAMessage() {
    const QSignalSpy failed(&exports(), &VariantExports::failed);
    const QByteArray before = qgetenv("TMPDIR");
    qputenv("TMPDIR", "/proc"); // nobody may make folders there
    exports().drag(ExportKind::Edits, {}, *gesture_);
    before.isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", before);
    QCOMPARE(failed.size(), 1);
    QVERIFY2(failed[0][0].toString().startsWith("cannot drag stencil-8.edits out"), qPrintable(failed[0][0].toString()));
  }

  void anExportIsOfTheFileThatWasOpen() {
    exports().write(ExportKind::Edits);
    auto* dialog = window_->findChildren<QFileDialog*>().last();
    const QString path = QString::fromStdString(window_->controller().path().string());
    const QString copy = folder_.filePath("copy.gevo");
    QFile::remove(copy);
    QVERIFY(QFile::copy(path, copy));
    dialog->hide(); // so that opening does not wait for it
    openAndWait(*window_, copy);
    QTRY_VERIFY(window_->model().variant(8));
    const QSignalSpy failed(&exports(), &VariantExports::failed);
    const QString written = folder_.filePath("8.edits");
    emit dialog->fileSelected(written);
    QCOMPARE(failed.size(), 1);
    dialog->reject();
  }

  void aButtonIsNotPressedAfterADragThatDidNotBegin() {
    const QSignalSpy clicked(&button_, &QToolButton::clicked);
    press();
    QTest::mouseMove(&button_, button_.rect().center() + QPoint(1, 0));
    QVERIFY(!button_.isDown());
    QTest::mouseRelease(&button_, Qt::LeftButton, {}, button_.rect().center());
    QVERIFY(!button_.isDown());
    QCOMPARE(clicked.size(), 0);
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::VariantExportsTest)
#include "variant_exports_test.moc"
