/// What a program under limits may still write.

#include <QTest>

#include "core/kernel/process/program_limits.h"

#include <QTemporaryDir>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace gevo;

class ProgramLimitsTest : public QObject {
  Q_OBJECT

  QTemporaryDir own_;
  QTemporaryDir other_;

  /// Whether a process under limits can open the file for writing; it is made where it is not there.
  bool writes(const QString& file) const {
    const auto limits = sandbox::ProgramLimits::within(own_.path().toStdString());
    if (!limits) qFatal("%s", limits.error().message.c_str());
    const QByteArray path = file.toLocal8Bit();
    const pid_t child = fork();
    if (child == 0) {
      if (limits->apply(std::chrono::seconds(10)) != 0) _exit(2);
      _exit(open(path.constData(), O_WRONLY | O_CREAT, 0600) >= 0 ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) qFatal("the limits can't be applied");
    return WEXITSTATUS(status) == 0;
  }

private slots:
  void initTestCase() {
    if (!sandbox::kernelConfinesWriting()) QSKIP("this kernel has no Landlock");
  }

  void itsOwnFolder() { QVERIFY(writes(own_.filePath("new"))); }
  void noOtherFolder() { QVERIFY(!writes(other_.filePath("new"))); }
  void devicesThatKeepNothing() { QVERIFY(writes("/dev/null")); }
  /// NVIDIA's driver starts in no such process: GPUs are lent to it.
  void nothingOfWhatProcHasOfIt() { QVERIFY(!writes("/proc/self/comm")); }
};

QTEST_GUILESS_MAIN(ProgramLimitsTest)
#include "program_limits_test.moc"
