#include "core/base/temporary_folder.h"

#include <QtTest>
#include <csignal>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

using namespace gevo;

namespace fs = std::filesystem;

namespace {

/// Runs `work` in a process of its own, which has another temporary folder.
template <class Work> pid_t start(const fs::path& temporary, Work work) {
  const pid_t child = fork();
  if (child != 0) return child;
  ::setenv("TMPDIR", temporary.c_str(), 1);
  work();
  _exit(0);
}

int endOf(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

std::vector<fs::path> entries(const fs::path& folder) { return {fs::directory_iterator(folder), fs::directory_iterator()}; }

/// A folder with a file in a folder, then nothing but waiting.
void makeAndWait() {
  const auto made = TemporaryFolder::make();
  fs::create_directory(made->path() / "inner");
  std::ofstream(made->path() / "inner" / "file") << "text";
  while (true) pause();
}

} // namespace

class TemporaryFolderTest : public QObject {
  Q_OBJECT
private slots:
  void init() { temporary_.emplace(); }

  void goesWithItsObject() {
    const int status = endOf(start(path(), [] {
      const auto made = TemporaryFolder::make();
      std::ofstream(made->path() / "file") << "text";
    }));
    QCOMPARE(status, 0);
    QVERIFY(entries(path()).empty());
  }

  void goesWhenASignalEndsTheProcess_data() {
    QTest::addColumn<int>("signal");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
    QTest::newRow("SIGHUP") << SIGHUP;
  }
  void goesWhenASignalEndsTheProcess() {
    QFETCH(int, signal);
    const pid_t child = start(path(), [] {
      cleanUpAtTermination();
      makeAndWait();
    });
    QTRY_VERIFY(fileIsThere());
    kill(child, signal);
    const int status = endOf(child);
    QVERIFY(WIFSIGNALED(status));
    QCOMPARE(WTERMSIG(status), signal);
    QVERIFY(entries(path()).empty());
  }

  void whatAKilledProcessLeftIsRemovedByTheNext() {
    const pid_t child = start(path(), makeAndWait);
    QTRY_VERIFY(fileIsThere());
    kill(child, SIGKILL);
    endOf(child);
    const fs::path left = entries(path()).front();
    fs::last_write_time(left, fs::file_time_type::clock::now() - std::chrono::hours(1));
    makeOneMore();
    QVERIFY(!fs::exists(left));
  }

  void whatALivingProcessUsesStays() {
    const pid_t child = start(path(), makeAndWait);
    QTRY_VERIFY(fileIsThere());
    const fs::path used = entries(path()).front();
    fs::last_write_time(used, fs::file_time_type::clock::now() - std::chrono::hours(1));
    makeOneMore();
    QVERIFY(fs::exists(used / "inner" / "file"));
    kill(child, SIGTERM);
    endOf(child);
  }

private:
  fs::path path() const { return temporary_->path().toStdString(); }
  bool fileIsThere() const {
    const auto made = entries(path());
    return made.size() == 1 && fs::exists(made.front() / "inner" / "file");
  }
  void makeOneMore() const {
    QCOMPARE(endOf(start(path(), [] { (void)TemporaryFolder::make(); })), 0);
  }

  std::optional<QTemporaryDir> temporary_;
};

QTEST_GUILESS_MAIN(TemporaryFolderTest)
#include "temporary_folder_test.moc"
