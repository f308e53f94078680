#include "core/kernel/compile/compile.h"
#include "core/kernel/device_code/device_code.h"

#include <QtTest>
#include <algorithm>

using namespace gevo;
using namespace gevo::program;

namespace {

const char* const source = "#include \"types.h\"\n"
                           R"(
namespace solver {
template <class T> __global__ void step(const T* __restrict__ in, T* out, int n) { out[threadIdx.x] = in[threadIdx.x] + n; }
template __global__ void step<double>(const double*, double*, int);
}
__global__ void both(float* x) { *x = 1; }
__global__ void both(int* x, int n) { *x = n; }
__device__ unsigned char flags[8];
__global__ void pack(Grid grid, float4* colours, void* raw, const Mixed* mixed, Real* typed, bool* marks) {
  grid.cells[threadIdx.x] = colours[0].x + mixed->a + scaled(typed[0]);
  marks[threadIdx.x] = raw != nullptr;
  flags[threadIdx.x] = 1;
}
)";

const char* const header = R"(
#pragma once
typedef float Real;
struct Grid { int rows; const int* index; Real* cells; };
struct Mixed { int a; float b; };
__device__ __noinline__ float scaled(float x) { return 2 * x; }
)";

} // namespace

class DeviceCodeTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    const auto clang = locateClang();
    const auto cuda = locateCuda();
    if (!clang) QSKIP(clang.error().message.c_str());
    if (!cuda) QSKIP(cuda.error().message.c_str());
    auto scratch = ScratchFolder::make();
    QVERIFY(scratch.has_value());
    std::filesystem::create_directory(scratch->path() / "sub");
    QVERIFY(writeFile(scratch->path() / "sub" / "code.cu", source).has_value());
    QVERIFY(writeFile(scratch->path() / "sub" / "types.h", header).has_value());
    BuildSettings settings;
    settings.files = {"sub/code.cu"};
    const auto files = sortFiles(settings, scratch->path());
    QVERIFY(files.has_value());
    const auto compiled = compileDeviceCode({*clang, *cuda, settings, scratch->path(), scratch->path()}, *files);
    QVERIFY2(compiled.has_value(), compiled ? "" : (compiled.error().message + compiled.error().details).c_str());
    const auto bitcode = readFile(compiled->front());
    QVERIFY(bitcode.has_value());
    const auto described = describeDeviceCode(ByteView(reinterpret_cast<const std::uint8_t*>(bitcode->data()), bitcode->size()));
    QVERIFY(described.has_value());
    device_ = *described;
  }

  void kernelsAreShownWithParametersOnlyIfTheyShareAName() {
    QStringList names;
    for (const KernelDescription& kernel : device_.kernels) names << QString::fromStdString(kernel.shownName);
    names.sort();
    QCOMPARE(names, (QStringList{"both(float*)", "both(int*, int)", "pack", "solver::step<double>"}));
  }

  void kernelsKnowTheirFile() {
    for (const KernelDescription& kernel : device_.kernels) QCOMPARE(kernel.file, std::string("code.cu"));
  }

  void pointersAreTypedThroughTypedefsAndStructures_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("writes");
    QTest::addColumn<int>("offset");
    QTest::newRow("a member of a structure") << "grid.cells"
                                             << "f32" << true << 16;
    QTest::newRow("a member that points to const") << "grid.index"
                                                   << "i32" << false << 8;
    QTest::newRow("a vector type") << "colours"
                                   << "f32" << true << 0;
    QTest::newRow("void") << "raw"
                          << "" << true << 0;
    QTest::newRow("a structure of mixed members") << "mixed"
                                                  << "" << false << 0;
    QTest::newRow("a typedef") << "typed"
                               << "f32" << true << 0;
    QTest::newRow("bool") << "marks"
                          << "u8" << true << 0;
  }
  void pointersAreTypedThroughTypedefsAndStructures() {
    QFETCH(QString, name);
    QFETCH(QString, type);
    QFETCH(bool, writes);
    QFETCH(int, offset);
    const auto kernel = std::find_if(device_.kernels.begin(), device_.kernels.end(), [](const auto& k) { return k.shownName == "pack"; });
    QVERIFY(kernel != device_.kernels.end());
    const auto found =
        std::find_if(kernel->pointers.begin(), kernel->pointers.end(), [&](const auto& p) { return p.name == name.toStdString(); });
    QVERIFY(found != kernel->pointers.end());
    QCOMPARE(found->type ? QString(elementTypeName(*found->type)) : QString(), type);
    QCOMPARE(found->writes, writes);
    QCOMPARE(static_cast<int>(found->offset), offset);
  }

  void variablesAreTyped() {
    const auto found = device_.variables.find("flags");
    QVERIFY(found != device_.variables.end());
    QVERIFY(found->second == ElementType::U8);
  }

  /// Views find the sources of a location by these names, on any machine.
  void filesAreRelativeToTheProject() {
    const auto& files = device_.files;
    QVERIFY(std::find(files.begin(), files.end(), "code.cu") != files.end());
    QVERIFY(std::find(files.begin(), files.end(), "types.h") != files.end());
  }

private:
  DeviceDescription device_;
};

QTEST_GUILESS_MAIN(DeviceCodeTest)
#include "device_code_test.moc"
