/// gevo run on a GPU, from the command line to the kernels; a played driver stands for the GPU (tests/core/kernel/cuda/fake_driver). Its
/// kernels take as many microseconds as they have instructions, and write nothing, which is what the original does there as well.

#include "tests/app/command.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

class CudaRunTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  QString freshProject() { return bundledProject(folder_.filePath(QString("%1.gevo").arg(++files_))); }
  void order(const QByteArray& lines) {
    QFile file(folder_.filePath("orders"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lines);
  }
  Command run(const QString& path, const QStringList& more = {}) const {
    return gevo(QStringList{"run", path, "--device", "cuda", "--population", "8", "--generations", "1", "--workers", "2", "--quiet"} +
                more);
  }

private slots:
  void initTestCase() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_FAKE_DRIVER", folder_.filePath("orders").toUtf8());
  }
  void init() {
    order("");
    qunsetenv("GEVO_NVJITLINK");
  }

  void variantsAreMeasuredOnTheGpu_data() {
    QTest::addColumn<QByteArray>("assembler");
    QTest::newRow("machine code of nvJitLink, where there is one") << QByteArray();
    QTest::newRow("machine code of the driver") << QByteArray("/nowhere");
  }
  void variantsAreMeasuredOnTheGpu() {
    QFETCH(QByteArray, assembler);
    if (!assembler.isEmpty()) qputenv("GEVO_NVJITLINK", assembler);
    const QString path = freshProject();
    const Command ran = run(path);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(gevo({"show", path, "--runs"}).out.contains("Pretended GPU"), qPrintable(gevo({"show", path, "--runs"}).out));
    const QString tries = gevo({"show", path, "--tries", "--csv"}).out;
    QVERIFY2(tries.count('\n') > 16, qPrintable(tries));
    QVERIFY2(gevo({"show", path, "--front", "--csv"}).out.count('\n') > 1, "no variant passed");
  }

  void anOriginalThatDoesNotRunThereIsAnError() {
    order("fail cuModuleGetFunction 500");
    const Command ran = run(freshProject());
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.err.contains("finding gevo_scrub failed"), qPrintable(ran.err));
  }

  void aGpuThatIsNotThereIsNamed() {
    const Command ran = gevo({"run", freshProject(), "--device", "cuda:5", "--generations", "1", "--workers", "1"});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.err.contains("there is no GPU 5; this machine has 1, counted from 0"), qPrintable(ran.err));
  }

  void aMeasuredModelRuns() {
    const QString model = folder_.filePath("measured.toml");
    const Command measured = gevo({"calibrate", "--device", "cuda", "-o", model, "--repeats", "1"});
    QVERIFY2(measured.exitCode == 0, qPrintable(measured.err));
    QVERIFY2(measured.out.contains("memory.cache_latency"), qPrintable(measured.out));
    const QString path = freshProject();
    const QStringList order{"run", path,        "--device", "sim:" + model, "--population", "8", "--generations",
                            "1",   "--workers", "1",        "--quiet"};
    const Command ran = gevo(order);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(gevo({"show", path, "--runs"}).out.contains("simulated Pretended GPU"), qPrintable(gevo({"show", path, "--runs"}).out));
    QVERIFY(QFile::remove(model));
    const Command resumed = gevo({"run", path, "--resume", "--generations", "2", "--workers", "1", "--quiet"});
    QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err)); // it has the model
  }

  void simulatedTimesAreHeldAgainstMeasuredOnes() {
    const QString page = folder_.filePath("fidelity.html");
    const QString path = freshProject();
    const Command compared =
        gevo({"fidelity", path, "--device", "cuda", "--variants", "6", "--search", "20", "--workers", "2", "-o", page});
    QVERIFY2(compared.exitCode == 0, qPrintable(compared.err));
    QVERIFY2(compared.out.contains("sim against Pretended GPU"), qPrintable(compared.out));
    QVERIFY2(compared.out.contains("hotspot"), qPrintable(compared.out));
    QFile html(page);
    QVERIFY(html.open(QIODevice::ReadOnly) && html.readAll().contains("<svg"));
    QFile json(folder_.filePath("fidelity.json"));
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonObject project = QJsonDocument::fromJson(json.readAll()).object()["projects"].toArray()[0].toObject();
    QCOMPARE(project["from_search"].toInt(), 6);
    QVERIFY(project["points"].toArray().size() == project["cubins"].toInt() && project["cubins"].toInt() > 1);
    QCOMPARE(gevo({"show", path, "--runs"}).out.count('\n'),
             gevo({"show", freshProject(), "--runs"}).out.count('\n')); // the file stays as it is
  }

  void whatWasMeasuredIsSimulatedWithAnotherModel() {
    const QString path = freshProject();
    const Command ran = gevo({"run", path, "--device", "sim", "--population", "8", "--generations", "2", "--workers", "2", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QString page = folder_.filePath("measured.html");
    const Command measured = gevo({"fidelity", path, "--variants", "5", "--search", "0", "--workers", "2", "-o", page});
    QVERIFY2(measured.exitCode == 0, qPrintable(measured.err));
    order("gpus 0");
    const QString json = folder_.filePath("measured.json");
    const auto points = [](const QByteArray& text) {
      return QJsonDocument::fromJson(text).object()["projects"].toArray()[0].toObject()["points"].toArray();
    };
    const Command same = gevo({"fidelity", path, "--measured", json, "--workers", "2", "--json"});
    QVERIFY2(same.exitCode == 0, qPrintable(same.err));
    const Command other = gevo({"fidelity", path, "--measured", json, "--model", "sim:v100", "--workers", "2", "--json"});
    QVERIFY2(other.exitCode == 0, qPrintable(other.err));
    QFile before(json);
    QVERIFY(before.open(QIODevice::ReadOnly));
    const QJsonArray first = points(before.readAll());
    QVERIFY(!first.isEmpty());
    QCOMPARE(points(same.out.toUtf8()), first);
    const QJsonArray second = points(other.out.toUtf8());
    QCOMPARE(second.size(), first.size());
    QCOMPARE(second[0].toObject()["measured"], first[0].toObject()["measured"]);
    QVERIFY(second[0].toObject()["tests"] != first[0].toObject()["tests"]);
  }

  void variantsThatFailOnTheGpuAreTold() {
    const QString path = freshProject();
    const Command ran = gevo({"run", path, "--device", "sim", "--population", "8", "--generations", "1", "--workers", "2", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    order("fail cuEventElapsedTime 700\n");
    const Command compared = gevo({"fidelity", path, "--device", "cuda", "--variants", "4", "--search", "0", "--workers", "1"});
    QVERIFY2(compared.exitCode == 0, qPrintable(compared.err));
    QVERIFY2(compared.out.contains("its time could not be told"), qPrintable(compared.out));
  }

  void whatIsNoGpuIsNotMeasured() {
    const Command named = gevo({"calibrate", "--device", "sim", "-o", folder_.filePath("x.toml")});
    QCOMPARE(named.exitCode, 1);
    QVERIFY2(named.err.contains("sim is no GPU that can be measured"), qPrintable(named.err));
    QVERIFY(gevo({"calibrate", "-o", folder_.filePath("x.txt")}).err.contains("must end in .toml"));
  }

  void theDoctorListsIt() { QVERIFY(gevo({"doctor"}).out.contains("0: Pretended GPU (sm_90")); }
};

QTEST_GUILESS_MAIN(CudaRunTest)
#include "cuda_run_test.moc"
