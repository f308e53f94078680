#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_commands/build_flags.h"
#include "tests/core/base/value_of.h"

#include <QtTest>
#include <set>

using namespace gevo;

using Texts = std::vector<std::string>;

/// What flags mean.
class BuildFlagsTest : public QObject {
  Q_OBJECT

  static BuildFlags read(const Texts& arguments, FlagDialect dialect = FlagDialect::Nvcc) { return valueOf(readFlags(arguments, dialect)); }

private slots:
  void everyFormOfAValueIsRead_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("joined") << QStringList{"-DN=100", "-Iinc", "-lm", "-std=c++17"};
    QTest::newRow("separate") << QStringList{"-D", "N=100", "-I", "inc", "-l", "m", "-std", "c++17"};
    QTest::newRow("long") << QStringList{"--define-macro", "N=100", "--include-path=inc", "--library", "m", "--std=c++17"};
    QTest::newRow("equals") << QStringList{"-D=N=100", "-I=inc", "-l=m", "--std", "c++17"};
  }
  void everyFormOfAValueIsRead() {
    QFETCH(QStringList, arguments);
    Texts texts;
    for (const QString& argument : arguments) texts.push_back(argument.toStdString());
    const BuildFlags flags = read(texts);
    QCOMPARE(flags.macros, Texts{"-DN=100"});
    QCOMPARE(flags.includes, Texts{"inc"});
    QCOMPARE(flags.libraries, Texts{"m"});
    QCOMPARE(flags.standardOfCpp, std::string("c++17"));
    QVERIFY(flags.files.empty());
  }

  void commandsOfNvccChangeNothingButWhatTheyMean() {
    const BuildFlags flags = read({"-O3",
                                   "-lineinfo",
                                   "-rdc=true",
                                   "-dc",
                                   "--expt-relaxed-constexpr",
                                   "--extended-lambda",
                                   "-maxrregcount",
                                   "32",
                                   "-Xptxas",
                                   "-v",
                                   "-prec-div=true",
                                   "-m64",
                                   "-w",
                                   "-Xptxas=-O3",
                                   "-diag-suppress",
                                   "20",
                                   "-Xcudafe",
                                   "--display_error_number",
                                   "--threads",
                                   "0",
                                   "a.cu"});
    QCOMPARE(flags.files, Texts{"a.cu"});
    QVERIFY(flags.cuda.empty() && flags.cudaHost.empty() && flags.macros.empty() && flags.libraries.empty());
    QCOMPARE(flags.host, Texts{"-O3"});
    QVERIFY(flags.compilesOnly);
  }

  void fastMathIsForKernels() {
    for (const std::string flag : {"--use_fast_math", "-use_fast_math"}) {
      const BuildFlags flags = read({flag});
      QVERIFY(std::ranges::count(flags.cuda, "-fgpu-approx-transcendentals") == 1);
      QVERIFY(flags.cudaHost.empty() && flags.host.empty());
    }
    QCOMPARE(read({"-fmad=false"}).cuda, (Texts{"-Xarch_device", "-ffp-contract=off"}));
    QVERIFY(read({"-fmad=true", "-ftz=false"}).cuda.empty());
  }

  void flagsOfTheHostCompilerReachIt() {
    const BuildFlags flags = read({"-Xcompiler", "-Wall,-O3,-fopenmp,-march=native", "-Xcompiler", "-fPIC -DHOST"});
    QCOMPARE(flags.host, (Texts{"-O3", "-fopenmp", "-march=native", "-fPIC"}));
    QCOMPARE(flags.warnings, Texts{"-Wall"});
    QCOMPARE(flags.cudaHost, (Texts{"-fopenmp", "-march=native", "-fPIC"}));
    QCOMPARE(flags.linker, Texts{"-march=native"});
    QCOMPARE(flags.macros, Texts{"-DHOST"});
    QVERIFY(flags.openMp && flags.cuda.empty());
  }

  void flagsOfTheLinkerStayTogether() {
    QCOMPARE(read({"-Xcompiler", "-Wl,-rpath,/opt/lib"}).linker, Texts{"-Wl,-rpath,/opt/lib"});
    QCOMPARE(read({"-Xlinker", "-rpath,/opt/lib"}).linker, (Texts{"-Xlinker", "-rpath", "-Xlinker", "/opt/lib"}));
  }

  void featuresOfClangAreForBothKindsOfFiles() {
    const BuildFlags flags = read({"-ffast-math", "-fopenmp", "-mavx2", "-std=c99", "-std=c++20"});
    QCOMPARE(flags.cuda, Texts{"-ffast-math"});
    QCOMPARE(flags.cudaHost, (Texts{"-fopenmp", "-mavx2"}));
    QCOMPARE(flags.host, (Texts{"-ffast-math", "-fopenmp", "-mavx2"}));
    QCOMPARE(flags.standardOfC, std::string("c99"));
    QCOMPARE(flags.standardOfCpp, std::string("c++20"));
  }

  void flagsOfClangForKernelsReachIt() {
    const Texts expected{"-Xclang", "-x=1", "-fgpu-approx-transcendentals"};
    QCOMPARE(read({"-Xclang", "-x=1", "-fgpu-approx-transcendentals"}).cuda, expected);
    QCOMPARE(read({"-Xclang=-x=1", "-fgpu-approx-transcendentals"}).cuda, expected);
    QVERIFY(read({"-Xclang", "-x=1"}).host.empty());
  }

  void whatNvccDoesNotKnowIsAnError() {
    const Texts arguments{"--no-such-flag"};
    const auto flags = readFlags(arguments, FlagDialect::Nvcc);
    QVERIFY(!flags);
    QCOMPARE(flags.error().message, std::string("--no-such-flag is a flag of neither nvcc nor clang that GEVO knows; leave it out, or give "
                                                "a flag of the host compiler as -Xcompiler --no-such-flag"));
    const Texts cut{"-maxrregcount"};
    QCOMPARE(readFlags(cut, FlagDialect::Nvcc).error().message, std::string("-maxrregcount needs a value"));
    QCOMPARE(read({"--no-such-flag"}, FlagDialect::HostCompiler).host, Texts{"--no-such-flag"});
  }

  void commandLinesOfHostCompilersAreRead() {
    const BuildFlags flags = read({"-c", "-O2", "-g", "-MMD", "-MF", "x.d", "-Iinc", "-isystem", "/opt/include", "-include", "config.h",
                                   "-o", "x.o", "x.c", "-pthread", "-L.", "-lz"},
                                  FlagDialect::HostCompiler);
    QCOMPARE(flags.files, Texts{"x.c"});
    QCOMPARE(flags.output, std::string("x.o"));
    QCOMPARE(flags.includes, Texts{"inc"});
    QCOMPARE(flags.systemIncludes, Texts{"/opt/include"});
    QCOMPARE(flags.forcedIncludes, Texts{"config.h"});
    QCOMPARE(flags.libraries, Texts{"z"});
    QVERIFY(flags.compilesOnly);
  }

  void flagsAsTextAreReadAgain() {
    const std::string next = "32";
    for (const char* name : {"-maxrregcount", "-D", "-x", "-Xptxas", "--gpu-architecture"}) {
      const FlagMatch match = matchFlag(name, &next, FlagDialect::Nvcc);
      QVERIFY(match.tookNext);
      const FlagMatch again = matchFlag(match.flag.text, nullptr, FlagDialect::Nvcc);
      QVERIFY(again.flag.row == match.flag.row && again.flag.value == "32" && !again.lacksValue);
    }
  }

  void theNewestArchitectureThatTheDeviceRunsIsTaken_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<QString>("architecture");
    QTest::newRow("none") << QStringList{} << "sm_90";
    QTest::newRow("one") << QStringList{"-arch=sm_80"} << "sm_80";
    QTest::newRow("virtual") << QStringList{"-arch", "compute_86"} << "sm_86";
    QTest::newRow("several") << QStringList{"-gencode=arch=compute_75,code=sm_75", "-gencode", "arch=compute_80,code=[sm_80,compute_80]",
                                            "-gencode", "arch=compute_100,code=sm_100"}
                             << "sm_80";
    QTest::newRow("too old for any toolkit") << QStringList{"-arch=sm_35"} << "sm_90";
    QTest::newRow("too new for the device") << QStringList{"-arch=sm_100"} << "sm_100";
    QTest::newRow("of this machine") << QStringList{"-arch=native"} << "sm_90";
  }
  void theNewestArchitectureThatTheDeviceRunsIsTaken() {
    QFETCH(QStringList, flags);
    QFETCH(QString, architecture);
    Texts texts;
    for (const QString& flag : flags) texts.push_back(flag.toStdString());
    QCOMPARE(architectureFor(read(texts).architectures, "sm_90"), architecture.toStdString());
  }

  void noNameIsTwiceInTheTable() {
    for (const FlagDialect dialect : {FlagDialect::Nvcc, FlagDialect::HostCompiler}) {
      std::set<QString> names;
      for (const FlagRow& row : flagTable(dialect))
        for (const QString& name : QString::fromUtf8(row.names.data(), qsizetype(row.names.size())).split(' ')) {
          if (row.value == FlagValue::Prefix) continue;
          QVERIFY2(names.insert(name).second, qPrintable(name));
        }
    }
  }

  void theManualListsTheTable() {
    QFile manual(QString(GEVO_TEST_SOURCE) + "/resources/docs/user/compiler-flags.md");
    QVERIFY(manual.open(QIODevice::ReadOnly));
    const QString text = manual.readAll();
    for (const FlagRow& row : flagTable(FlagDialect::Nvcc)) {
      if (row.meaning.empty()) continue;
      const QString name = QString::fromUtf8(row.names.data(), qsizetype(row.names.size())).section(' ', 0, 0);
      QVERIFY2(text.contains('`' + name), qPrintable(name));
      QVERIFY2(text.contains(QString::fromUtf8(row.meaning.data(), qsizetype(row.meaning.size()))), qPrintable(name));
    }
  }
};

QTEST_GUILESS_MAIN(BuildFlagsTest)
#include "build_flags_test.moc"
