/// Shell scripts serve as programs.

#include "core/base/file.h"
#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/project/program_runs.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

using namespace gevo;

class ProgramRunsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  ProgramCommand script(const std::string& text) {
    const std::filesystem::path path = folder_.filePath("program").toStdString();
    (void)writeFile(path, "#!/bin/sh\n" + text + "\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return {"the original", path, {}, {}, std::chrono::minutes(1), true};
  }
  static std::vector<ProgramRun> printing(const std::vector<std::string>& outputs) {
    std::vector<ProgramRun> runs;
    for (const std::string& output : outputs) runs.push_back({1, 1, 1, output});
    return runs;
  }

private slots:
  void outputAndKernelTimesAreRead() {
    ProgramCommand command = script("echo \"$1 in $(pwd)\"; printf 'kernel_us 12.5\\nlaunches 3\\nlost 0\\n' > $GEVO_KERNEL_TIMES");
    command.arguments = {"two words"};
    command.folder = "/";
    const Result<ProgramRun> run = runProgram(command);
    QVERIFY2(run.has_value(), run ? "" : run.error().message.c_str());
    QCOMPARE(run->output, std::string("two words in /\n"));
    QCOMPARE(run->kernelMicroseconds, 12.5);
    QCOMPARE(run->launches, 3U);
    QVERIFY(run->seconds > 0);
  }

  void incompleteKernelTimesAreUnknown_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing reported") << "true";
    QTest::newRow("a launch without its time") << "printf 'kernel_us 12.5\\nlaunches 3\\nlost 1\\n' > $GEVO_KERNEL_TIMES";
  }
  void incompleteKernelTimesAreUnknown() {
    QFETCH(QString, text);
    const Result<ProgramRun> run = runProgram(script(text.toStdString()));
    QVERIFY(run.has_value() && std::isnan(run->kernelMicroseconds));
  }

  void kernelsAreTimedOnlyIfRequested() {
    ProgramCommand command = script("echo \"${GEVO_KERNEL_TIMES-nothing}\"");
    command.timesKernels = false;
    const Result<ProgramRun> run = runProgram(command);
    QVERIFY(run.has_value() && std::isnan(run->kernelMicroseconds));
    QCOMPARE(run->output, std::string("nothing\n"));
  }

  void aFailingProgramIsAnErrorWithItsStderr_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("exit code") << "echo no device >&2; exit 3"
                               << "the original ended with exit code 3";
    QTest::newRow("crash") << "echo no device >&2; kill -SEGV $$"
                           << "the original was killed by signal 11 (Segmentation fault)";
    QTest::newRow("hang") << "echo no device >&2; exec sleep 1000"
                          << "the original was still running after 1 s";
  }
  void aFailingProgramIsAnErrorWithItsStderr() {
    QFETCH(QString, text);
    QFETCH(QString, says);
    ProgramCommand command = script(text.toStdString());
    if (text.contains("sleep")) command.limit = std::chrono::seconds(1);
    const Result<ProgramRun> run = runProgram(command);
    QVERIFY(!run);
    QCOMPARE(QString::fromStdString(run.error().message), says);
    QCOMPARE(run.error().details, std::string("no device\n"));
  }

  void aMissingProgramIsReported() {
    const Result<ProgramRun> run = runProgram({"the original", "/nowhere/program", {}, {}, std::chrono::minutes(1), false});
    QVERIFY(!run);
    QCOMPARE(run.error().message, std::string("/nowhere/program can't be started: No such file or directory"));
  }

  void mediansAreTaken() {
    const std::vector<ProgramRun> runs{{3, 30, 7, ""}, {1, 10, 7, ""}, {100, 20, 7, ""}};
    const ProgramFigures figures = figuresOf(runs);
    QCOMPARE(figures.seconds, 3.0);
    QCOMPARE(figures.kernelMicroseconds, 20.0);
    QCOMPARE(figures.launches, 7U);
    QCOMPARE(figures.kernelSpread, 0.25);
    QCOMPARE(figuresOf(std::span(runs).first(2)).seconds, 2.0);
  }

  void stableOutputLinesMustBeEqual_data() {
    QTest::addColumn<QStringList>("original");
    QTest::addColumn<QString>("variant");
    QTest::addColumn<bool>("same");
    QTest::addColumn<QString>("says");
    QTest::newRow("equal") << QStringList{"a\nb\n", "a\nb\n"} << "a\nb\n" << true << "both print the same on stdout (2 lines)";
    QTest::newRow("a time") << QStringList{"a\n1 ms\n", "a\n2 ms\n"} << "a\n3 ms\n" << true << "except for 1 of 2 lines";
    QTest::newRow("another result") << QStringList{"a\nb\n", "a\nb\n"} << "a\nc\n"
                                    << false << "line 2 differs: the original prints \"b\", the variant \"c\"";
    QTest::newRow("fewer lines") << QStringList{"a\nb\n"} << "a\n" << false << "prints 1 line where the original prints 2";
    QTest::newRow("lines vary") << QStringList{"a\n", "a\nb\n"} << "a\n" << false << "does not print the same number of lines each time";
    QTest::newRow("silent") << QStringList{"", ""} << "" << true << "it is not known whether";
  }
  void stableOutputLinesMustBeEqual() {
    QFETCH(QStringList, original);
    QFETCH(QString, variant);
    QFETCH(bool, same);
    QFETCH(QString, says);
    std::vector<std::string> outputs;
    for (const QString& one : original) outputs.push_back(one.toStdString());
    const OutputComparison compared = compareOutputs(printing(outputs), printing({variant.toStdString()}));
    QCOMPARE(compared.same, same);
    QVERIFY2(QString::fromStdString(compared.message).contains(says), compared.message.c_str());
  }
};

QTEST_GUILESS_MAIN(ProgramRunsTest)
#include "program_runs_test.moc"
