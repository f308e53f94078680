/// The exported loader, compiled with a program that contains the calls that a CUDA compiler generates, on a fake runtime and driver that
/// print each call.

#include <QTest>

#include "core/base/file.h"
#include "core/report/loader.h"
#include "tests/core/report/synthetic_subject.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

using namespace gevo;
using namespace gevo::report;

namespace {

const char* const cudaInclude = "/usr/local/cuda/include";

std::string entry(const std::string& name, const std::string& body) {
  return ".visible .entry " + name + "(\n\t.param .b32 x\n)\n{\n" + body + "\tret;\n}\n";
}
const std::string head = ".version 8.8\n.target sm_90\n.address_size 64\n";
const std::string changed = "_Z7changedPi";
const std::string same = "_Z4samePi";
const std::string later = "_Z5laterPi";

QString linesWith(const QString& text, const QString& word) {
  QStringList lines;
  for (const QString& line : text.split('\n'))
    if (line.contains(word)) lines << line;
  return lines.join('\n');
}

} // namespace

class LoaderTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const QString& name) const { return folder_.filePath(name); }

  void compile(const QStringList& arguments) {
    QProcess compiler;
    compiler.setWorkingDirectory(folder_.path());
    compiler.setProcessChannelMode(QProcess::MergedChannels);
    compiler.start(GEVO_CXX,
                   QStringList{"-std=c++11", "-Wall", "-Wextra", "-Werror", "-fPIC", QString("-isystem%1").arg(cudaInclude)} + arguments);
    QVERIFY(compiler.waitForFinished(120'000));
    QVERIFY2(compiler.exitCode() == 0, compiler.readAll().constData());
  }

  /// `shared`: definitions at module scope beside the kernels.
  std::string loaderFor(const std::string& shared, const std::string& body = "\tbar.sync 0;\n") {
    return loaderOf(shared + entry(changed, "") + entry(same, ""), shared + entry(changed, body) + entry(same, ""));
  }

  std::string loaderOf(const std::string& original, const std::string& variant, const Subject& subject = synthetic::subject(),
                       std::vector<Promise> promises = {}) {
    const ExportedCode code{head + variant, "sm_90", std::move(promises)};
    const std::set<std::string> replaced = kernelsToReplace(parsePtx(head + original), parsePtx(code.text));
    const std::vector<TestLaunches> launches{{TestRole::Test, "4", {{changed, {4, 2, 1}, {32, 1, 1}, 8, 3}}, 0, 0}};
    const Result<std::string> text = loaderText(subject, {code, replaced, launches});
    if (!text) qFatal("%s", text.error().message.c_str());
    return *text;
  }

  void write(const QString& name, const std::string& text) { QVERIFY(writeFile(file(name).toStdString(), text).has_value()); }

  struct Output {
    QString out;
    QString err;
  };
  Output run(const QString& program, const QStringList& arguments, const QStringList& environment = {}) {
    QProcess process;
    process.setEnvironment(QProcess::systemEnvironment() + QStringList{"LD_LIBRARY_PATH=" + folder_.path()} + environment);
    process.start(file(program), arguments);
    if (!process.waitForFinished() || process.exitCode() != 0) qFatal("the program ended with %d", process.exitCode());
    return {QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
  }

private slots:
  void initTestCase() {
    if (!QFile::exists(QString(cudaInclude) + "/cuda.h")) QSKIP("no CUDA toolkit, so loaders can't be compiled");
    const QString fixtures = GEVO_TEST_SOURCE "/tests/core/report/fixtures/";
    compile({"-shared", "-o", "libcudart.so", "-Wl,-soname,libcudart.so", fixtures + "fake_cuda.cpp"});
    QVERIFY(QFile::copy(file("libcudart.so"), file("libcuda.so.1")));
    compile({"-c", "-o", "libcudart_static.o", fixtures + "fake_cuda.cpp"});
    compile({"-c", "-o", "program.o", fixtures + "program.cpp"});
    write("loader.cpp", loaderFor(""));
    write("variables.cpp", loaderFor(".visible .global .align 4 .b8 counter[16];\n"));
    write("hidden.cpp", loaderFor(".global .align 4 .b8 _ZL7counter[16];\n"));
    write("unloadable.cpp", loaderFor("", "\tunloadable;\n"));
    write("later.cpp", loaderOf(entry(later, ""), entry(later, "\tbar.sync 0;\n")));
    for (const QString name : {"loader", "variables", "hidden", "unloadable", "later"})
      compile({"-o", name, "program.o", name + ".cpp", "-L.", "-lcudart", "-ldl"});
    Subject tuned = synthetic::subject();
    tuned.variant.edits.push_back(setEdit({"TILE", "8"}));
    write("tuned.cpp",
          loaderOf(entry(changed, "") + entry(same, ""), entry(changed, "\tbar.sync 0;\n") + entry(same, "\tbar.sync 0;\n"), tuned));
    compile({"-o", "tuned", "program.o", "tuned.cpp", "-L.", "-lcudart", "-ldl"});
    compile({"-DGEVO_PARAMETERS_SET", "-o", "tuned-set", "program.o", "tuned.cpp", "-L.", "-lcudart", "-ldl"});
    const std::string counter = ".visible .global .align 4 .b8 counter[16];\n";
    write("counting.cpp",
          loaderOf(counter + entry(changed, "") + entry(same, ""), counter + entry(changed, "\tbar.sync 0;\n") + entry(same, ""), tuned));
    compile({"-DGEVO_PARAMETERS_SET", "-o", "counting", "program.o", "counting.cpp", "-L.", "-lcudart", "-ldl"});
    write("promising.cpp", loaderOf(entry(changed, "") + entry(same, ""), entry(changed, "\tbar.sync 0;\n") + entry(same, ""),
                                    synthetic::subject(), {{changed, 1, {0}}}));
    compile({"-o", "promising", "program.o", "promising.cpp", "-L.", "-lcudart", "-ldl"});
    write("promising-counting.cpp",
          loaderOf(counter + entry(changed, "") + entry(same, ""), counter + entry(changed, "\tbar.sync 0;\n") + entry(same, ""),
                   synthetic::subject(), {{changed, 1, {0}}}));
    compile({"-o", "promising-counting", "program.o", "promising-counting.cpp", "-L.", "-lcudart", "-ldl"});
    compile({"-o", "plain", "program.o", "-L.", "-lcudart"});
    compile({"-shared", "-o", "libvariant.so", "loader.cpp", "-ldl"});
    // The third way that the file describes, with g++ instead of nvcc.
    QStringList wraps;
    for (const QString& word : QString::fromStdString(loaderFor("")).split(' '))
      if (word.startsWith("--wrap=")) wraps << "-Wl," + word.section('\n', 0, 0);
    QVERIFY(wraps.size() > 20);
    compile(QStringList{"-o", "wrapped", "-DGEVO_STATIC_CUDART", "program.o", "loader.cpp", "libcudart_static.o", "-ldl"} + wraps);
  }

  void changedKernelIsLaunchedLikeTheOriginal_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("environment");
    QTest::newRow("built with the shared runtime") << "loader" << QStringList{};
    QTest::newRow("preloaded into an existing program") << "plain" << QStringList{"LD_PRELOAD=" + file("libvariant.so")};
    QTest::newRow("wrapped around the static runtime") << "wrapped" << QStringList{};
  }
  void changedKernelIsLaunchedLikeTheOriginal() {
    QFETCH(QString, program);
    QFETCH(QStringList, environment);
    const Output output = run(program, {"launch"}, environment);
    QCOMPARE(linesWith(output.out, "grid"), QString("variant _Z7changedPi grid 4 2 1 block 32 1 1 shared 8 argument 7 stream 5\n"
                                                    "original _Z4samePi grid 4 2 1 block 32 1 1 shared 8 argument 7 stream 5\n"
                                                    "original _Z9elsewherePi grid 4 2 1 block 32 1 1 shared 8 argument 7 stream 5"));
    QCOMPARE(output.err, QString());
  }

  void originalRunsWhenTheVariantIsSwitchedOff() {
    const Output output = run("loader", {"launch"}, {"GEVO_VARIANT=off"});
    QVERIFY(!output.out.contains("variant"));
    QCOMPARE(output.out.count("original"), 3);
  }

  void replacedKernelsAreListedOnRequest() {
    QCOMPARE(run("loader", {"launch"}, {"GEVO_VARIANT=say"}).err, QString("variant 7 of twice: replaces kernel _Z7changedPi\n"));
  }

  void launchesByHandleAndWithConfigurationAreReplacedToo() {
    QCOMPARE(linesWith(run("loader", {"handle"}).out, "grid"),
             QString("variant _Z7changedPi grid 4 1 1 block 32 1 1 shared 8 argument 7 stream 0"));
    QCOMPARE(linesWith(run("loader", {"extended"}).out, "grid"),
             QString("variant, extended, _Z7changedPi grid 3 1 1 block 32 1 1 shared 0 argument 7 stream 0"));
  }

  void aTunedVariantRunsInAProgramThatIsBuiltWithItsValues() {
    const Output output = run("tuned-set", {"handle"});
    QCOMPARE(linesWith(output.out, "grid"), QString("variant _Z7changedPi grid 4 1 1 block 32 1 1 shared 8 argument 7 stream 0"));
    QCOMPARE(output.err, QString());
  }

  void aTunedVariantRunsInNoOtherProgram_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("message");
    QTest::newRow("not said to be built so") << "tuned"
                                             << "launch"
                                             << "build the program with TILE=8, and this loader with -DGEVO_PARAMETERS_SET";
    QTest::newRow("a block of no test") << "tuned-set"
                                        << "narrow"
                                        << "_Z7changedPi is launched with blocks of 16 x 1 x 1 threads, as in no test";
    QTest::newRow("a kernel of no test") << "tuned-set"
                                         << "unknown"
                                         << "_Z4samePi is launched with blocks of 32 x 1 x 1 threads, as in no test";
  }
  void aTunedVariantRunsInNoOtherProgram() {
    QFETCH(QString, program);
    QFETCH(QString, launch);
    QFETCH(QString, message);
    const Output output = run(program, {launch});
    QVERIFY2(!output.out.contains("variant _Z"), qPrintable(output.out));
    QVERIFY2(output.out.contains("original _Z"), qPrintable(output.out));
    QVERIFY2(output.err.contains(message), qPrintable(output.err));
    QCOMPARE(output.err.count('\n'), 1);
  }

  /// What the program has written is in the variant's variables, which the original does not read.
  void anUntestedLaunchFailsWhereVariablesAreTheVariants() {
    const Output output = run("counting", {"narrow"});
    QVERIFY2(!output.out.contains("_Z7changedPi grid"), qPrintable(output.out));
    QVERIFY2(output.err.contains("The launch fails."), qPrintable(output.err));
  }

  void whatTheVariantPromisesOfPointersIsCheckedAtEachLaunch_data() {
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("who");
    QTest::newRow("memory of their own") << "apart"
                                         << "variant";
    QTest::newRow("no memory") << "null"
                               << "variant";
    QTest::newRow("one allocation") << "together"
                                    << "original";
    QTest::newRow("memory that is mapped piece by piece") << "mapped"
                                                          << "original";
    QTest::newRow("into a graph, which may be changed") << "captured"
                                                        << "original";
  }
  void whatTheVariantPromisesOfPointersIsCheckedAtEachLaunch() {
    QFETCH(QString, launch);
    QFETCH(QString, who);
    const Output output = run("promising", {launch});
    QVERIFY2(output.out.contains(who + " _Z7changedPi grid"), qPrintable(output.out));
    QCOMPARE(output.err.count("may lead to the same memory"), who == "original" ? 1 : 0);
    QCOMPARE(linesWith(run("promising", {"together", "apart"}).out, "grid").count("variant _Z7changedPi"), 1);
  }

  void aBrokenPromiseFailsWhereVariablesAreTheVariants() {
    const Output output = run("promising-counting", {"together"});
    QVERIFY2(!output.out.contains("_Z7changedPi grid"), qPrintable(output.out));
    QVERIFY2(output.err.contains("the launch fails"), qPrintable(output.err));
  }

  void attributesOfTheOriginalApplyToTheVariant() {
    QCOMPARE(linesWith(run("loader", {"attribute", "launch"}).out, "attribute"), QString("variant _Z7changedPi attribute 8 is 65536"));
  }

  void warnsOnceAboutAnUntestedLaunch() {
    const QString warning = run("loader", {"launch", "large"}).err;
    QCOMPARE(warning.count('\n'), 1);
    QVERIFY2(warning.contains("900 x 1 x 1 blocks, larger than in any test"), qPrintable(warning));
    QCOMPARE(run("loader", {"large"}, {"GEVO_VARIANT=quiet"}).err, QString());
  }

  void warnsAboutAnUntestedKernel() {
    QCOMPARE(run("variables", {"launch"}).err,
             QString("variant 7 of twice: kernel _Z4samePi is launched; no test of the variant launched it.\n"));
  }

  void kernelsOfALibraryLoadedLaterAreReplacedToo() {
    const Output output = run("later", {"launch", "library"});
    QCOMPARE(linesWith(output.out, "_Z5laterPi"), QString("variant _Z5laterPi grid 4 1 1 block 32 1 1 shared 8 argument 7 stream 0"));
    QCOMPARE(output.err.count("has no kernel"), 1);
  }

  void launchErrorBecomesTheProgramsLastError() { QCOMPARE(linesWith(run("loader", {"refused"}).out, "errors"), QString("errors 1 1 0")); }

  void kernelsThatShareAVariableAreReplacedTogetherAndUseTheVariantsCopy() {
    const Output output = run("variables", {"launch", "variable"});
    QVERIFY(output.out.contains("variant _Z4samePi"));
    QVERIFY(output.out.contains("original _Z9elsewherePi"));
    QVERIFY2(!output.out.contains("original's variable is written"), qPrintable(output.out));
    QVERIFY(output.out.contains("read 41, address is the original's: 0"));
  }

  void variablesUnusedByTheVariantStayTheOriginals() {
    const Output output = run("loader", {"variable", "launch"});
    QVERIFY(output.out.contains("original's variable is written"));
    QVERIFY(output.out.contains("read 41, address is the original's: 1"));
  }

  void variableWithUnknownNameInTheVariantIsAnError() {
    const Output output = run("hidden", {"variable"});
    QVERIFY2(output.err.contains("the device variable counter"), qPrintable(output.err));
    QVERIFY(!output.out.contains("read 41"));
  }

  void originalRunsIfTheDriverCannotLoadTheCode() {
    const Output output = run("unloadable", {"launch", "variable"});
    QCOMPARE(output.out.count("original _Z"), 3);
    QVERIFY2(output.err.contains("cannot load the variant's PTX, made for sm_90"), qPrintable(output.err));
    QVERIFY(output.err.contains("ptxas: unloadable"));
    QVERIFY(output.out.contains("original's variable is written"));
  }

  void originalRunsWithoutADriver() {
    QVERIFY(QFile::rename(file("libcuda.so.1"), file("away")));
    const Output output = run("loader", {"launch"});
    QVERIFY(QFile::rename(file("away"), file("libcuda.so.1")));
    QCOMPARE(output.out.count("original _Z"), 3);
    QCOMPARE(output.err, QString("variant 7 of twice: no CUDA driver was found; the original runs.\n"));
  }

  void namesFromTheFileCannotEscapeCommentsAndLiterals() {
    Subject subject = synthetic::subject();
    Project project = *subject.project;
    project.name = "twice\n#error left the comment\\";
    project.kernels[0] = {changed, "\"; #error left the text", 1};
    subject.project = std::make_shared<const Project>(project);
    const ExportedCode code{head + entry(changed, "\t// \"?"
                                                  "?/ \\\n"),
                            "sm_90"};
    const Result<std::string> text = loaderText(subject, {code, {changed}, {}});
    QVERIFY(text.has_value());
    write("hostile.cpp", *text);
    compile({"-c", "-o", "hostile.o", "hostile.cpp"});
  }

  void variantThatChangesNoKernelHasNoLoader() {
    const ExportedCode code{head + entry(changed, ""), "sm_90"};
    QVERIFY(!loaderText(synthetic::subject(), {code, {}, {}}).has_value());
  }
};

QTEST_GUILESS_MAIN(LoaderTest)
#include "loader_test.moc"
