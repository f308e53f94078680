#include "core/kernel/process/process.h"

#include <QtTest>
#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gevo;
using namespace gevo::program;
using namespace std::chrono_literals;

class ProcessTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    auto made = ScratchFolder::make();
    QVERIFY(made.has_value());
    scratch_.emplace(std::move(*made));
  }

  void returnsOutputAndExitCode() {
    const auto finished = run("echo out; echo err >&2; exit 3", 10s);
    QVERIFY(finished.has_value());
    QCOMPARE(finished->exitCode, 3);
    QCOMPARE(finished->output, std::string("out\n"));
    QCOMPARE(finished->errors, std::string("err\n"));
    QCOMPARE(finished->ending(10s), std::string("ended with exit code 3"));
  }

  void reportsTheSignal() {
    const auto finished = run("kill -SEGV $$", 10s);
    QVERIFY(finished.has_value());
    QCOMPARE(finished->signal, SIGSEGV);
    QVERIFY(finished->ending(10s).starts_with("was killed by signal 11"));
  }

  void limitKillsTheProgramAndItsChildren() {
    const auto started = std::chrono::steady_clock::now();
    // The child would hold the group for ten minutes.
    const WorkLimit limit{10s, 100ms};
    const auto finished = run("sleep 600 & sleep 600; wait", limit);
    QVERIFY(finished.has_value());
    QCOMPARE(finished->state, WorkState::Idle);
    QVERIFY(!finished->succeeded());
    QCOMPARE(finished->ending(limit), std::string("did nothing for 0.1 s"));
    QVERIFY(std::chrono::steady_clock::now() - started < 60s);
  }

  /// Its own is almost none.
  void processorTimeOfChildrenIsLimitedToo() {
    const WorkLimit limit{100ms, 10min};
    const auto finished = run("(while :; do :; done) & wait", limit);
    QVERIFY(finished.has_value());
    QCOMPARE(finished->state, WorkState::UsedUp);
    QVERIFY(finished->processorTime >= 100ms);
    QCOMPARE(finished->ending(limit), std::string("had used 0.1 s of processor time and was still running"));
  }

  void programEndsWithItsParent() {
    const std::filesystem::path file = scratch_->path() / "id";
    const pid_t starter = fork();
    if (starter == 0) {
      (void)run("echo $$ > " + file.string() + ".new; mv " + file.string() + ".new " + file.string() + "; exec sleep 600", 600s);
      _exit(0);
    }
    QTRY_VERIFY(std::filesystem::exists(file));
    const int program = std::stoi(readFile(file).value());
    QVERIFY(isRunning(program));
    kill(starter, SIGKILL);
    QCOMPARE(waitpid(starter, nullptr, 0), starter);
    QTRY_VERIFY(!isRunning(program));
  }

  void setsEnvironmentVariables() {
    qputenv("GEVO_PROCESS_TEST", "old");
    Command command{{"/bin/sh", "-c", "echo $GEVO_PROCESS_TEST $GEVO_OTHER"}, {}, {"GEVO_PROCESS_TEST=new", "GEVO_OTHER=more"}, 10s};
    const auto finished = runCommand(command, scratch_->path());
    QVERIFY(finished.has_value());
    QCOMPARE(finished->output, std::string("new more\n"));
  }

  void runsInTheGivenFolder() {
    const auto finished = runCommand({{"/bin/pwd"}, scratch_->path(), {}, 10s}, scratch_->path());
    QVERIFY(finished.has_value());
    QCOMPARE(finished->output, std::filesystem::canonical(scratch_->path()).string() + "\n");
  }

  void whatHasTheNamesOfPrintedFilesIsReplaced() {
    const auto folder = ScratchFolder::make().value();
    const auto target = folder.path() / "target";
    QVERIFY(writeFile(target, "untouched").has_value());
    std::filesystem::create_symlink(target, folder.path() / "stdout");
    QCOMPARE(mkfifo((folder.path() / "stderr").c_str(), 0600), 0);
    const auto finished = runCommand({{"/bin/sh", "-c", "echo out; echo err >&2"}, {}, {}, 10s}, folder.path());
    QVERIFY(finished.has_value());
    QCOMPARE(finished->output, std::string("out\n"));
    QCOMPARE(finished->errors, std::string("err\n"));
    QCOMPARE(readFile(target).value(), std::string("untouched"));
  }

  void noFolderOfPrintedFilesIsFollowed() {
    const auto folder = ScratchFolder::make().value();
    std::filesystem::create_directory_symlink(scratch_->path(), folder.path() / "link");
    QVERIFY(!runCommand({{"/bin/true"}, {}, {}, 10s}, folder.path() / "link"));
  }

  void missingProgramIsReported() {
    const auto finished = runCommand({{"/no/such/program"}, {}, {}, 10s}, scratch_->path());
    QVERIFY(!finished);
    QCOMPARE(finished.error().message, std::string("/no/such/program can't be started: No such file or directory"));
  }

  void scratchFolderIsRemoved() {
    std::filesystem::path path;
    {
      const auto folder = ScratchFolder::make();
      QVERIFY(folder.has_value());
      path = folder->path();
      QVERIFY(writeFile(path / "file", "text").has_value());
      QCOMPARE(readFile(path / "file").value(), std::string("text"));
    }
    QVERIFY(!std::filesystem::exists(path));
  }

private:
  /// An unreaped zombie does not count as running.
  static bool isRunning(int id) {
    const auto status = readFile("/proc/" + std::to_string(id) + "/stat");
    return status && status->substr(status->rfind(')')).find("Z") == std::string::npos;
  }
  Result<Finished> run(const std::string& script, const WorkLimit& limit) {
    return runCommand({{"/bin/sh", "-c", script}, {}, {}, limit}, scratch_->path());
  }
  std::optional<ScratchFolder> scratch_;
};

QTEST_GUILESS_MAIN(ProcessTest)
#include "process_test.moc"
