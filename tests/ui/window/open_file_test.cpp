#include "tests/ui/stored_run.h"
#include "tests/ui/window/open_and_wait.h"
#include "tests/ui/window_options.h"
#include "ui/start/recent_files.h"
#include "ui/start/start_page.h"
#include "ui/tasks/background_pool.h"
#include "ui/variant_table/variants_pane.h"
#include "ui/window/file_intake.h"
#include "ui/window/message_bar.h"
#include "ui/window/workbench.h"

#include <QDialog>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QtTest>

namespace gevo::ui {

namespace {

constexpr const char* validationMessage = "a held-out test has another result";
constexpr qsizetype pageSize = 4096; ///< of SQLite, and of these files

} // namespace

class OpenFileTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void whatCannotBeOpenedLeavesTheOpenFile_data();
  void whatCannotBeOpenedLeavesTheOpenFile();
  void anOpenedFileIsRecent();
  void aFileWaitsUntilTheOpenDialogIsClosed();
  void aFilterBelongsToItsFile();
  void aBuiltSampleIsOfferedToWhoeverTurnedAway();

private:
  QString file(const QString& name);
  static QByteArray contentsOf(const QString& path);
  static QByteArray damaged(const QString& path, qsizetype from);
  static QByteArray damagedPage(const QString& path, const QByteArray& with);
  static QByteArray ofVersion(const QString& path, char version);
  QTemporaryDir folder_;
};

void OpenFileTest::initTestCase() {
  QCoreApplication::setOrganizationName("gevo-test");
  QCoreApplication::setApplicationName("open-file-test");
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
}

