/// What `gevo run` prints when a run ends: why it ended, the best variants, and how they did on held-out tests.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

class RunSummaryTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;
  QString path_;      ///< a file with one run of two generations, which found a faster variant
  QStringList lines_; ///< that the run printed

  QString freshProject() { return bundledProject(folder_.filePath(QString("%1.gevo").arg(++files_))); }

  static Command run(const QString& path, const QStringList& more) { return gevo(QStringList{"run", path, "--workers", "2"} + more); }

  static QJsonDocument shown(const QString& path, const QStringList& what) {
    return QJsonDocument::fromJson(gevo(QStringList{"show", path, "--json"} + what).out.toUtf8());
  }
  static QJsonObject best(const QString& path) { return shown(path, {"--variant", "best"}).object(); }
  /// Of a variant on the front.
  static QJsonObject validation(const QString& path, int variant) {
    for (const QJsonValue& row : shown(path, {"--front"}).array())
      if (row["id"].toInt() == variant) return row["validation"].toObject();
    return {};
  }
  static QString speedup(double value) { return QString::number(value, 'f', 3) + "×"; }

private slots:
  void initTestCase() {
    path_ = freshProject();
    const Command command = run(path_, {"--population", "8", "--generations", "1", "--operators", "gevo", "--seed", "5"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
    lines_ = command.out.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines_.size(), 4);
  }

  void theFirstLineCountsTheWholeRun() {
    const QRegularExpression pattern(
        "^run 1: all generations done after generation 1; ([0-9,]+) evaluations, ([0-9,]+) valid in \\d+:[0-5]\\d"
        "(; \\d+:[0-5]\\d in all, with \\d+:[0-5]\\d of loading and \\d+:[0-5]\\d of validation)?$");
    const QRegularExpressionMatch match = pattern.match(lines_[0]);
    QVERIFY2(match.hasMatch(), qPrintable(lines_[0]));
    int evaluations = 0;
    int valid = 0;
    for (const QJsonValue& generation : shown(path_, {"--generations"}).array()) {
      evaluations += generation["evaluations"].toInt();
      valid += generation["valid"].toInt();
    }
    QCOMPARE(match.captured(1).remove(',').toInt(), evaluations);
    QCOMPARE(match.captured(2).remove(',').toInt(), valid);
  }

  void theBestVariantIsThatOfShow() {
    const QJsonObject variant = best(path_);
    QCOMPARE(variant["error"].toDouble(), 0.0);
    const qsizetype edits = variant["edits"].toArray().size();
    QVERIFY(edits > 1);
    QCOMPARE(lines_[1], QString("variant %1: %2 faster, error 0, %3 edits")
                            .arg(variant["id"].toInt())
                            .arg(speedup(variant["speedup"].toDouble()))
                            .arg(edits));
  }

  void theValidationIsThatOfTheFront() {
    const int id = best(path_)["id"].toInt();
    const QJsonObject validated = validation(path_, id);
    QVERIFY(validated["passed"].toBool());
    const QString expected = QString("validated on held-out %1: variant %2 passes, %3; 1 candidate ")
                                 .arg(validated["inputs"][0].toString())
                                 .arg(id)
                                 .arg(speedup(validated["original_us"].toDouble() / validated["runtime_us"].toDouble()));
    QVERIFY2(lines_[2].startsWith(expected), qPrintable(lines_[2] + " instead of " + expected));
  }

  /// With this seed nothing that is exact is faster.
  void withoutAFasterVariantItSaysSo() {
    const QString path = freshProject();
    const Command command = run(path, {"--population", "4", "--evaluations", "1", "--seed", "7", "--mode", "exact", "--operators", "gevo"});
    QCOMPARE(command.exitCode, 0);
    const QJsonArray front = shown(path, {"--front"}).array();
    QVERIFY2(front.size() == 1 && front[0]["id"].toInt() == 0, "choose another seed: this one finds a faster variant");
    QCOMPARE(command.out.section('\n', 1), QString("no variant is faster than the original\n"));
  }

  void theFirstLineSaysWhatEndedTheRun_data() {
    QTest::addColumn<QStringList>("condition");
    QTest::addColumn<QString>("expected");
    QTest::newRow("evaluations") << QStringList{"--evaluations", "1"} << "run 1: all evaluations done after generation 0; ";
    QTest::newRow("target") << QStringList{"--target", "1.0001x", "--generations", "9"} << "run 1: target reached after generation \\d; ";
    QTest::newRow("stagnation") << QStringList{"--stagnation", "1"} << "run 1: no improvement for long enough after generation \\d+; ";
    QTest::newRow("time") << QStringList{"--time", "0.1"} << "run 1: time is up in generation \\d+; ";
  }
  void theFirstLineSaysWhatEndedTheRun() {
    QFETCH(QStringList, condition);
    QFETCH(QString, expected);
    const Command command = run(freshProject(), QStringList{"--population", "8", "--seed", "5"} + condition);
    QCOMPARE(command.exitCode, 0);
    QVERIFY2(QRegularExpression("^" + expected + "\\d+ evaluations?, ").match(command.out).hasMatch(), qPrintable(command.out));
  }

  void missingFileIsAllThatIsTold() {
    const Command command = run(folder_.filePath("missing.gevo"), {});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(!command.err.contains("Ctrl-C") && command.err.contains("missing.gevo"), qPrintable(command.err));
  }

  void everyRunOfASeriesHasItsPositionAndItsLines() {
    const Command command = run(freshProject(), {"--population", "4", "--evaluations", "1", "--seed", "4", "--runs", "2"});
    QCOMPARE(command.exitCode, 0);
    QVERIFY2(command.err.contains("run 1 (1 of 2, seed 4) on the simulated "), qPrintable(command.err));
    QVERIFY2(command.err.contains("run 2 (2 of 2, seed 5) on the simulated "), qPrintable(command.err));
    QCOMPARE(command.out.count(QRegularExpression("^run [12]: all evaluations done ", QRegularExpression::MultilineOption)), 2);
  }

  void jsonEndsWithTheValidationOfBothCriteria() {
    const QString path = freshProject();
    const Command command = run(path, {"--population", "8", "--generations", "1", "--operators", "gevo", "--seed", "5", "--json"});
    QCOMPARE(command.exitCode, 0);
    const QJsonObject last = QJsonDocument::fromJson(command.out.trimmed().section('\n', -1).toUtf8()).object();
    QCOMPARE(last["run"].toInt(), 1);
    QCOMPARE(last["validation"]["cancelled"], QJsonValue(false));
    QCOMPARE(last["validation"]["notes"], QJsonValue(QJsonArray()));
    const QJsonArray criteria = last["validation"]["answers"].toArray();
    QCOMPARE(criteria.size(), 2); // the fastest exact one and, in trade-offs, the fastest of all
    QCOMPARE(criteria[0]["largest_error"].toDouble(), 0.0);
    QVERIFY(criteria[1]["largest_error"].toDouble() > 0);
    const int id = best(path)["id"].toInt();
    const QJsonObject validated = validation(path, id);
    for (const QJsonValue& criterion : criteria) {
      QCOMPARE(criterion["least"].toString(), QString("time"));
      const QJsonObject candidate = criterion["candidates"].toArray().last().toObject();
      QCOMPARE(candidate["variant"].toInt(), id);
      QCOMPARE(candidate["passed"], QJsonValue(true));
      QCOMPARE(candidate["held_out"], validated["inputs"]);
      QCOMPARE(candidate["runtime_us"], validated["runtime_us"]);
      QCOMPARE(candidate["original_us"], validated["original_us"]);
      QCOMPARE(candidate["sentence"], validated["sentence"]);
    }
  }
};

QTEST_GUILESS_MAIN(RunSummaryTest)
#include "run_summary_test.moc"
