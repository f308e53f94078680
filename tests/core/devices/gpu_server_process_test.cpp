/// The process that runs a GPU, and those that it starts, on the fake driver.

#include <QTest>

#include "core/devices/gpu_server_process.h"
#include "core/kernel/cuda/server/gpu_client.h"
#include "tests/core/kernel/cuda/fake_driver.h"

#include <QDir>

using namespace gevo;

class GpuServerProcessTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

  static QStringList childrenOf(qint64 parent) {
    QStringList found;
    for (const QString& process : QDir("/proc").entryList({"[0-9]*"}, QDir::Dirs)) {
      QFile status("/proc/" + process + "/status");
      if (status.open(QIODevice::ReadOnly) && status.readAll().contains(QString("PPid:\t%1\n").arg(parent).toUtf8())) found << process;
    }
    return found;
  }

private slots:
  void destructionEndsTheProcessesThatHoldGpuMemory() {
    Result<std::shared_ptr<GpuServerProcess>> server = GpuServerProcess::forGpu(0, GEVO_TEST_BIN "/gevo-worker");
    QVERIFY2(server.has_value(), server ? "" : server.error().message.c_str());
    {
      Result<cuda::GpuClient> client = cuda::GpuClient::connect((*server)->socket());
      QVERIFY(client && client->describe());
    }
    const QStringList host = childrenOf(QCoreApplication::applicationPid());
    QCOMPARE(host.size(), 1);
    QTRY_COMPARE(childrenOf(host.front().toLongLong()).size(), 2);
    const QStringList contexts = childrenOf(host.front().toLongLong());
    server->reset();
    for (const QString& process : host + contexts) QVERIFY(!QDir("/proc/" + process).exists());
  }
};

QTEST_GUILESS_MAIN(GpuServerProcessTest)
#include "gpu_server_process_test.moc"
