#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_commands/command_words.h"
#include "core/build_commands/linked_program.h"

#include <QtTest>

using namespace gevo;

namespace {

/// Commands of a build in /w; "sub: gcc ..." ran in /w/sub.
std::vector<LinkedProgram> programsOf(const std::vector<std::string>& lines) {
  std::vector<CompilerCall> calls;
  for (const std::string& line : lines) {
    const std::size_t colon = line.find(": ");
    const std::string folder = colon == std::string::npos ? "/w" : "/w/" + line.substr(0, colon);
    if (auto call = readCompilerCall({folder, splitWords(colon == std::string::npos ? line : line.substr(colon + 2))}))
      calls.push_back(std::move(*call));
  }
  return linkedPrograms(calls);
}

QString filesOf(const Result<LinkedProgram>& program) {
  if (!program) return QString::fromStdString(program.error().message);
  const auto settings = settingsOf(*program, "/w");
  if (!settings) return QString::fromStdString(settings.error().message);
  QStringList files;
  for (const std::string& file : settings->files) files << QString::fromStdString(file);
  for (const std::string& library : settings->libraries) files << QString::fromStdString("-l" + library);
  return files.join(' ');
}

QString madeOf(const std::vector<std::string>& lines, const std::string& name = {}) {
  return filesOf(chooseProgram(programsOf(lines), name));
}

} // namespace

class LinkedProgramTest : public QObject {
  Q_OBJECT
private slots:
  void objectsAreFollowedToTheirSources() {
    QCOMPARE(madeOf({"g++ -c main.cpp -o main.o", "nvcc -c k.cu -o k.o", "g++ main.o k.o -o p -lcudart -lm"}),
             "k.cu main.cpp -lcudart -lm");
  }

  void sourcesCompiledByTheLinkCallBelongToIt() { QCOMPARE(madeOf({"gcc -c util.c", "nvcc main.cu util.o -o p"}), "main.cu util.c"); }

  void archivesAndSharedLibrariesOfTheBuildAreTakenApart() {
    QCOMPARE(madeOf({"nvcc -c k.cu -o k.o", "g++ -c a.cpp -o a.o", "g++ -c b.cpp -o b.o", "ar rc lib/libk.a k.o", "ar r lib/libk.a a.o",
                     "g++ -shared b.o -o lib/libb.so.1 -lz", "g++ -c main.cpp", "g++ main.o -Llib -lk -lb -lm -o p"}),
             "k.cu main.cpp a.cpp b.cpp -lz -lm");
  }

  void deviceLinksAddNothing() {
    QCOMPARE(madeOf({"nvcc -dc a.cu -o a.o", "nvcc -dc b.cu -o b.o", "nvcc -dlink a.o b.o -o d.o", "g++ a.o b.o d.o -o p"}), "a.cu b.cu");
  }

  void objectsOfOtherToolsAreLinkedAsTheyAre() { QCOMPARE(madeOf({"nvcc main.cu data.o /opt/libq.a -o p"}), "main.cu data.o -lq"); }

  void movedObjectsAreFoundByTheirName() { QCOMPARE(madeOf({"nvcc -c k.cu", "nvcc obj/k.o -o p"}), "k.cu"); }

  void sameNamesInTwoFoldersAreTwoSources() {
    QCOMPARE(madeOf({"a: nvcc -c k.cu", "b: nvcc -c k.cu", "nvcc a/k.o b/k.o -o p"}), "a/k.cu b/k.cu");
  }

  void objectsAreWhatTheLastCallMadeOfThem() {
    QCOMPARE(madeOf({"nvcc -c first.cu -o k.o", "nvcc -c second.cu -o k.o", "nvcc k.o -o p"}), "second.cu");
  }

  void relinkedProgramsAreOne() { QCOMPARE(madeOf({"nvcc a.cu -o p", "nvcc b.cu -o p"}), "b.cu"); }

  void compilerTrialsAreNoPrograms() {
    QCOMPARE(madeOf({"b/CMakeFiles/4.0/CompilerIdCUDA: nvcc CMakeCUDACompilerId.cu", "nvcc conftest.cu -o conftest", "nvcc a.cu -o p"}),
             "a.cu");
  }

