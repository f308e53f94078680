/// Where a program under limits may write.

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

  /// Whether a process under limits can open the file for writing, creating it if needed.
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
    if (!sandbox::canRestrictWriting()) QSKIP("this kernel has no Landlock");
  }

  void mayWriteInItsFolder() { QVERIFY(writes(own_.filePath("new"))); }
  void mayNotWriteElsewhere() { QVERIFY(!writes(other_.filePath("new"))); }
  void mayWriteToNullDevices() { QVERIFY(writes("/dev/null")); }
  /// NVIDIA's driver can't start in such a process, so GPUs are leased to it.
  void mayNotWriteInProc() { QVERIFY(!writes("/proc/self/comm")); }
};

QTEST_GUILESS_MAIN(ProgramLimitsTest)
#include "program_limits_test.moc"
