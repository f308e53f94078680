/// A variant as a patch of the user's sources: made, proven, kept, applied with patch(1).

#include "tests/app/command.h"
#include "tests/app/nvidia_programs.h"

#include <QTemporaryDir>
#include <QTest>

class SourcePatchTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const QString& name) const { return folder_.filePath(name); }
  static QString text(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
  }

private slots:
  /// A kernel with a barrier that nothing needs, and its best variant after a short run.
  void initTestCase() {
    withoutNvidiaPrograms();
    if (!canBuildPrograms() || gevo({"doctor"}).out.contains("--  clang")) QSKIP("no compiler");
    QFile source(file("sums.cu"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("#include <cstdio>\n"
                 "#include <cstdlib>\n"
                 "\n"
                 "__global__ void sums(float* out, const float* in, int n) {\n"
                 "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                 "  __syncthreads();\n"
                 "  if (i < n) {\n"
                 "    float sum = 0;\n"
                 "    for (int k = 0; k < 16; ++k) sum += in[(i + k) % n];\n"
                 "    out[i] = sum;\n"
                 "  }\n"
                 "  __syncthreads();\n"
                 "}\n"
                 "\n"
                 "int main(int, char** argv) {\n"
                 "  const int n = atoi(argv[1]);\n"
                 "  float *in, *out, *host = new float[n];\n"
                 "  for (int i = 0; i < n; ++i) host[i] = i % 17;\n"
                 "  cudaMalloc(&in, n * 4);\n"
                 "  cudaMalloc(&out, n * 4);\n"
                 "  cudaMemcpy(in, host, n * 4, cudaMemcpyHostToDevice);\n"
                 "  sums<<<(n + 63) / 64, 64>>>(out, in, n);\n"
                 "  cudaMemcpy(host, out, n * 4, cudaMemcpyDeviceToHost);\n"
                 "  printf(\"%g\\n\", host[n - 1]);\n"
                 "}\n");
    source.close();
    const Command made = gevo({"new", file("sums.gevo"), "--no-parameters", source.fileName(), "--test", "300", "--heldout", "500"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command ran =
        gevo({"run", file("sums.gevo"), "--population", "24", "--generations", "4", "--seed", "1", "--workers", "2", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const QStringList front = gevo({"show", file("sums.gevo"), "--front", "--csv"}).out.split('\n', Qt::SkipEmptyParts);
    QVERIFY2(front.size() > 1 && !front[1].startsWith("original,"), "a variant is faster");
  }

  void theBestVariantIsProven() {
    const Command exported = gevo({"export", file("sums.gevo"), "--patch", file("sums.patch")});
    QVERIFY2(exported.exitCode == 0, qPrintable(exported.err));
    QVERIFY2(exported.out.contains("proven, "), qPrintable(exported.out + text(file("sums.patch"))));
    QVERIFY2(text(file("sums.patch")).contains("--- a/sums.cu"), qPrintable(text(file("sums.patch"))));
    QVERIFY2(text(file("sums.patch")).contains(" of sums, run 1\n"), qPrintable(text(file("sums.patch"))));
  }

  /// The patched program is faster than the original, by itself: its own file says so.
  void thePatchedSourceIsWhatWasProven() {
    QVERIFY(QDir().mkpath(file("patched")));
    QVERIFY(QFile::copy(file("sums.cu"), file("patched/sums.cu")));
    QProcess patch;
    patch.setWorkingDirectory(file("patched"));
    patch.start("patch", {"-p1", "-i", file("sums.patch")});
    if (!patch.waitForStarted()) QSKIP("no patch(1)");
    QVERIFY(patch.waitForFinished() && patch.exitCode() == 0);
    QVERIFY(text(file("patched/sums.cu")) != text(file("sums.cu")));
    const Command made = gevo({"new", file("patched.gevo"), "--no-parameters", file("patched/sums.cu"), "--test", "300"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
  }

  /// As people edit patches: a text that computes something else is not the variant.
  void aPatchByHandIsProvenOrRefused() {
    const Command proven = gevo({"check", file("sums.gevo"), "--patch", file("sums.patch")});
    QVERIFY2(proven.exitCode == 0 && proven.out.contains("proven, "), qPrintable(proven.out + proven.err));
    QFile wrong(file("wrong.patch"));
    QVERIFY(wrong.open(QIODevice::WriteOnly));
    wrong.write("--- a/sums.cu\n+++ b/sums.cu\n@@ -8,2 +8,2 @@\n     float sum = 0;\n"
                "-    for (int k = 0; k < 16; ++k) sum += in[(i + k) % n];\n+    for (int k = 0; k < 8; ++k) sum += in[(i + k) % n];\n");
    wrong.close();
    const Command refused = gevo({"check", file("sums.gevo"), "--patch", wrong.fileName()});
    QCOMPARE(refused.exitCode, 1);
    QVERIFY2(refused.out.contains("illustration: the patched sources"), qPrintable(refused.out + refused.err));
  }

  void thePatchIsKept() {
    const QString first = text(file("sums.patch"));
    const Command again = gevo({"export", file("sums.gevo"), "--patch", file("again.patch")});
    QVERIFY2(again.exitCode == 0, qPrintable(again.err));
    QCOMPARE(text(file("again.patch")), first);
  }

  /// A barrier of a function that one of two kernels needs.
  void whatOneCallDoesWithoutIsGoneFromACopyOfTheFunction() {
    QFile source(file("turns.cu"));
    QVERIFY(source.open(QIODevice::WriteOnly));
    source.write("#include <cstdio>\n"
                 "#include <cstdlib>\n"
                 "\n"
                 "__device__ void take(float* out, const float* in, int from) {\n"
                 "  __shared__ float tile[64];\n"
                 "  float sum = in[threadIdx.x];\n"
                 "#pragma unroll 1\n"
                 "  for (int i = 0; i < 16; ++i) {\n"
                 "    tile[threadIdx.x] = sum;\n"
                 "    __syncthreads();\n"
                 "    sum = 0.5f * (sum + tile[from]) + 1;\n"
                 "    __syncthreads();\n"
                 "  }\n"
                 "  out[threadIdx.x] = sum;\n"
                 "}\n"
                 "\n"
                 "__global__ void turned(float* out, const float* in) { take(out, in, 63 - threadIdx.x); }\n"
                 "\n"
                 "__global__ void kept(float* out, const float* in) { take(out, in, threadIdx.x); }\n"
                 "\n"
                 "int main(int, char** argv) {\n"
                 "  float *in, *out, *back, host[64];\n"
                 "  for (int i = 0; i < 64; ++i) host[i] = i * atoi(argv[1]);\n"
                 "  cudaMalloc(&in, sizeof host);\n"
                 "  cudaMalloc(&out, sizeof host);\n"
                 "  cudaMalloc(&back, sizeof host);\n"
                 "  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);\n"
                 "  turned<<<1, 64>>>(out, in);\n"
                 "  for (int i = 0; i < 8; ++i) kept<<<1, 64>>>(back, out);\n"
                 "  cudaMemcpy(host, back, sizeof host, cudaMemcpyDeviceToHost);\n"
                 "  printf(\"%g\\n\", host[0]);\n"
                 "}\n");
    source.close();
    const Command made = gevo({"new", file("turns.gevo"), "--no-parameters", source.fileName(), "--test", "3", "--heldout", "5"});
    QVERIFY2(made.exitCode == 0, qPrintable(made.err));
    const Command ran =
        gevo({"run", file("turns.gevo"), "--population", "32", "--generations", "4", "--seed", "1", "--workers", "2", "--quiet"});
    QVERIFY2(ran.exitCode == 0, qPrintable(ran.err));
    const Command exported = gevo({"export", file("turns.gevo"), "--patch", file("turns.patch")});
    QVERIFY2(exported.exitCode == 0 && exported.out.contains("proven, "), qPrintable(exported.out + exported.err));
    const QString patch = text(file("turns.patch"));
    QVERIFY2(patch.contains("+__device__ void take_in_kept(float* out, const float* in, int from) {"), qPrintable(patch));
    QVERIFY2(patch.contains("+__global__ void kept(float* out, const float* in) { take_in_kept(out, in, threadIdx.x); }"),
             qPrintable(patch));
    QVERIFY2(patch.count("+    __syncthreads();") < 2, qPrintable(patch));
  }

  void theVariantSaysIt() {
    const QString shown = gevo({"show", file("sums.gevo"), "--variant", "best"}).out;
    QVERIFY2(shown.contains("proven"), qPrintable(shown));
  }
};

QTEST_GUILESS_MAIN(SourcePatchTest)
#include "source_patch_test.moc"
