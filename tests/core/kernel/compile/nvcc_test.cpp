/// The original as nvcc compiles it; tests that need nvcc are skipped without it.

#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/compile/nvcc.h"

#include <QtTest>

using namespace gevo;
using namespace gevo::program;

class NvccTest : public QObject {
  Q_OBJECT

  std::optional<ScratchFolder> folder_;

  NvccOriginal compile(const std::vector<std::string>& sources, std::vector<std::string> flags = {}) {
    CompilerSetup setup{{}, *locateCuda(), {}, folder_->path(), folder_->path()};
    setup.settings.flags = std::move(flags);
    InputFiles files;
    for (const std::string& source : sources) {
      files.cuda.push_back(std::to_string(files.cuda.size()) + ".cu");
      (void)writeFile(folder_->path() / files.cuda.back(), source);
    }
    DeviceDescription device;
    device.kernels = {{"_Z5scalePfi", "scale", {}}};
    return compileByNvcc(setup, files, device);
  }

private slots:
  void init() {
    folder_.reset();
    folder_.emplace(*ScratchFolder::make());
  }

  void variablesBecomeVisible() {
    QCOMPARE(withVisibleSymbols(".version 9.0\n.global .align 4 .b32 a;\n.visible .const .b32 b;\n\t.global ignored\n.const .b32 c;"),
             std::string(
                 ".version 9.0\n.visible .global .align 4 .b32 a;\n.visible .const .b32 b;\n\t.global ignored\n.visible .const .b32 c;"));
  }

  void keepsKernelsAndVersion() {
    if (!findNvcc()) QSKIP("no nvcc");
    const NvccOriginal made =
        compile({"__device__ int times; __global__ void scale(float* a, int n) { if (n > 0) a[threadIdx.x] *= times; }"});
    QVERIFY2(made.note.empty(), made.note.c_str());
    QVERIFY(made.code.compiler.find("release") != std::string::npos);
    QVERIFY(made.code.ptx.find(".entry _Z5scalePfi(") != std::string::npos);
    QVERIFY(made.code.ptx.find(".visible .global") != std::string::npos);
  }

  void passesTheProgramsFlags() {
    if (!findNvcc()) QSKIP("no nvcc");
    const std::string source = "__global__ void scale(float* a, int n) { a[0] = sinf(a[n]); }";
    QVERIFY(compile({source}).code.ptx.find("sin.approx") == std::string::npos);
    QVERIFY(compile({source}, {"-ffast-math", "-fopenmp"}).code.ptx.find("sin.approx") != std::string::npos);
  }

  void whatClangHasWithoutAFlagIsOn() {
    if (!findNvcc()) QSKIP("no nvcc");
    const NvccOriginal made = compile({"constexpr int twice(int n) { return 2 * n; }\n"
                                       "__global__ void scale(float* a, int n) { a[0] = twice(n); }\n"
                                       "void doubled() { const auto twofold = [] __device__(int i) { return 2 * i; }; (void)twofold; }"});
    QVERIFY2(made.note.empty(), made.note.c_str());
  }

  void notesWhyThereIsNoOriginal_data() {
    QTest::addColumn<QStringList>("sources");
    QTest::addColumn<QString>("says");
    QTest::newRow("several files") << QStringList{"__global__ void scale(float*, int) {}", "int other;"} << "2 .cu files";
    QTest::newRow("invalid for nvcc") << QStringList{"__global__ void scale(float*, int) { nonsense; }"} << "nonsense";
    QTest::newRow("a kernel by another name") << QStringList{"namespace { __global__ void scale(float*, int) {} }"} << "no kernel scale";
  }
  void notesWhyThereIsNoOriginal() {
    if (!findNvcc()) QSKIP("no nvcc");
    QFETCH(QStringList, sources);
    QFETCH(QString, says);
    std::vector<std::string> texts;
    for (const QString& source : sources) texts.push_back(source.toStdString());
    const NvccOriginal made = compile(texts);
    QVERIFY(made.code.ptx.empty() && made.code.compiler.empty());
    QVERIFY2(QString::fromStdString(made.note).contains(says), made.note.c_str());
  }
};

QTEST_GUILESS_MAIN(NvccTest)
#include "nvcc_test.moc"
