/// The archive of ideas, and runs that draw from it.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace {

/// Of another program than the bundled one.
constexpr const char* otherProgram = R"({"kind": "gevo ideas", "version": 1, "programs": [{"program": "other", "key": "other", "variants":
  [{"run": 1, "variant": "2", "edits": [{"idea": "pipeline unrollfull: kernel", "gain": 1.5},
                                        {"idea": "delete: barrier in a loop", "gain": 1.2}]}]}]})";

} // namespace

class IdeasCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString evolved_; ///< with a run whose best variant was validated
  QString archive_;

  static QJsonObject listed(const QString& archive) {
    return QJsonDocument::fromJson(gevo({"ideas", "--archive", archive, "--json"}).out.toUtf8()).object();
  }

  QString write(const QString& name, const QByteArray& text) const {
    QFile file(folder_.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("cannot write");
    return file.fileName();
  }

  /// A fresh project, run with the ideas of `archive`.
  Command evolve(const QString& file, const QString& archive, const QStringList& options) {
    bundledProject(file);
    return gevo(QStringList{"run", file, "--ideas=" + archive, "--population", "12", "--seed", "2", "--mode", "exact", "--quiet"} +
                options);
  }

  /// Every evaluation, without what depends on the clock.
  static QString evaluations(const QString& file) { return gevo({"show", file, "--evaluations", "--csv"}).out; }

private slots:
  void initTestCase() {
    evolved_ = bundledProject(folder_.filePath("evolved.gevo"));
    const Command run = gevo({"run", evolved_, "--population", "16", "--generations", "4", "--seed", "1", "--mode", "exact", "--quiet"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
    archive_ = folder_.filePath("ideas.json");
    const Command added = gevo({"ideas", "--archive", archive_, "--add", evolved_});
    QVERIFY2(added.exitCode == 0, qPrintable(added.err));
  }

  void whatPaidIsInTheArchive() {
    const QJsonArray ideas = listed(archive_)["ideas"].toArray();
    QVERIFY(!ideas.isEmpty());
    for (const QJsonValue& idea : ideas) {
      QVERIFY(idea["median_gain"].toDouble() > 1.005);
      QCOMPARE(idea["programs"].toInt(), 1);
    }
    const Command table = gevo({"ideas", "--archive", archive_});
    QVERIFY2(table.out.contains(ideas[0]["idea"].toString()), qPrintable(table.out));
    QVERIFY2(table.out.endsWith("programs: hotspot\n"), qPrintable(table.out));
  }

  void anAnalysedVariantHasTheSameIdeas() {
    const QString analysed = folder_.filePath("analysed.gevo");
    QVERIFY(QFile::copy(evolved_, analysed));
    QCOMPARE(gevo({"analyze", analysed}).exitCode, 0);
    const QString archive = folder_.filePath("analysed.json");
    QCOMPARE(gevo({"ideas", "--archive", archive, "--add", analysed}).exitCode, 0);
    const auto contexts = [](const QString& of) {
      QStringList all;
      const QJsonArray ideas = listed(of)["ideas"].toArray();
      for (const QJsonValue& idea : ideas) all += idea["idea"].toString();
      return all;
    };
    QCOMPARE(contexts(archive), contexts(archive_));
  }

  void aFileThatIsAddedAgainReplacesItself() {
    const QJsonObject before = listed(archive_);
    QCOMPARE(gevo({"ideas", "--archive", archive_, "--add", evolved_}).exitCode, 0);
    QCOMPARE(listed(archive_), before);
  }

  void aForgottenProgramIsGone() {
    const QString archive = folder_.filePath("forgetting.json");
    QVERIFY(QFile::copy(archive_, archive));
    QCOMPARE(gevo({"ideas", "--archive", archive, "--forget", "hotspot"}).exitCode, 0);
    QVERIFY(listed(archive)["ideas"].toArray().isEmpty());
    const Command again = gevo({"ideas", "--archive", archive, "--forget", "hotspot"});
    QCOMPARE(again.exitCode, 1);
    QCOMPARE(again.errorLines().size(), 1);
  }

  void withoutAnArchiveTheListSaysHowToMakeOne() {
    const Command command = gevo({"ideas"}, folder_.path(), {"XDG_DATA_HOME=" + folder_.filePath("nobody's")});
    QCOMPARE(command.exitCode, 0);
    QVERIFY2(command.out.contains("gevo ideas --add FILE"), qPrintable(command.out));
  }

  void aFileWithoutARunIsAnError() {
    const QString file = bundledProject(folder_.filePath("new.gevo"));
    const Command command = gevo({"ideas", "--archive", archive_, "--add", file});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("has no run yet"), qPrintable(command.err));
  }

  void whatIsNoArchiveIsLeftAlone() {
    const QString file = write("notes.txt", "remember the milk");
    const Command command = gevo({"ideas", "--archive", file, "--add", evolved_});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("notes.txt is not an archive of ideas"), qPrintable(command.err));
    QFile kept(file);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), QByteArray("remember the milk"));
  }

  void aProgramIsNotToldItsOwnIdeas() {
    const Command command = evolve(folder_.filePath("own.gevo"), archive_, {"--generations", "1"});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("has no ideas from other programs"), qPrintable(command.err));
  }

  void workersNeverChangeWhatARunWithIdeasFinds() {
    const QString archive = write("other.json", otherProgram);
    QStringList found;
    for (const char* workers : {"1", "3"}) {
      const QString file = folder_.filePath(QString("workers-%1.gevo").arg(workers));
      const Command run = evolve(file, archive, {"--generations", "2", "--workers", workers});
      QVERIFY2(run.exitCode == 0, qPrintable(run.err));
      found += evaluations(file);
    }
    QVERIFY(found[0].contains("pipeline"));
    QCOMPARE(found[1], found[0]);
  }

  void ideasGuideARun() {
    const QString file = folder_.filePath("guided.gevo");
    const Command run = evolve(file, write("other.json", otherProgram), {"--generations", "2"});
    QVERIFY2(run.exitCode == 0, qPrintable(run.err));
    const QString plain = bundledProject(folder_.filePath("plain.gevo"));
    QCOMPARE(gevo({"run", plain, "--population", "12", "--seed", "2", "--mode", "exact", "--quiet", "--generations", "2"}).exitCode, 0);
    const auto tried = [](const QString& of) { return evaluations(of).count("to unrollfull"); };
    QVERIFY2(tried(file) > 2 * tried(plain), qPrintable(QString("%1 and %2").arg(tried(file)).arg(tried(plain))));
  }

  void aResumedRunKeepsItsIdeas() {
    const QString archive = write("passing.json", otherProgram);
    const QString whole = folder_.filePath("whole.gevo");
    const QString parts = folder_.filePath("parts.gevo");
    QCOMPARE(evolve(whole, archive, {"--generations", "3"}).exitCode, 0);
    QCOMPARE(evolve(parts, archive, {"--generations", "1"}).exitCode, 0);
    QVERIFY(QFile::remove(archive));
    const Command resumed = gevo({"run", parts, "--resume", "--generations", "3", "--quiet"});
    QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err));
    QCOMPARE(evaluations(parts), evaluations(whole));
  }

  void aResumedRunTakesNoOtherIdeas() {
    const QString file = folder_.filePath("fixed.gevo");
    QCOMPARE(evolve(file, write("other.json", otherProgram), {"--generations", "1"}).exitCode, 0);
    const QString less = write("less.json", QByteArray(otherProgram).replace("1.5}", "1.4}"));
    const Command resumed = gevo({"run", file, "--resume", "--generations", "2", "--ideas=" + less});
    QCOMPARE(resumed.exitCode, 1);
    QVERIFY2(resumed.err.contains("--ideas"), qPrintable(resumed.err));
  }
};

QTEST_GUILESS_MAIN(IdeasCommandTest)
#include "ideas_command_test.moc"