  void settingsBelongToTheirSource() {
    const auto program = chooseProgram(programsOf({"src: nvcc -DN=1 -I../inc -std=c++17 -isystem ../sys -c k.cu -o ../k.o",
                                                   "g++ -DN=2 -I/opt/inc -fopenmp -c main.cpp", "g++ main.o k.o -o p"}),
                                       {});
    QVERIFY(program.has_value());
    const auto settings = settingsOf(*program, "/w");
    QVERIFY(settings.has_value());
    const std::vector<SourceSettings> expected{{"src/k.cu", "cuda", {"N=1"}, {"inc"}, {"-std=c++17", "-isystemsys"}},
                                               {"main.cpp", "c++", {"N=2"}, {"/opt/inc"}, {"-Xcompiler=-fopenmp"}}};
    QVERIFY(settings->perSource == expected);
  }

  void sourcesAreNamedFromTheFolderThatTheyShare_data() {
    QTest::addColumn<QString>("compile");
    QTest::addColumn<QString>("root");
    QTest::newRow("one folder") << "nvcc -o p src/a.cu src/b.cu"
                                << "src";
    QTest::newRow("two folders") << "nvcc -o p src/x/a.cu src/y/b.cu"
                                 << "src";
    QTest::newRow("with headers") << "nvcc -Iinclude -o p src/x/a.cu"
                                  << ".";
    QTest::newRow("the build's own") << "nvcc -o p a.cu"
                                     << ".";
    QTest::newRow("headers elsewhere") << "nvcc -I/opt/include -o p src/a.cu"
                                       << "src";
    QTest::newRow("elsewhere") << "nvcc -o p ../s/x/a.cu ../s/y/b.cu"
                               << "/s";
  }
  void sourcesAreNamedFromTheFolderThatTheyShare() {
    QFETCH(const QString, compile);
    QFETCH(const QString, root);
    const auto settings = settingsOf(*chooseProgram(programsOf({compile.toStdString()}), {}), "/w");
    QCOMPARE(QString::fromStdString(settings->root), root);
  }

  void librariesGoByTheirNames() {
    const auto settings =
        settingsOf(*chooseProgram(programsOf({"nvcc a.cu /usr/local/cuda/lib64/libcudart.so lib/libq.so.2 own.a"}), {}), "/w");
    QCOMPARE(settings->files, (std::vector<std::string>{"a.cu", "own.a"}));
    QCOMPARE(settings->libraries, (std::vector<std::string>{"cudart", ":libq.so.2"}));
    QCOMPARE(settings->libraryFolders, (std::vector<std::string>{"/usr/local/cuda/lib64", "lib"}));
  }

  void severalProgramsHaveToBeChosenFrom() {
    const std::vector<std::string> lines{"nvcc a.cu -o bin/one", "nvcc b.cu -o bin/two", "g++ c.cpp -o three"};
    QCOMPARE(madeOf(lines), "the build links 2 programs with CUDA code (one, two); choose one with --program NAME");
    QCOMPARE(madeOf(lines, "two"), "b.cu");
    QCOMPARE(madeOf(lines, "bin/one"), "a.cu");
    QCOMPARE(madeOf(lines, "three"), "the build links no program three with CUDA code; there is one, two");
  }

  void programsOfOneNameNeedTheirFolder() {
    const std::vector<std::string> lines{"nvcc a.cu -o x/p", "nvcc b.cu -o y/p"};
    QCOMPARE(madeOf(lines, "p"), "the build links 2 programs that are called p; add the folder, as in bin/p");
    QCOMPARE(madeOf(lines, "y/p"), "b.cu");
  }

  void sourcesOfTwoSettingsInOneProgramAreRefused() {
    QCOMPARE(madeOf({"nvcc -DT=float -c k.cu -o f.o", "nvcc -DT=double -c k.cu -o d.o", "nvcc f.o d.o -o p"}),
             "p compiles k.cu twice with different settings, which GEVO can't; make a project of one of them");
  }

  void programsWithoutCudaAreNamedSo() { QCOMPARE(madeOf({"g++ a.cpp -o p"}), "the build links no program with CUDA code"); }
};

QTEST_GUILESS_MAIN(LinkedProgramTest)
#include "linked_program_test.moc"
