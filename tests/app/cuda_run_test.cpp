/// gevo run on a GPU, from the command line to the kernels; a fake driver stands for the GPU (tests/core/kernel/cuda/fake_driver). Its
/// kernels take as many microseconds as they have instructions, and write nothing, which is what the original does there as well.

#include "tests/app/nvidia_programs.h"
#include "tests/app/small_project.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

class CudaRunTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::optional<SmallProject> small_;
  int files_ = 0;

  QString freshProject() { return small_->copyTo(folder_.filePath(QString("%1.gevo").arg(++files_))); }
  void order(const QByteArray& lines) {
    QFile file(folder_.filePath("orders"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lines);
  }
  Command run(const QString& path, const QStringList& more = {}) const {
    return gevo(QStringList{"run", path, "--device", "cuda", "--population", "4", "--generations", "1", "--workers", "2", "--quiet"} +
                more);
  }
  /// Of a host program, which is started up to nine times to measure a variant: with few valid variants.
  Command runShortly(const QString& path) const {
    return gevo({"run", path, "--device", "cuda", "--population", "4", "--generations", "1", "--mutation-attempts", "1", "--seed", "2",
                 "--workers", "2", "--quiet"});
  }

  /// The doubling program with a parameter that changes its launch.
  void writeParametric(const QString& path) {
    QFile original(QStringLiteral(GEVO_TEST_SOURCE "/tests/core/kernel/worker/fixtures/doubled.cu"));
    QFile parametric(path);
    QVERIFY(original.open(QIODevice::ReadOnly) && parametric.open(QIODevice::WriteOnly));
    parametric.write("#define BLOCK 256\n" + original.readAll().replace("<<<2, 256>>>", "<<<512 / BLOCK, BLOCK>>>"));
  }

private slots:
  void initTestCase() {
    qputenv("GEVO_CUDA_DRIVER", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_NVML", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_CUPTI", GEVO_FAKE_DRIVER_LIBRARY);
    qputenv("GEVO_FAKE_DRIVER", folder_.filePath("orders").toUtf8());
    withoutNvidiaPrograms();
    small_.emplace();
  }
  void init() {
    order("");
    withoutNvidiaPrograms();
  }

  void variantsAreMeasuredOnTheGpu_data() {
    QTest::addColumn<bool>("nvJitLink");
    QTest::addColumn<bool>("ptxas");
    QTest::newRow("machine code of nvJitLink, where there is one") << true << true;
    QTest::newRow("machine code of ptxas, where there is one") << false << true;
    QTest::newRow("machine code of the driver") << false << false;
  }
  void variantsAreMeasuredOnTheGpu() {
    QFETCH(bool, nvJitLink);
    QFETCH(bool, ptxas);
    if (ptxas)
      withNvidiaPrograms();
    else
      qputenv("CUDA_PATH", "/nowhere");
    if (!nvJitLink) qputenv("GEVO_NVJITLINK", "/nowhere");
    const QString doctor = gevo({"doctor"}).out;
    const bool drivers = doctor.contains("--  ptxas") && doctor.contains("--  nvJitLink");
    QVERIFY2(ptxas || drivers, qPrintable(doctor));
    const QString path = freshProject();
    const Command ran = run(path);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(gevo({"show", path, "--runs"}).out.contains("Fake GPU"), qPrintable(gevo({"show", path, "--runs"}).out));
    const QString evaluations = gevo({"show", path, "--evaluations", "--csv"}).out;
    QVERIFY2(evaluations.count('\n') > 16, qPrintable(evaluations));
    const QStringList front = gevo({"show", path, "--front", "--csv"}).out.split('\n', Qt::SkipEmptyParts);
    QVERIFY2(front.size() > 1 && !front[1].startsWith("original,"), "no variant passed");
    // The fake driver reports other resources of the kernels than NVIDIA's programs do.
    for (const QString& variant : {QString("original"), front[1].section(',', 0, 0)}) {
      const auto shown = QJsonDocument::fromJson(gevo({"show", path, "--variant", variant, "--json"}).out.toUtf8()).object();
      const auto kernel = shown["kernels"].toArray()[0].toObject();
      QCOMPARE(kernel["name"].toString(), small_->kernel);
      QVERIFY(kernel["registers"].toInt() > 8);
      QCOMPARE(kernel["shared_bytes"].toInt() > 0, !drivers);
      QVERIFY(shown["measured"].toObject()["repeats"].toInt() >= 5);
      QCOMPARE(shown["measured"].toObject()["interval_us"].toArray().size(), 2);
      const QString text = gevo({"show", path, "--variant", variant}).out;
      QVERIFY2(text.contains(" % (95 %, ") && text.contains("registers"), qPrintable(text));
    }
  }

  void aProgramIsRecordedAndRunOnTheGpu() {
    if (gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QFile source(folder_.filePath("work.cu"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("__global__ void work(float* out, const float* in, unsigned n) {\n"
                 "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = 2.0f * in[i] + 0.0f * (i * i % 7); }\n"
                 "int main() { static float host[512]; float *in, *out; for (int i = 0; i < 512; ++i) host[i] = i;\n"
                 "  cudaMalloc(&in, sizeof host); cudaMalloc(&out, sizeof host);\n"
                 "  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice); work<<<2, 256>>>(out, in, 512);\n"
                 "  return cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost); }\n");
    source.close();
    const QString path = folder_.filePath("work.gevo");
    order("kernel _Z4workPfPKfj illegal");
    const Command broken = gevo({"new", path, "--no-parameters", source.fileName(), "--test", "", "--device", "cuda:0"});
    QCOMPARE(broken.exitCode, 1);
    QVERIFY2(broken.err.contains("failed on the GPU"), qPrintable(broken.err));
    QVERIFY2(!QFile::exists(path), "nothing is stored");
    order("kernel _Z4workPfPKfj twice");
    const Command made = gevo({"new", path, "--no-parameters", source.fileName(), "--test", "", "--device", "cuda:0"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    QVERIFY2(gevo({"show", path}).out.contains("made for cuda:0"), qPrintable(gevo({"show", path}).out));
    const Command ran = gevo({"run", path, "--population", "8", "--generations", "1", "--workers", "1"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(ran.err.contains("unscreened"), qPrintable(ran.err));
    const Command simulated = gevo({"run", path, "--device", "sim", "--generations", "1", "--workers", "1"});
    QVERIFY2(simulated.exitCode == 0, qPrintable(simulated.err)); // the fake kernel computes what the program's kernel does
  }

  /// Its host decides by results from the GPU, and prints the number that variants are evaluated by.
  void aHostProgramIsEvaluatedOnTheGpu() {
    if (gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QTemporaryDir program; // of its own, as the files beside a source belong to the program
    const QString source = program.filePath("doubled.cu");
    QVERIFY(QFile::copy(QStringLiteral(GEVO_TEST_SOURCE "/tests/core/kernel/worker/fixtures/doubled.cu"), source));
    order("kernel _Z7twofoldPfPKfj twice 30");
    const QString path = folder_.filePath("doubled.gevo");
    const Command made = gevo({"new", path, "--no-parameters", source, "--test", "", "--live", "--quality-regex", "sum = ([0-9.e+-]+)"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command ran = runShortly(path);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QJsonObject found = QJsonDocument::fromJson(gevo({"show", path, "--runs", "--json"}).out.toUtf8()).array()[0].toObject();
    QCOMPARE(found["device"].toString(), "Fake GPU, live");
    QCOMPARE(qRound(found["original_us"].toDouble()), 30);
    QVERIFY(found["reasons"].toObject()["valid"].toInt() > 0);
    const Command resumed = gevo({"run", path, "--resume", "--generations", "2", "--workers", "1", "--quiet"});
    QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err));
    const Command checked = gevo({"check", path, "--variant", "original"});
    QVERIFY2(checked.out.contains("passed 1 test,"), qPrintable(checked.out + checked.err));
  }

  /// For inputs that would take the simulated GPU too long.
  void aHostExecutedProgramIsRecordedOnTheGpu() {
    if (gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QTemporaryDir program;
    const QString source = program.filePath("doubled.cu");
    QVERIFY(QFile::copy(QStringLiteral(GEVO_TEST_SOURCE "/tests/core/kernel/worker/fixtures/doubled.cu"), source));
    const QString path = folder_.filePath("doubled_there.gevo");
    const QStringList command{
        "new",      path,    "--no-parameters", source, "--test", "", "--heldout", "", "--live", "--quality-regex", "sum = ([0-9.e+-]+)",
        "--device", "cuda:0"};
    order("kernel _Z7twofoldPfPKfj illegal");
    const Command broken = gevo(command);
    QCOMPARE(broken.exitCode, 1);
    QVERIFY2(broken.err.contains("failed on the GPU"), qPrintable(broken.err));
    order("kernel _Z7twofoldPfPKfj twice 30");
    const Command made = gevo(command);
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    QVERIFY2(made.out.contains("evaluated by running the host program"), qPrintable(made.out));
    const Command ran = runShortly(path);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QJsonObject found = QJsonDocument::fromJson(gevo({"show", path, "--runs", "--json"}).out.toUtf8()).array()[0].toObject();
    QCOMPARE(found["device"].toString(), "Fake GPU, live");
    QVERIFY2(QJsonDocument(found).toJson().contains("unscreened"), "and says why");
    const Command checked = gevo({"check", path, "--variant", "original"});
    QVERIFY2(checked.out.contains("passed 2 tests"), qPrintable(checked.out + checked.err));
  }

  /// Its kernel takes the same time in each.
  void configurationsAreMeasuredOnTheGpu_data() {
    QTest::addColumn<QStringList>("live");
    QTest::newRow("recorded") << QStringList{};
    QTest::newRow("live") << QStringList{"--live", "--quality-regex", "sum = ([0-9.e+-]+)"};
  }
  void configurationsAreMeasuredOnTheGpu() {
    if (gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QFETCH(QStringList, live);
    QTemporaryDir program;
    const QString source = program.filePath("doubled.cu");
    writeParametric(source);
    const QString path = program.filePath("doubled.gevo");
    order("kernel _Z7twofoldPfPKfj twice 30");
    const Command made = gevo(QStringList{"new", path, source, "--parameter", "BLOCK=128,256,512", "--test", "", "--heldout", ""} + live);
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command ran = gevo({"run", path, "--device", "cuda:0", "--parameters", "tune", "--workers", "1"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(!ran.err.contains("Ctrl-C"), "it ends when no configuration is left");
    const QString found = gevo({"show", path, "--configurations", "--csv"}).out;
    const QStringList lines = found.split('\n', Qt::SkipEmptyParts).mid(1);
    QCOMPARE(lines.size(), 3);
    for (const QString& line : lines) {
      const double speedup = line.section(',', 4, 4).toDouble(); // after BLOCK, evaluations, best and the runtime
      QVERIFY2(std::abs(speedup - 1) < 1e-3, qPrintable(found));
    }
    const Command checked = gevo({"check", path, "--variant", "1"});
    QVERIFY2(checked.out.contains("passed"), qPrintable(checked.out + checked.err));
    // Its launches are those that the GPU has tested, though no GPU is used for the export.
    const QString manifest = program.filePath("manifest.json");
    const Command exported = gevo({"export", path, "--variant", "1", "--manifest", manifest});
    QVERIFY2(exported.exitCode == 0, qPrintable(exported.err));
    QFile json(manifest);
    QVERIFY(json.open(QIODevice::ReadOnly));
    const QJsonArray kernels = QJsonDocument::fromJson(json.readAll()).object()["kernels"].toArray();
    QVERIFY(!kernels.isEmpty() && !kernels[0].toObject()["validated_launches"].toArray().isEmpty());
    // A patch is held to the held-out tests too, which are timed beside the program's own.
    const QString patch = program.filePath("p.diff");
    const Command patched = gevo({"export", path, "--variant", "1", "--patch", patch});
    QVERIFY2(patched.exitCode == 0, qPrintable(patched.err));
    QVERIFY2(patched.out.contains("no faster than the original"), qPrintable(patched.out));
  }

  /// Their file has too little of what the program delivers.
  void parametersOfLiveProgramsMadeOnAGpuStayAsTheyAre() {
    if (gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QTemporaryDir program;
    const QString source = program.filePath("doubled.cu");
    writeParametric(source);
    const QString path = program.filePath("doubled.gevo");
    order("kernel _Z7twofoldPfPKfj twice 30");
    const Command made = gevo({"new", path, source, "--parameter", "BLOCK=128,256,512", "--test", "", "--live", "--quality-regex",
                               "sum = ([0-9.e+-]+)", "--device", "cuda:0"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command ran = gevo({"run", path, "--device", "cuda", "--population", "4", "--generations", "1", "--mutation-attempts", "1",
                              "--seed", "2", "--workers", "2"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QVERIFY2(ran.err.contains("keeps only samples of its results"), qPrintable(ran.err));
    QVERIFY2(!gevo({"show", path, "--evaluations", "--csv"}).out.contains("BLOCK="), "no variant has another value");
  }

  void anOriginalThatFailsOnTheGpuIsAnError() {
    order("fail cuModuleGetFunction 500");
    const Command ran = run(freshProject());
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.err.contains("finding gevo_scrub failed"), qPrintable(ran.err));
  }

  void aMissingGpuIsReported() {
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
    QVERIFY2(gevo({"show", path, "--runs"}).out.contains("simulated Fake GPU"), qPrintable(gevo({"show", path, "--runs"}).out));
    QVERIFY(QFile::remove(model));
    const Command resumed = gevo({"run", path, "--resume", "--generations", "2", "--workers", "1", "--quiet"});
    QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err)); // it has the model
  }

  void simulatedTimesAreComparedWithMeasuredOnes() {
    const QString page = folder_.filePath("fidelity.html");
    const QString path = freshProject();
    const Command compared =
        gevo({"fidelity", path, "--device", "cuda", "--variants", "6", "--search", "20", "--workers", "2", "-o", page});
    QVERIFY2(compared.exitCode == 0, qPrintable(compared.err));
    QVERIFY2(compared.out.contains("sim against Fake GPU"), qPrintable(compared.out));
    QVERIFY2(compared.out.contains(small_->name), qPrintable(compared.out));
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

  void measuredVariantsAreSimulatedWithAnotherModel() {
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

  void variantsThatFailOnTheGpuAreReported() {
    const QString path = freshProject();
    const Command ran = gevo({"run", path, "--device", "sim", "--population", "8", "--generations", "1", "--workers", "2", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    order("fail cuEventElapsedTime 700\n");
    const Command compared = gevo({"fidelity", path, "--device", "cuda", "--variants", "4", "--search", "0", "--workers", "1"});
    QVERIFY2(compared.exitCode == 0, qPrintable(compared.err));
    QVERIFY2(compared.out.contains("its time is not known"), qPrintable(compared.out));
  }

  void calibrateRejectsDevicesThatAreNotGpus() {
    const Command named = gevo({"calibrate", "--device", "sim", "-o", folder_.filePath("x.toml")});
    QCOMPARE(named.exitCode, 1);
    QVERIFY2(named.err.contains("sim is not a GPU that can be measured"), qPrintable(named.err));
    QVERIFY(gevo({"calibrate", "-o", folder_.filePath("x.txt")}).err.contains("must end in .toml"));
  }

  void resultsOfEvaluationsAreCounted() {
    const QByteArray others = "others " + small_->kernel.toUtf8() + " ";
    order(others + "0 4 illegal\n" + others + "1 8 hang\n" + others + "2 4 crash\n");
    const QString path = freshProject();
    const Command ran = run(path, {"--no-screen", "--keep-inactive"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QString shown = gevo({"show", path}).out;
    for (const char* reason : {"valid  ", "out of bounds  ", "timeout  ", "crash  "})
      QVERIFY2(shown.section("results of evaluations", 1).contains(reason), qPrintable(shown));
    const auto runs = QJsonDocument::fromJson(gevo({"show", path, "--runs", "--json"}).out.toUtf8()).array();
    QVERIFY(runs[0].toObject()["reasons"].toObject()["crash"].toInt() > 0);
  }

  void withoutTheScreenNothingRunsOnTheSimulatedGpu() {
    const QString path = freshProject();
    QCOMPARE(run(path, {"--no-screen"}).exitCode, 0);
    // The third figure of stage_us is the screen's.
    const QStringList evaluations = gevo({"show", path, "--evaluations", "--csv", "--timings"}).out.split('\n', Qt::SkipEmptyParts);
    QVERIFY(evaluations.size() > 8);
    for (const QString& one : evaluations.mid(1)) QVERIFY2(one.section(',', -1).section(' ', 2, 2).toInt() < 100, qPrintable(one));
  }

  void aResumedRunKeepsItsMeasuringSettings() {
    const QString path = freshProject();
    QCOMPARE(run(path, {"--timing-error", "2.5", "--no-screen"}).exitCode, 0);
    const QString settings = gevo({"show", path, "--runs", "--json"}).out;
    QVERIFY2(settings.contains("\"timingError\": 0.025") && settings.contains("\"screen\": false"), qPrintable(settings));
    const auto resume = [&](const QStringList& more) { return gevo(QStringList{"run", path, "--resume", "--quiet"} + more); };
    const Command other = resume({"--timing-error", "1"});
    QVERIFY2(other.errorLines().size() == 1 && other.err.contains("was started with another --timing-error"), qPrintable(other.err));
    QCOMPARE(resume({"--timing-error", "2.5", "--no-screen", "--generations", "2"}).exitCode, 0);
  }

  void everyMemberOfAnEnergyFrontHasItsEnergy() {
    const QString path = freshProject();
    const Command ran = run(path, {"--objectives", "time,error,energy"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const auto front = QJsonDocument::fromJson(gevo({"show", path, "--front", "--json"}).out.toUtf8()).array();
    QVERIFY(!front.isEmpty());
    for (const auto& one : front) QVERIFY2(one.toObject()["energy_mj"].toDouble() > 0, "a member of the front without energy");
    const auto found = QJsonDocument::fromJson(gevo({"show", path, "--runs", "--json"}).out.toUtf8()).array()[0].toObject();
    QCOMPARE(found["objectives"].toString(), "time,error,energy");
    QVERIFY(found["original_mj"].toDouble() > 0);
    QVERIFY(found["frugal"].toObject()["energy_mj"].toDouble() <= found["original_mj"].toDouble());
    const auto frugal = QJsonDocument::fromJson(gevo({"show", path, "--variant", "frugal", "--json"}).out.toUtf8()).object();
    QVERIFY(frugal["energy"].toObject()["pairs"].toInt() >= 3);
    QCOMPARE(frugal["energy"].toObject()["interval_mj"].toArray().size(), 2);
    QVERIFY2(gevo({"show", path, "--front"}).out.contains(" mJ"), qPrintable(gevo({"show", path, "--front"}).out));
    const Command other = gevo({"run", path, "--resume", "--quiet", "--objectives", "time"});
    QVERIFY2(other.errorLines().size() == 1 && other.err.contains("was started with another --objectives"), qPrintable(other.err));
  }

  void timeAloneHasAFrontOfOne() {
    const QString path = freshProject();
    QCOMPARE(run(path, {"--objectives", "time"}).exitCode, 0);
    QCOMPARE(QJsonDocument::fromJson(gevo({"show", path, "--front", "--json"}).out.toUtf8()).array().size(), 1);
  }

  void aVariantsKernelsAreCountedBesideTheOriginals() {
    const QString path = freshProject();
    const Command ran = run(path);
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QString front = gevo({"show", path, "--front", "--csv"}).out.split('\n', Qt::SkipEmptyParts).at(1).section(',', 0, 0);
    const Command shown = gevo({"show", path, "--variant", front, "--counters", "--json"});
    QVERIFY2(shown.exitCode == 0, qPrintable(shown.err));
    const QJsonObject counters = QJsonDocument::fromJson(shown.out.toUtf8()).object();
    QCOMPARE(counters["device"].toString(), QString("Fake GPU"));
    const auto timeOf = [&](const char* side) {
      return counters[side].toArray()[0].toObject()["counters"].toObject()["time_us"].toDouble();
    };
    QVERIFY(timeOf("variant") > 0);
    QVERIFY(timeOf("variant") < timeOf("original")); // it is on the front
    const Command text = gevo({"show", path, "--variant", front, "--counters", "--device", "cuda:0"});
    QVERIFY2(text.out.contains("less time on Fake GPU") && text.out.contains("registers of a thread"), qPrintable(text.out));
    QCOMPARE(gevo({"show", path, "--variant", front, "--counters", "--csv"}).out.count('\n'), 3);
    const Command elsewhere = gevo({"show", path, "--variant", front, "--counters", "--device", "sim"});
    QVERIFY2(elsewhere.exitCode != 0 && elsewhere.err.contains("--device names one real GPU"), qPrintable(elsewhere.err));
  }

  void aGpuWithoutEnergyCounterIsReported() {
    order("fail nvmlDeviceGetTotalEnergyConsumption 3");
    const Command ran = run(freshProject(), {"--objectives", "time,energy"});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.err.contains("energy can't be measured on Fake GPU"), qPrintable(ran.err));
  }

  void optionsForRealGpusAreRejectedOnTheSimulatedGpu_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("says");
    QTest::newRow("no screen") << QStringList{"--no-screen"} << "screen";
    QTest::newRow("energy") << QStringList{"--objectives", "time,error,energy"} << "energy is measured on a real GPU";
    QTest::newRow("a timing error") << QStringList{"--timing-error", "2"} << "do not vary";
    QTest::newRow("none at all") << QStringList{"--device", "cuda", "--timing-error", "0"} << "0.01 to 50 %, not 0";
  }
  void optionsForRealGpusAreRejectedOnTheSimulatedGpu() {
    QFETCH(QStringList, options);
    QFETCH(QString, says);
    const Command ran = gevo(QStringList{"run", freshProject(), "--generations", "1"} + options);
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(ran.errorLines().size() == 1 && ran.err.contains(says), qPrintable(ran.err));
  }

  void workersAreSpreadOverAllGpus() {
    const QString log = folder_.filePath("gpus");
    order("gpus 2\nlog " + log.toUtf8() + "\n");
    const QString path = freshProject();
    const Command ran = gevo({"run", path, "--device", "cuda:all", "--population", "8", "--generations", "1", "--workers", "3", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    QFile opened(log);
    QVERIFY(opened.open(QIODevice::ReadOnly));
    const QByteArrayList lines = opened.readAll().split('\n');
    QVERIFY(lines.contains("0") && lines.contains("1"));
    const QString runs = gevo({"show", path, "--runs"}).out;
    QVERIFY2(runs.contains("2 x Fake GPU"), qPrintable(runs));
  }

  void cudaAllWithoutAGpuIsAnError() {
    order("fail cuDeviceGetCount 100");
    const Command ran = gevo({"run", freshProject(), "--device", "cuda:all", "--generations", "1", "--workers", "1"});
    QCOMPARE(ran.exitCode, 1);
    QVERIFY2(!ran.err.isEmpty(), qPrintable(ran.err));
  }

  /// The original as nvcc compiles it comes with the project and is measured in each run.
  void nvccsOriginalIsMeasuredToo() {
    withNvidiaPrograms();
    const QString doctor = gevo({"doctor"}).out;
    if (!canBuildPrograms() || doctor.contains("--  nvcc") || doctor.contains("--  clang")) QSKIP("no nvcc, or programs can't be built");
    const QString path = folder_.filePath("with-nvcc.gevo");
    const Command made = gevo({"new", path, "--no-parameters", QStringLiteral(GEVO_TEST_SOURCE "/resources/samples/hotspot/hotspot.cu"),
                               "--test", "48 40 3 2", "--test", "64 64 2 5"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    withoutNvidiaPrograms();
    QCOMPARE(run(path).exitCode, 0);
    const auto runs = QJsonDocument::fromJson(gevo({"show", path, "--runs", "--json"}).out.toUtf8()).array();
    const QJsonObject found = runs[0].toObject();
    QVERIFY(found["nvcc"].toObject()["compiler"].toString().contains("release"));
    QVERIFY(found["nvcc_us"].toDouble() > 0);
    QCOMPARE(found["fastest_original_us"].toDouble(), std::min(found["nvcc_us"].toDouble(), found["original_us"].toDouble()));
    const QString shown = gevo({"show", path}).out;
    QVERIFY2(shown.contains("as nvcc does") && shown.contains("by nvcc"), qPrintable(shown));
    QVERIFY(gevo({"show", path, "--variant", "original"}).out.contains("as clang compiles it"));
  }

  void doctorListsTheGpu() { QVERIFY(gevo({"doctor"}).out.contains("0: Fake GPU (sm_90")); }
};

QTEST_GUILESS_MAIN(CudaRunTest)
#include "cuda_run_test.moc"
