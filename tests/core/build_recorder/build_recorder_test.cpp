#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/build_recorder/build_recorder.h"

#include <QtTest>

using namespace gevo;

/// Builds whose compilers are scripts, so that neither CUDA nor a compiler is needed.
class BuildRecorderTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    tools_ = std::make_unique<QTemporaryDir>();
    // Makes its output, as compilers do, by calling others.
    const char* const compiler = "#!/bin/sh\n"
                                 "gcc --version >/dev/null\n"
                                 "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && : > \"$2\"; shift; done\n";
    write(*tools_, "nvcc", compiler);
    write(*tools_, "g++", compiler);
    write(*tools_, "gcc", "#!/bin/sh\nexit 0\n");
    write(*tools_, "musl-gcc", "#!/bin/sh\nexec gcc -specs musl \"$@\"\n");
    write(*tools_, "x86_64-linux-gnu-gcc", "#!/bin/sh\nexec gcc \"$@\"\n");
    write(*tools_, "ccache", "#!/bin/sh\nexec \"$@\"\n");
    qputenv("PATH", tools_->path().toUtf8() + ":/usr/bin:/bin");
  }
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void makefilesAreFollowed() {
    makefile("p: k.o main.o\n\tg++ -o p main.o k.o\n"
             "k.o:\n\tcd . && nvcc -c k.cu -o k.o\n"
             "main.o:\n\t@g++ -DX='a b' -c main.cpp -o main.o\n");
    QCOMPARE(recorded({"make"}), (QStringList{"nvcc -c k.cu -o k.o", "g++ -DX=a b -c main.cpp -o main.o", "g++ -o p main.o k.o"}));
    QVERIFY(QFile::exists(folder_->filePath("p")));
  }

  void compilersAreFoundByTheirPath() {
    makefile("p:\n\t" + tools_->filePath("nvcc") + " a.cu -o p\n");
    QCOMPARE(recorded({"make"}), QStringList{tools_->filePath("nvcc") + " a.cu -o p"});
  }

  void compilersAreFoundInScripts() {
    write(*folder_, "build.sh", "#!/bin/sh\nfor file in a b; do nvcc -c $file.cu -o $file.o; done\n");
    QCOMPARE(recorded({"./build.sh"}), (QStringList{"nvcc -c a.cu -o a.o", "nvcc -c b.cu -o b.o"}));
  }

  void commandMayBeACompiler() { QCOMPARE(recorded({"nvcc", "a b.cu", "-o", "p"}), QStringList{"nvcc a b.cu -o p"}); }

  void compilersOfATargetAreNotedAndWrappersAreNot() {
    QCOMPARE(recorded({"x86_64-linux-gnu-gcc", "-c", "a.c"}), QStringList{"x86_64-linux-gnu-gcc -c a.c"});
    QCOMPARE(recorded({"musl-gcc", "-c", "a.c"}), QStringList{"gcc -specs musl -c a.c"});
  }

  void clearedEnvironmentsHideNothing() {
    QCOMPARE(recorded({"env", "-i", "PATH=" + tools_->path().toStdString() + ":/usr/bin:/bin", "sh", "-c", "nvcc a.cu -o p; true"}),
             QStringList{"nvcc a.cu -o p"});
  }

  void foldersAreThoseOfTheCompiler() {
    QDir(folder_->path()).mkdir("sub");
    const auto build = recordBuild({"sh", "-c", "cd sub && nvcc a.cu -o p; true"}, folder_->path().toStdString());
    QVERIFY2(build.has_value(), build ? "" : build.error().message.c_str());
    QCOMPARE(build->commands.at(0).folder.filename(), std::filesystem::path("sub"));
  }

  void responseFilesMayGoAfterwards() {
    write(*folder_, "build.sh", "#!/bin/sh\necho '-c \"a b.cu\" -o a.o' > rsp; nvcc @rsp -DX; rm rsp\n");
    QCOMPARE(recorded({"./build.sh"}), QStringList{"nvcc -c a b.cu -o a.o -DX"});
  }

  void cachesThatCompileNothingAreNoted() { QCOMPARE(recorded({"ccache", "nvcc", "a.cu"}), QStringList{"ccache nvcc a.cu"}); }

  void emptyObjectsTakeThePlaceOfThoseOfAMissingNvcc() {
    qputenv("CUDA_PATH", "/nowhere");
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "/usr/bin:/bin");
    const auto build =
        recordBuild({"sh", "-c", "nvcc -c a.cu -o a.o && /opt/cuda/bin/nvcc a.o -o p && ./p"}, folder_->path().toStdString());
    qputenv("PATH", path);
    qunsetenv("CUDA_PATH");
    QVERIFY2(build.has_value(), build ? "" : build.error().message.c_str());
    QVERIFY(build->lacksNvcc);
    QCOMPARE(build->commands.size(), 2U);
    QCOMPARE(build->failure, std::string("sh ended with exit code 1"));
    QVERIFY(build->output.contains("built without nvcc"));
    QVERIFY(QFile::exists(folder_->filePath("a.o")));
  }

  void otherLibrariesStayPreloaded() {
    qputenv("LD_PRELOAD", "/nowhere/libother.so");
    const QStringList commands = recorded({"sh", "-c", "nvcc -o p; echo \"$LD_PRELOAD\" > preloaded"});
    qunsetenv("LD_PRELOAD");
    QCOMPARE(commands, QStringList{"nvcc -o p"});
    QFile preloaded(folder_->filePath("preloaded"));
    QVERIFY(preloaded.open(QFile::ReadOnly));
    const QByteArray libraries = preloaded.readAll();
    QVERIFY2(libraries.contains("/nowhere/libother.so") && libraries.contains("libgevobuild.so"), libraries.constData());
  }

  void failedBuildsShowTheEndOfTheirOutput() {
    makefile("p:\n\t@seq 1 100; echo 'no such kernel' >&2; exit 3\n");
    const auto build = recordBuild({"make"}, folder_->path().toStdString());
    QVERIFY(!build.has_value());
    QVERIFY(QString::fromStdString(build.error().message).startsWith("the build failed: make ended with exit code 2"));
    const QString details = QString::fromStdString(build.error().details);
    QVERIFY2(details.contains("no such kernel") && details.contains("\n99\n") && !details.contains("\n10\n"), qPrintable(details));
  }

  void missingCommandsAreNamed() {
    const auto build = recordBuild({"no-such-build-tool"}, folder_->path().toStdString());
    QVERIFY(!build.has_value());
    QVERIFY(build.error().message.contains("no-such-build-tool ended with exit code 127"));
  }

  void buildsThatCompileNothingHaveNoCommands() { QCOMPARE(recorded({"true"}), QStringList()); }

private:
  static void write(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    QVERIFY(file.open(QFile::WriteOnly));
    file.write(text);
    file.setPermissions(file.permissions() | QFile::ExeOwner);
  }
  void makefile(const QString& text) { write(*folder_, "Makefile", text.toUtf8()); }

  QStringList recorded(const std::vector<std::string>& command) {
    const auto build = recordBuild(command, folder_->path().toStdString());
    if (!build) return {QString::fromStdString(build.error().message), QString::fromStdString(build.error().details)};
    QStringList commands;
    for (const BuildCommand& one : build->commands) {
      QStringList words;
      for (const std::string& word : one.arguments) words << QString::fromStdString(word);
      commands << words.join(' ');
    }
    return commands;
  }

  std::unique_ptr<QTemporaryDir> tools_;
  std::unique_ptr<QTemporaryDir> folder_;
};

QTEST_GUILESS_MAIN(BuildRecorderTest)
#include "build_recorder_test.moc"
