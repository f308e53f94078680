/// A file from elsewhere whose program would have to run: the user is asked once.

#include <QtTest>

#include "core/store/store.h"
#include "tests/ui/synthetic_run.h"
#include "ui/service/run_controller.h"
#include "ui/window/trust_question.h"

#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>

namespace gevo::ui {

class TrustQuestionTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  /// Made elsewhere, in a folder of its own; next to its program if that is `there`.
  std::filesystem::path foreign(bool there = true) {
    QDir(folder_.path()).mkdir(QString::number(++files_));
    const std::filesystem::path folder = folder_.filePath(QString::number(files_)).toStdString();
    Project project = *synthetic::project();
    project.name = "program " + std::to_string(files_); // trusting one does not trust another
    project.build.hostRun.on = true;
    project.build.files = {"trainer.cu"};
    QFile source(QString::fromStdString((folder / "trainer.cu").string()));
    if (there && !source.open(QIODevice::WriteOnly)) qFatal("cannot write");
    const std::filesystem::path file = folder / "foreign.gevo";
    qputenv("XDG_DATA_HOME", folder_.filePath("theirs").toUtf8());
    const bool made = Store::create(file, project, folder).has_value();
    qputenv("XDG_DATA_HOME", folder_.filePath("ours").toUtf8());
    if (!made) qFatal("no file");
    return file;
  }

  static bool trusted(const std::filesystem::path& file) { return Store::open(file, Store::Access::Read).value()->trusted().value(); }

private slots:
  void nothingRunsBeforeTheUserAgrees() {
    const auto file = foreign();
    RunModel model;
    RunController controller(model, "/nowhere/gevo-worker");
    QSignalSpy asked(&controller, &RunController::trustRequested);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.open(file);
    controller.startNew({});
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString().toStdString(), file.parent_path().string());
    QCOMPARE(asked[0][1].toString(), QString("trainer.cu"));
    QVERIFY(!controller.busy());
    QVERIFY2(failed.empty(), "asking is no failure");
    QVERIFY(!trusted(file));

    controller.trust(asked[0][0].toString());
    QTRY_COMPARE(failed.size(), 1); // there is no worker
    QVERIFY2(failed[0][0].toString().contains("/nowhere/gevo-worker"), qPrintable(failed[0][0].toString()));
    QVERIFY(trusted(file));
    QCOMPARE(Store::open(file, Store::Access::Read).value()->programFolder().value(), file.parent_path());

    controller.startNew({});
    QTRY_COMPARE(failed.size(), 2);
    QCOMPARE(asked.size(), 1);
  }

  void theAnswerIsAboutTheFileThatWasAskedAbout() {
    RunModel model;
    RunController controller(model, "/nowhere/gevo-worker");
    QSignalSpy asked(&controller, &RunController::trustRequested);
    controller.open(foreign());
    controller.startNew({});
    QTRY_COMPARE(asked.size(), 1);
    controller.open(foreign());
    controller.trust(asked[0][0].toString());
    QVERIFY(!controller.busy());
  }

  void aFolderWithoutTheProgramIsNotTrusted() {
    const auto file = foreign(false);
    RunModel model;
    RunController controller(model, "/nowhere/gevo-worker");
    QSignalSpy asked(&controller, &RunController::trustRequested);
    QSignalSpy failed(&controller, &RunController::failed);
    controller.open(file);
    controller.startNew({});
    QTRY_COMPARE(asked.size(), 1);
    QCOMPARE(asked[0][0].toString(), QString());
    controller.trust(folder_.path());
    QTRY_COMPARE(failed.size(), 1);
    QVERIFY2(failed[0][0].toString().contains("trainer.cu"), qPrintable(failed[0][0].toString()));
    QVERIFY(!trusted(file));
  }

  void onlyTheTrustButtonTrusts_data() {
    QTest::addColumn<bool>("agrees");
    QTest::newRow("cancel") << false;
    QTest::newRow("trust") << true;
  }
  void onlyTheTrustButtonTrusts() {
    QFETCH(const bool, agrees);
    QWidget window;
    window.show();
    QString chosen;
    askForTrust(&window, "/folder/foreign.gevo", "/folder", "trainer.cu", [&](const QString& folder) { chosen = folder; });
    auto* question = window.findChild<QMessageBox*>();
    QVERIFY(question != nullptr);
    QCOMPARE(question->defaultButton(), question->button(QMessageBox::Cancel));
    QAbstractButton* button = question->button(QMessageBox::Cancel);
    for (QAbstractButton* one : question->buttons())
      if (agrees && question->buttonRole(one) == QMessageBox::AcceptRole) button = one;
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(chosen, agrees ? QString("/folder") : QString());
  }
};

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::TrustQuestionTest)
#include "trust_question_test.moc"