QString OpenFileTest::file(const QString& name) {
  const QString path = folder_.filePath(name);
  QFile::remove(path);
  auto store = Store::create(path.toStdString(), *synthetic::project());
  if (!store) qFatal("%s", store.error().message.c_str());
  const Result<std::int64_t> run = (*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
  if (!run || !(*store)->addGeneration(*run, synthetic::generation(0))) qFatal("cannot add a run");
  if (!(*store)->addValidation(*run, {.variant = 8, .message = validationMessage})) qFatal("cannot add a validation");
  return path;
}

void OpenFileTest::whatCannotBeOpenedLeavesTheOpenFile_data() {
  QTest::addColumn<QByteArray>("contents");
  QTest::addColumn<QString>("expected");
  QTest::newRow("text") << QByteArray("my notes") << "notes.gevo is not a .gevo file: choose one";
  QTest::newRow("empty") << QByteArray("") << "notes.gevo is not a .gevo file: choose one";
  QTest::newRow("noise") << QByteArray(5000, '\x97') << "notes.gevo is not a .gevo file: choose one";
  QByteArray database("SQLite format 3\0", 16);
  QTest::newRow("database of another program") << database.leftJustified(4096, '\0') << "notes.gevo is not a .gevo file: choose one";
  const QString good = file("good.gevo");
  QTest::newRow("newer version") << ofVersion(good, 99) << "was made by a newer version of GEVO Explorer; install that to open it";
  QTest::newRow("damaged schema") << damaged(good, 100) << "notes.gevo is damaged; restore it from a copy";
  QTest::newRow("damaged contents") << damaged(good, 2 * pageSize) << "notes.gevo is damaged";
  QTest::newRow("damaged validations") << damagedPage(good, validationMessage) << "notes.gevo is damaged";
  QTest::newRow("truncated") << contentsOf(good).left(3 * pageSize) << "notes.gevo is damaged";
  QTest::newRow("missing") << QByteArray() << "notes.gevo does not exist: choose another file";
}

void OpenFileTest::whatCannotBeOpenedLeavesTheOpenFile() {
  QFETCH(QByteArray, contents);
  QFETCH(QString, expected);
  const QString path = folder_.filePath("notes.gevo");
  QFile::remove(path);
  if (!contents.isNull()) {
    QFile notes(path);
    QVERIFY(notes.open(QIODevice::WriteOnly));
    notes.write(contents);
  }
  const QString open = file("stencil.gevo");
  MainWindow window(rememberingOptions());
  openAndWait(window, open);
  QTRY_VERIFY(window.model().variant(8));
  QCOMPARE(recentFiles(), QStringList{open});
  const QSignalSpy problems(&window, &MainWindow::problem);
  window.openFile(path);
  const auto ofNotes = [&] { // there is no worker either
    QStringList messages;
    for (const QList<QVariant>& problem : problems)
      if (problem[0].toString().contains("notes.gevo")) messages << problem[0].toString();
    return messages;
  };
  QTRY_COMPARE(ofNotes().size(), 1);
  QVERIFY2(ofNotes()[0].contains(expected), qPrintable(ofNotes()[0]));
  QVERIFY(window.messages()->showsError());
  QCOMPARE(QString::fromStdString(window.controller().path().string()), open);
  QVERIFY(window.windowTitle().startsWith("stencil.gevo"));
  QVERIFY(window.model().variant(8));
  QCOMPARE(recentFiles(), QStringList{open});
}

QByteArray OpenFileTest::contentsOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The first page begins with the header, and the schema behind it.
QByteArray OpenFileTest::damaged(const QString& path, qsizetype from) {
  QByteArray contents = contentsOf(path);
  std::fill(contents.begin() + from, contents.end(), '\x97');
  return contents;
}

/// Only the one that these bytes are on.
QByteArray OpenFileTest::damagedPage(const QString& path, const QByteArray& with) {
  QByteArray contents = contentsOf(path);
  const qsizetype at = contents.indexOf(with);
  if (at < 0) qFatal("they are not in the file");
  const auto page = contents.begin() + at / pageSize * pageSize;
  std::fill(page, page + pageSize, '\x97');
  return contents;
}

QByteArray OpenFileTest::ofVersion(const QString& path, char version) {
  constexpr qsizetype userVersion = 60; // the file format of SQLite, section 1.3
  QByteArray contents = contentsOf(path);
  contents[userVersion + 3] = version;
  return contents;
}

void OpenFileTest::anOpenedFileIsRecent() {
  const QString path = file("stencil.gevo");
  MainWindow window(rememberingOptions());
  window.openFile(path);
  QTRY_COMPARE(recentFiles(), QStringList{path});
}

void OpenFileTest::aFileWaitsUntilTheOpenDialogIsClosed() {
  const QString one = file("one.gevo");
  const QString other = file("other.gevo");
  MainWindow window(rememberingOptions());
  window.show();
  openAndWait(window, one);
  window.openFile(other); // when it is read, a dialog of the open file is there
  window.setUpRun();
  const auto dialogs = window.findChildren<QDialog*>();
  QVERIFY(!dialogs.isEmpty());
  QVERIFY(backgroundPool().waitForDone(30'000));
  QCoreApplication::processEvents();
  QVERIFY(window.windowTitle().startsWith("one.gevo"));
  QCOMPARE(QString::fromStdString(window.controller().path().string()), one);
  dialogs.last()->reject();
  QTRY_VERIFY(window.windowTitle().startsWith("other.gevo"));
}

void OpenFileTest::aFilterBelongsToItsFile() {
  const QString one = file("one.gevo");
  const QString other = file("other.gevo");
  MainWindow window(rememberingOptions());
  QLineEdit* filter = window.workbench()->variants()->filter();
  openAndWait(window, one);
  filter->setText("speedup > 9");
  openAndWait(window, one); // again: from the recent files, say
  QCOMPARE(filter->text(), QString("speedup > 9"));
  openAndWait(window, other);
  QCOMPARE(filter->text(), QString());
}

void OpenFileTest::aBuiltSampleIsOfferedToWhoeverTurnedAway() {
  const QString sample = file("nw.gevo");
  const QString own = file("own.gevo");
  MainWindow window(rememberingOptions());
  openAndWait(window, own);
  emit window.intake()->sampleBuilt(sample);
  QVERIFY(window.windowTitle().startsWith("own.gevo"));
  QVERIFY2(window.messages()->message().startsWith("Nw.gevo is built"), qPrintable(window.messages()->message()));
  QTest::mouseClick(window.messages()->offerButton(), Qt::LeftButton);
  QTRY_VERIFY(window.windowTitle().startsWith("nw.gevo"));
  window.showStartPage();
  emit window.intake()->sampleBuilt(own);
  QTRY_VERIFY(window.windowTitle().startsWith("own.gevo"));
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::OpenFileTest)
#include "open_file_test.moc"
