#include "ui/start/recent_card.h"
#include "ui/start/recent_files.h"
#include "ui/start/sample_card.h"
#include "ui/start/sample_copy.h"
#include "ui/start/start_page.h"
#include "ui/start/wrapped_lines.h"

#include <QLabel>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QtTest>

#include "tests/ui/stored_run.h"

namespace gevo::ui {

class StartPageTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase();
  void init() { QSettings().clear(); }
  void unfinishedRunShowsItsProgress();
  void finishedRunShowsItsBest();
  void variantThatFailedHeldOutTestsIsNotShownAsTheBest();
  void fileWithoutARunIsShown();
  void missingFileStaysUntilItIsRemoved();
  void damagedFileShowsWhy();
  void cardOpensItsFileByMouseAndKey();
  void samplesHaveOneLineEach();
  void longTextIsShortenedInItsLastLine();
  void newUsersSeeAnIntroduction();
  void copyOfASampleIsMadeOnceAndCanBeWritten();

private:
  /// A file with a run of so many generations of those asked for.
  QString file(const QString& name, std::uint32_t generations, std::uint32_t asked, RunState state);
  static RecentCard* onlyCard(StartPage& page) { return page.recentCards().size() == 1 ? page.recentCards().front() : nullptr; }

  QTemporaryDir folder_;
};

void StartPageTest::initTestCase() {
  QCoreApplication::setOrganizationName("gevo-test");
  QCoreApplication::setApplicationName("start-page-test");
  for (const char* variable : {"HOME", "XDG_CONFIG_HOME"}) qputenv(variable, folder_.path().toUtf8()); // not the user's own documents
  QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder_.path());
  qputenv("XDG_DATA_HOME", folder_.path().toUtf8());
}

QString StartPageTest::file(const QString& name, std::uint32_t generations, std::uint32_t asked, RunState state) {
  const QString path = folder_.filePath(name);
  QFile::remove(path);
  auto store = Store::create(path.toStdString(), *synthetic::project());
  if (!store) qFatal("%s", store.error().message.c_str());
  if (generations > 0) {
    RunSettings settings;
    settings.search.generations = asked;
    const Result<std::int64_t> run = (*store)->beginRun(settings, "simulated H200", synthetic::stored(0, 0, 18.4, 0));
    for (std::uint32_t i = 0; i < generations; ++i)
      if (!(*store)->addGeneration(*run, synthetic::generation(i))) qFatal("cannot add a generation");
    RunStatus status;
    status.state = state;
    if (!(*store)->setStatus(*run, status)) qFatal("cannot set the state");
  }
  addRecentFile(path);
  return path;
}

void StartPageTest::unfinishedRunShowsItsProgress() {
  file("stencil.gevo", 4, 100, RunState::Interrupted);
  StartPage page;
  QVERIFY(onlyCard(page));
  QTRY_VERIFY2(onlyCard(page)->accessibleText().contains("generation 3 of 100, not finished"),
               qPrintable(onlyCard(page)->accessibleText()));
  QVERIFY(onlyCard(page)->accessibleText().startsWith("stencil.gevo"));
  QVERIFY(onlyCard(page)->accessibleText().contains("today"));
}

void StartPageTest::finishedRunShowsItsBest() {
  const QString path = file("stencil.gevo", 3, 2, RunState::Finished);
  StartPage page;
  QTRY_VERIFY2(onlyCard(page)->accessibleText().contains("2 generations, finished"), qPrintable(onlyCard(page)->accessibleText()));
  // The fastest exact one is the last: 18 µs less 0.1 for each of 24.
  QVERIFY2(onlyCard(page)->accessibleText().contains("1.179× exact"), qPrintable(onlyCard(page)->accessibleText()));
  const FileSummary summary = summaryOf(path);
  QVERIFY(!summary.front.empty());
  QVERIFY(summary.latest.size() >= 24);
}

void StartPageTest::variantThatFailedHeldOutTestsIsNotShownAsTheBest() {
  const QString path = file("stencil.gevo", 3, 2, RunState::Finished);
  {
    const auto store = Store::open(path.toStdString(), Store::Access::Annotate);
    QVERIFY((*store)->addValidation(1, {.variant = 24, .passed = false, .candidate = 1}));
    QVERIFY((*store)->addValidation(1, {.variant = 22, .passed = false, .candidate = 2}));
    QVERIFY((*store)->addValidation(1, {.variant = 20, .passed = true, .candidate = 3}));
  }
  const FileSummary summary = summaryOf(path);
  QCOMPARE(summary.best, 20);
  QCOMPARE(summary.bestFitness.runtime, 16.0);
}

void StartPageTest::fileWithoutARunIsShown() {
  file("fresh.gevo", 0, 0, RunState::Stopped);
  StartPage page;
  QTRY_VERIFY(onlyCard(page)->accessibleText().contains("no run yet"));
}

