/// What the tables of `gevo show` hold, on a small run of the bundled project.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>

class ShowCommandTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString path_; ///< a file with one run of three generations

  QString shown(const QStringList& what) const {
    const Command command = gevo(QStringList{"show", path_} + what);
    if (command.exitCode != 0) qFatal("%s", qPrintable(command.err));
    return command.out;
  }
  QJsonArray rows(const QString& table) const { return QJsonDocument::fromJson(shown({table, "--json"}).toUtf8()).array(); }

private slots:
  void initTestCase() {
    path_ = bundledProject(folder_.filePath("run.gevo"));
    const Command command = gevo({"run", path_, "--population", "8", "--generations", "2", "--workers", "2", "--seed", "5", "--quiet"});
    QVERIFY2(command.exitCode == 0, qPrintable(command.err));
  }

  // --generations

  void csvOfGenerationsHasAColumnForEveryCell() {
    const QStringList lines = shown({"--generations", "--csv"}).trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QVERIFY2(lines[0].startsWith("generation,tries,valid,"), qPrintable(lines[0]));
    for (const QString& line : lines) QCOMPARE(line.count(','), lines[0].count(','));
  }

  void jsonOfGenerationsHasTheFiguresOfTheCsv() {
    const QStringList lines = shown({"--generations", "--csv"}).trimmed().split('\n');
    const QJsonArray generations = rows("--generations");
    QCOMPARE(generations.size(), lines.size() - 1);
    for (qsizetype i = 0; i < generations.size(); ++i) {
      const QStringList cells = lines[i + 1].split(',');
      QCOMPARE(generations[i]["generation"].toInt(), cells[0].toInt());
      QCOMPARE(generations[i]["evaluations"].toInt(), cells[1].toInt());
      QCOMPARE(generations[i]["valid"].toInt(), cells[2].toInt());
      QCOMPARE(generations[i]["best_us"].toDouble(), cells[3].toDouble());
    }
  }

  void textOfGenerationsHasARowForEach() {
    const QStringList table = shown({"--generations"}).section("\n\n", 0, 0).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(table.size(), 4);
    QVERIFY2(QRegularExpression("^generation +evaluations +valid +best ").match(table[0]).hasMatch(), qPrintable(table[0]));
    const QJsonArray generations = rows("--generations");
    for (qsizetype i = 0; i < generations.size(); ++i) {
      const QStringList cells = table[i + 1].split(' ', Qt::SkipEmptyParts);
      QCOMPARE(cells[0].toInt(), int(i));
      QCOMPARE(cells[1].toInt(), generations[i]["evaluations"].toInt());
      QCOMPARE(cells[2].toInt(), generations[i]["valid"].toInt());
    }
  }

  // --compare

  void comparisonHasARowForEachGeneration() {
    const QStringList lines = shown({"--compare", "--csv"}).trimmed().split('\n');
    QCOMPARE(lines[0], QString("generation,runs,best,mean,median,worst"));
    QCOMPARE(lines.size(), 4);
    const QJsonObject all = QJsonDocument::fromJson(shown({"--compare", "--json"}).toUtf8()).object();
    const QJsonArray runs = all["runs"].toArray();
    QCOMPARE(runs.size(), 1);
    QCOMPARE(runs[0]["seed"].toInt(), 5);
    QCOMPARE(all["spread"].toArray().size(), 3);
    QVERIFY2(shown({"--compare"}).startsWith("run  state "), qPrintable(shown({"--compare"})));
  }

  // --coverage

  void coverageTellsWhichShareTheTestsRun() {
    const QJsonObject all = QJsonDocument::fromJson(shown({"--coverage", "--json"}).toUtf8()).object();
    for (const char* what : {"lines", "branches"}) {
      const QJsonObject counts = all[what].toObject();
      QVERIFY(counts["all"].toInt() > 0);
      QVERIFY(counts["tests"].toInt() > 0);
      QVERIFY(counts["tests"].toInt() <= counts["with_held_out"].toInt());
      QVERIFY(counts["with_held_out"].toInt() <= counts["with_fuzz"].toInt());
      QVERIFY(counts["with_fuzz"].toInt() <= counts["all"].toInt());
    }
    const QJsonArray lines = all["not_run_by_tests"].toArray();
    QCOMPARE(lines.size(), all["lines"]["all"].toInt() - all["lines"]["tests"].toInt());
    int untaken = 0; // of those whose line is known
    for (const QJsonValue& line : all["not_taken_by_tests"].toArray())
      untaken += line["branches"]["all"].toInt() - line["branches"]["tests"].toInt();
    QVERIFY(untaken <= all["branches"]["all"].toInt() - all["branches"]["tests"].toInt());
    const QString text = shown({"--coverage"});
    QVERIFY2(text.contains(QRegularExpression("^lines +\\d+ +\\d+ \\([0-9.]+ %\\)", QRegularExpression::MultilineOption)),
             qPrintable(text));
    QVERIFY2(text.contains(QRegularExpression("^branches +\\d+", QRegularExpression::MultilineOption)), qPrintable(text));
    const QStringList csv = shown({"--coverage", "--csv"}).trimmed().split('\n');
    QCOMPARE(csv[0], QString("line,run by,code"));
    QCOMPARE(csv.size(), lines.size() + 1);
  }

  void whatIsNotMeasuredYetIsSaid() {
    const QString fresh = bundledProject(folder_.filePath("fresh.gevo"));
    const Command command = gevo({"show", fresh, "--coverage"});
    QCOMPARE(command.exitCode, 1);
    QVERIFY2(command.err.contains("the next run of it measures that"), qPrintable(command.err));
  }

  // --near-misses

  void nearMissesAreWrongAndFasterByAnEstimate() {
    const QJsonObject all = QJsonDocument::fromJson(shown({"--near-misses", "--json"}).toUtf8()).object();
    QVERIFY(all["tried"].toInt() <= all["different_edits"].toInt());
    QVERIFY(all["without_time"].toInt() <= all["rejected"].toInt());
    double last = std::numeric_limits<double>::infinity();
    for (const QJsonValue& group : all["groups"].toArray()) {
      QVERIFY(group["reason"].toString() != "valid");
      QVERIFY(group["estimated_gain"].toDouble() >= 0.01);
      QVERIFY(group["estimated_gain"].toDouble() <= last);
      last = group["estimated_gain"].toDouble();
      for (const QJsonValue& miss : group["near_misses"].toArray()) {
        QVERIFY(!miss["edits"].toArray().isEmpty());
        QVERIFY(!miss["advice"].toString().isEmpty());
        const int variant = miss["variants"].toArray()[0].toInt();
        const QJsonObject rejected = QJsonDocument::fromJson(shown({"--variant", QString::number(variant), "--json"}).toUtf8()).object();
        QVERIFY(!rejected["valid"].toBool(true));
      }
    }
    const QStringList csv = shown({"--near-misses", "--csv"}).trimmed().split('\n');
    QCOMPARE(csv[0], QString("reason,file,line,rejected,estimated_gain,gain_of_original,error,edits,advice"));
    const QString text = shown({"--near-misses"});
    QVERIFY2(text.contains("were rejected for what they do"), qPrintable(text));
  }

  void nearMissesAreAViewOfTheirOwn() { QCOMPARE(gevo({"show", path_, "--near-misses", "--front"}).exitCode, 2); }

  // --heat

  void heatOfLinesAddsUpToTheKernels() {
    const QJsonObject all = QJsonDocument::fromJson(shown({"--variant", "best", "--heat", "--json"}).toUtf8()).object();
    QVERIFY2(all["device"].toString().startsWith("simulated"), qPrintable(all["device"].toString()));
    QVERIFY(!all["tests"].toArray().isEmpty());
    QVERIFY(!all["kernels"].toArray().isEmpty());
    for (const QJsonValue& kernel : all["kernels"].toArray())
      for (const char* side : {"original", "variant"}) {
        const QJsonObject counts = kernel[side]["counts"].toObject();
        QVERIFY(counts["executions"].toInteger() > 0);
        for (const char* what : {"executions", "load_sectors", "store_sectors", "conflicts", "barriers", "divergence"}) {
          qint64 sum = 0;
          for (const QJsonValue& line : kernel["lines"].toArray()) sum += line[side][what].toInteger();
          QCOMPARE(sum, counts[what].toInteger());
        }
        double cycles = 0;
        for (const QJsonValue& line : kernel["lines"].toArray()) cycles += line[side]["cycles"].toDouble();
        const double launches = kernel[side]["cycles"].toDouble();
        QVERIFY(std::abs(cycles + kernel[side]["bounds"]["launch"].toDouble() - launches) < 1e-6 * launches);
        qint64 mix = 0;
        for (const QJsonValue& count : kernel[side]["instructions"].toObject()) mix += count.toInteger();
        QCOMPARE(mix, counts["executions"].toInteger());
      }
  }

  /// The figures that heat is explained by are those of the run's own evaluation.
  void heatTakesAsLongAsTheVariant() {
    const QJsonObject heat = QJsonDocument::fromJson(shown({"--variant", "best", "--heat", "--json"}).toUtf8()).object();
    const QJsonObject variant = QJsonDocument::fromJson(shown({"--variant", "best", "--json"}).toUtf8()).object();
    double original = 0;
    double own = 0;
    for (const QJsonValue& kernel : heat["kernels"].toArray()) {
      original += kernel["original"]["simulated_us"].toDouble();
      own += kernel["variant"]["simulated_us"].toDouble();
    }
    double originals = 0;
    double variants = 0;
    const QJsonArray tests = variant["tests"].toArray();
    QCOMPARE(heat["tests"].toArray().size(), tests.size());
    for (const QJsonValue& test : tests) {
      originals += test["original_us"].toDouble();
      variants += test["runtime_us"].toDouble();
    }
    QVERIFY2(std::abs(original / originals - 1) < 1e-6, qPrintable(QString("%1, not %2").arg(original).arg(originals)));
    QVERIFY2(std::abs(own / variants - 1) < 1e-6, qPrintable(QString("%1, not %2").arg(own).arg(variants)));
  }

  void csvOfHeatHasEveryLineHoweverItIsSorted() {
    const auto lines = [this](const char* metric) { return shown({"--variant", "best", "--heat", "--sort", metric, "--csv"}).count('\n'); };
    QVERIFY(lines("cycles") > 5);
    QCOMPARE(lines("divergence"), lines("cycles"));
  }

  void heatIsSortedByWhatIsAskedFor() {
    const QString text = shown({"--variant", "best", "--heat", "--sort", "sectors"});
    QVERIFY2(text.startsWith("variant "), qPrintable(text));
    QVERIFY2(text.section('\n', 0, 0).contains(" spends "), qPrintable(text));
    QVERIFY2(text.contains("sectors of global memory by line"), qPrintable(text));
    const QStringList csv = shown({"--variant", "best", "--heat", "--sort", "sectors", "--csv"}).trimmed().split('\n');
    QVERIFY2(csv[0].startsWith("file,line,original_cycles,original_executions,original_load_sectors,"), qPrintable(csv[0]));
    double last = std::numeric_limits<double>::infinity();
    for (const QString& row : csv.mid(1)) {
      const QStringList cells = row.split(',');
      QCOMPARE(cells.size(), csv[0].count(',') + 1);
      const double hottest = std::max(cells[4].toDouble() + cells[5].toDouble(), cells[13].toDouble() + cells[14].toDouble());
      QVERIFY(hottest <= last);
      last = hottest;
    }
  }

  void theOriginalsHeatIsItsOwn() {
    const QString text = shown({"--variant", "original", "--heat"});
    QVERIFY2(text.startsWith("the original: ") && text.contains(" % of its simulated cycles are spent in "), qPrintable(text));
  }

  void heatIsOfAVariantAndAMetric_data() {
    QTest::addColumn<QStringList>("options");
    QTest::newRow("no variant") << QStringList{"--heat"};
    QTest::newRow("no metric") << QStringList{"--variant", "best", "--heat", "--sort", "warmth"};
    QTest::newRow("no heat") << QStringList{"--variant", "best", "--sort", "cycles"};
  }
  void heatIsOfAVariantAndAMetric() {
    QFETCH(const QStringList, options);
    QCOMPARE(gevo(QStringList{"show", path_} + options).exitCode, 2);
  }

  // "tries", as evaluations were called in earlier versions

  void jsonCountsEvaluationsUnderBothNames_data() {
    QTest::addColumn<QString>("table");
    QTest::newRow("generations") << "--generations";
    QTest::newRow("runs") << "--runs";
  }
  void jsonCountsEvaluationsUnderBothNames() {
    QFETCH(QString, table);
    const QJsonArray all = rows(table);
    QVERIFY(!all.isEmpty());
    for (const QJsonValue& row : all) {
      QVERIFY(row["evaluations"].toInt() > 0);
      QCOMPARE(row["tries"], row["evaluations"]);
    }
  }
};

QTEST_GUILESS_MAIN(ShowCommandTest)
#include "show_command_test.moc"
