#include "core/base/file.h"
#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_commands/compile_commands.h"

#include <QtTest>

using namespace gevo;

class CompileCommandsTest : public QObject {
  Q_OBJECT
private slots:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void entriesAreCallsInTheirFolders() {
    write("c.json", R"([
      {"directory": "/w/b", "command": "nvcc -DN=2 -I../inc -std=c++17 -x cu -c ../k.cpp -o k.o", "file": "../k.cpp"},
      {"directory": "/w/b", "arguments": ["g++", "-c", "../main.cpp"], "file": "../main.cpp"},
      {"directory": "/w/b", "command": "g++ -E -x c++ ../k.cpp", "file": "../k.cpp"},
      {"directory": "/w/b", "command": "/usr/bin/true", "file": "x"}])");
    QCOMPARE(sourcesOf("c.json"), QString("cuda /w/k.cpp N=2, c++ /w/main.cpp"));
  }

  void commandsWithoutAnOptionForCompilingOnlyCompile() {
    write("c.json", R"([{"directory": "/w", "arguments": ["nvcc", "a.cu"], "file": "a.cu"}])");
    QCOMPARE(sourcesOf("c.json"), QString("cuda /w/a.cu"));
  }

  void sourcesThatAreGivenAreTheProgram() {
    write("c.json", R"([{"directory": "/w", "command": "nvcc -c a.cu", "file": "a.cu"},
                        {"directory": "/w", "command": "nvcc -c b.cu", "file": "b.cu"}])");
    QCOMPARE(sourcesOf("c.json", {}, {"/w/b.cu"}), QString("cuda /w/b.cu"));
    QVERIFY(sourcesOf("c.json", {}, {"/w/c.cu"}).startsWith("/w/c.cu is not among the sources in "));
  }

  void targetsOfCMakeAreProgramsWhereNoneIsLinked() {
    write("c.json", R"([{"directory": "/w", "command": "nvcc -c a.cu -o CMakeFiles/one.dir/a.cu.o", "file": "a.cu"},
                        {"directory": "/w", "command": "nvcc -c b.cu -o CMakeFiles/two.dir/b.cu.o", "file": "b.cu"},
                        {"directory": "/w", "command": "g++ -c c.cpp -o CMakeFiles/three.dir/c.cpp.o", "file": "c.cpp"}])");
    QCOMPARE(sourcesOf("c.json"), QString("the build links 2 programs with CUDA code (one, two); choose one with --program NAME"));
    QCOMPARE(sourcesOf("c.json", "two"), QString("cuda /w/b.cu"));
  }

  void linkScriptsOfCMakeSayWhatIsLinked() {
    QDir(folder_->path()).mkpath("CMakeFiles/lib.dir");
    QDir(folder_->path()).mkpath("CMakeFiles/app.dir");
    const QString here = folder_->path();
    write("compile_commands.json",
          QString(R"([{"directory": "%1", "command": "nvcc -c /w/k.cu -o CMakeFiles/lib.dir/k.cu.o", "file": "/w/k.cu"},
                      {"directory": "%1", "command": "g++ -c /w/main.cpp -o CMakeFiles/app.dir/main.cpp.o", "file": "/w/main.cpp"}])")
              .arg(here));
    write("CMakeFiles/lib.dir/link.txt", "/usr/bin/ar qc liblib.a CMakeFiles/lib.dir/k.cu.o\n/usr/bin/ranlib liblib.a\n");
    write("CMakeFiles/app.dir/dlink.txt", "nvcc -dlink CMakeFiles/app.dir/main.cpp.o -o CMakeFiles/app.dir/cmake_device_link.o liblib.a\n");
    write("CMakeFiles/app.dir/link.txt",
          "/usr/bin/g++ CMakeFiles/app.dir/main.cpp.o CMakeFiles/app.dir/cmake_device_link.o -o app liblib.a -lcudart_static -lm\n");
    const auto program = programOf(*readCompileCommands(here.toStdString() + "/compile_commands.json"), {}, {});
    QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
    QCOMPARE(program->name(), std::string("app"));
    QCOMPARE(shown(*program), QString("c++ /w/main.cpp, cuda /w/k.cu"));
    QCOMPARE(program->linked, std::vector<std::string>());
    QCOMPARE(program->libraries, (std::vector<std::string>{"cudart_static", "m"}));
  }

  void statementsOfNinjaSayWhatIsLinked() {
    const QString here = folder_->path();
    write("compile_commands.json",
          QString(R"([{"directory": "%1", "command": "nvcc -c /w/k.cu -o 'CMakeFiles/a lib.dir/k.cu.o'", "file": "/w/k.cu"},
                      {"directory": "%1", "command": "g++ -c /w/main.cpp -o CMakeFiles/app.dir/main.cpp.o", "file": "/w/main.cpp"},
                      {"directory": "%1", "command": "g++ -c /w/t.cpp -o CMakeFiles/tool.dir/t.cpp.o", "file": "/w/t.cpp"}])")
              .arg(here));
    write("build.ninja", "rule CXX_EXECUTABLE_LINKER__app_\n  command = c++ $in\n"
                         "build lib$ a.a: CUDA_STATIC_LIBRARY_LINKER__a_ CMakeFiles/a$ lib.dir/k.cu.o\n  LINK_LIBRARIES = -lnone\n\n"
                         "build app: CXX_EXECUTABLE_LINKER__app_ $\n    CMakeFiles/app.dir/main.cpp.o d.o | lib$ a.a || lib$ a.a\n"
                         "  LINK_LIBRARIES = \"lib a.a\"  -lcudart  -lm\n  LINK_PATH = -L/opt/lib\n"
                         "build d.o: CXX_EXECUTABLE_DEVICE_LINKER__app_ CMakeFiles/app.dir/main.cpp.o\n"
                         "build tool: CXX_EXECUTABLE_LINKER__tool_ CMakeFiles/tool.dir/t.cpp.o\n"
                         "build all: phony app\n");
    const auto program = programOf(*readCompileCommands(here.toStdString() + "/compile_commands.json"), {}, {});
    QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
    QCOMPARE(program->name(), std::string("app"));
    QCOMPARE(shown(*program), QString("c++ /w/main.cpp, cuda /w/k.cu"));
    QCOMPARE(program->libraries, (std::vector<std::string>{"cudart", "m"}));
    QCOMPARE(program->libraryFolders, (std::vector<std::string>{"/opt/lib"}));
    QCOMPARE(program->linked, std::vector<std::string>());
  }

  void otherFilesAreRefused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("no JSON") << "{ nothing"
                             << "can't be read as compile commands";
    QTest::newRow("no list") << "{}"
                             << "is no list of compile commands";
    QTest::newRow("no command") << "[{\"file\": \"a.cu\"}]"
                                << "can't be read as compile commands";
    QTest::newRow("numbers") << "[{\"arguments\": 3}]"
                             << "can't be read as compile commands";
    QTest::newRow("nothing of CUDA") << "[]"
                                     << "no program with CUDA code";
  }
  void otherFilesAreRefused() {
    QFETCH(const QString, text);
    QFETCH(const QString, error);
    write("c.json", text);
    QVERIFY2(sourcesOf("c.json").contains(error), qPrintable(sourcesOf("c.json")));
  }

private:
  void write(const QString& name, const QString& text) {
    QVERIFY(writeFile(folder_->filePath(name).toStdString(), text.toStdString()).has_value());
  }
  static QString shown(const LinkedProgram& program) {
    QStringList sources;
    for (const ProgramSource& source : program.sources) {
      QString text = QString("%1 %2").arg(languageName(source.language), QString::fromStdString(source.path));
      for (const std::string& define : source.defines) text += ' ' + QString::fromStdString(define);
      sources << text;
    }
    return sources.join(", ");
  }
  QString sourcesOf(const QString& file, const std::string& name = {}, const std::vector<std::string>& sources = {}) {
    const auto commands = readCompileCommands(folder_->filePath(file).toStdString());
    if (!commands) return QString::fromStdString(commands.error().message);
    const auto program = programOf(*commands, name, sources);
    return program ? shown(*program) : QString::fromStdString(program.error().message);
  }

  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(CompileCommandsTest)
#include "compile_commands_test.moc"