void StartPageTest::missingFileStaysUntilItIsRemoved() {
  QFile::remove(file("gone.gevo", 0, 0, RunState::Stopped));
  StartPage page;
  page.show();
  QTRY_VERIFY(onlyCard(page)->accessibleText().contains("file not found"));
  QTest::keyClick(onlyCard(page), Qt::Key_Delete);
  QVERIFY(page.recentCards().empty());
  QVERIFY(recentFiles().isEmpty());
}

void StartPageTest::damagedFileShowsWhy() {
  const QString path = folder_.filePath("text.gevo");
  QFile text(path);
  QVERIFY(text.open(QIODevice::WriteOnly));
  text.write("my notes");
  text.close();
  addRecentFile(path);
  StartPage page;
  QTRY_VERIFY2(onlyCard(page)->accessibleText().contains("text.gevo is"), qPrintable(onlyCard(page)->accessibleText()));
}

void StartPageTest::cardOpensItsFileByMouseAndKey() {
  const QString path = file("stencil.gevo", 1, 0, RunState::Stopped);
  StartPage page;
  page.resize(1200, 800);
  page.show();
  const QSignalSpy chosen(&page, &StartPage::fileChosen);
  QTest::mouseClick(onlyCard(page), Qt::LeftButton);
  QTest::keyClick(onlyCard(page), Qt::Key_Return);
  QCOMPARE(chosen.count(), 2);
  QCOMPARE(chosen[1][0].toString(), path);
  QTest::mouseClick(onlyCard(page)->removeButton(), Qt::LeftButton);
  QCOMPARE(chosen.count(), 2);
  QVERIFY2(QFile::exists(path), "the file itself stays");
}

void StartPageTest::samplesHaveOneLineEach() {
  StartPage page;
  QStringList names;
  for (const SampleCard* card : page.sampleCards()) {
    names << QString::fromStdString(card->sample().name);
    QVERIFY(!card->sample().summary.empty());
    QVERIFY(card->accessibleName().startsWith(names.back()));
  }
  const Result<std::vector<Sample>> listed = listSamples();
  QVERIFY(listed);
  QCOMPARE(page.sampleCards().size(), listed->size());
  QCOMPARE(names.front(), "hotspot"); // what is ready to run comes first
  QVERIFY(!page.sampleCards().front()->sample().prebuilt.empty());
  QVERIFY(std::is_sorted(names.begin() + 1, names.end()));
}

void StartPageTest::longTextIsShortenedInItsLastLine() {
  const QFont font;
  const QFontMetrics metrics(font);
  const QString text = "tracking of points on a heart's wall by normalised correlation with a template";
  const int width = metrics.horizontalAdvance(text) / 2;
  const QStringList lines = wrappedLines(text, font, width, 2);
  QCOMPARE(lines.size(), 2);
  for (const QString& line : lines) QVERIFY(metrics.horizontalAdvance(line) <= width);
  QVERIFY(text.startsWith(lines[0] + ' '));
  QVERIFY(lines[1].endsWith(QChar(0x2026)));
  QCOMPARE(wrappedLines(text, font, width, 3).join(' '), text);
  QCOMPARE(wrappedLines("short", font, width, 2), QStringList("short"));
}

void StartPageTest::newUsersSeeAnIntroduction() {
  StartPage page;
  page.show();
  QVERIFY(page.findChild<QWidget*>("startCard")->isVisible());
  for (const QLabel* label : page.findChildren<QLabel*>()) QVERIFY(label->text() != "Recent files" || !label->isVisible());
  file("stencil.gevo", 0, 0, RunState::Stopped);
  page.refresh();
  QVERIFY(!page.findChild<QWidget*>("startCard")->isVisible());
}

void StartPageTest::copyOfASampleIsMadeOnceAndCanBeWritten() {
  const Result<Sample> sample = findSample("hotspot");
  QVERIFY(sample);
  QVERIFY(sampleFolder().startsWith(folder_.path()));
  const Result<QString> path = copyOfSample(*sample);
  QVERIFY(path);
  QVERIFY(QFileInfo(*path).isWritable());
  {
    const auto store = Store::open(path->toStdString(), Store::Access::Write);
    QVERIFY(store);
    QVERIFY((*store)->beginRun({}, "simulated H200", synthetic::stored(0, 0, 18.4, 0)));
  }
  QCOMPARE(*copyOfSample(*sample), *path);
  const FileSummary summary = summaryOf(*path);
  QCOMPARE(summary.runs, std::size_t(1)); // what the user did with it is still there
}

} // namespace gevo::ui

QTEST_MAIN(gevo::ui::StartPageTest)
#include "start_page_test.moc"
