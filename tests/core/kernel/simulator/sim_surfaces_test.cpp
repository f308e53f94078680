// Reading and writing surfaces: boundaries, races and other checks. tests/core/kernel/runtime/surfaces_test.cpp has the shapes and
// elements.

#include "device.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

const std::string head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.suld.2d.i32.trap(i64, i32, i32)
declare i32 @llvm.nvvm.suld.2d.i32.clamp(i64, i32, i32)
declare i32 @llvm.nvvm.suld.2d.i32.zero(i64, i32, i32)
declare void @llvm.nvvm.sust.b.2d.i32.trap(i64, i32, i32, i32)
declare void @llvm.nvvm.sust.b.2d.i32.clamp(i64, i32, i32, i32)
declare void @llvm.nvvm.sust.b.2d.i32.zero(i64, i32, i32, i32)
)";

/// Thread t reads at byte 4 t + `offset` of row 1.
std::string reading(const std::string& boundary, int offset) {
  return head +
         "define ptx_kernel void @kernel(i64 %surface, ptr %out) {\n"
         "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %four = mul i32 %t, 4\n  %x = add i32 %four, " +
         std::to_string(offset) + "\n  %v = call i32 @llvm.nvvm.suld.2d.i32." + boundary +
         "(i64 %surface, i32 %x, i32 1)\n  %place = getelementptr i32, ptr %out, i32 %t\n  store i32 %v, ptr %place\n  ret void\n}\n";
}

/// Thread t writes t there.
std::string writing(const std::string& boundary, int offset, const std::string& scale = "4", const std::string& value = "%t") {
  return head +
         "define ptx_kernel void @kernel(i64 %surface, ptr %out) {\n"
         "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %scaled = mul i32 %t, " +
         scale + "\n  %x = add i32 %scaled, " + std::to_string(offset) + "\n  call void @llvm.nvvm.sust.b.2d.i32." + boundary +
         "(i64 %surface, i32 %x, i32 1, i32 " + value + ")\n  ret void\n}\n";
}

class Surfaced {
public:
  /// Eight words by three rows, counted from 0.
  explicit Surfaced(const std::string& text) : device(valueOf(simulatorOfText(text))) {
    std::vector<std::uint32_t> words(24);
    for (std::uint32_t i = 0; i < 24; ++i) words[i] = i;
    surface.shape = TextureShape::Plane;
    surface.kind = TexelKind::Unsigned;
    surface.isSurface = true;
    surface.address = device.upload(words);
    surface.width = 8;
    surface.height = 3;
    surface.pitch = 32;
    out = device.reserve<std::uint32_t>(64);
  }
  LaunchReport launch(std::uint32_t threads) {
    const Textures surfaces{{1, surface}};
    const std::uint64_t words[] = {1, out};
    Launch launch;
    launch.kernel = "kernel";
    launch.block = {threads, 1, 1};
    launch.parameters = gevo::ByteView(reinterpret_cast<const std::uint8_t*>(words), sizeof words);
    launch.textures = &surfaces;
    return device.simulator.launch(launch, device.memory, device.limits);
  }
  std::vector<std::uint32_t> read(std::size_t count) { return device.download<std::uint32_t>(out, count); }
  std::vector<std::uint32_t> row(unsigned number) { return device.download<std::uint32_t>(surface.address + number * 32, 8); }
  Device device;
  Texture surface;
  std::uint64_t out = 0;
};

using Words = std::vector<std::uint32_t>;

} // namespace

class SimSurfacesTest : public QObject {
  Q_OBJECT
private slots:
  void readsByBytes() {
    Surfaced on(reading("trap", 0));
    QCOMPARE(faultMessage(on.launch(8)), std::string());
    QCOMPARE(on.read(8), (Words{8, 9, 10, 11, 12, 13, 14, 15}));
  }

  void writesByBytes() {
    Surfaced on(writing("trap", 8));
    const LaunchReport report = on.launch(6);
    QCOMPARE(faultMessage(report), std::string());
    QVERIFY(report.races.empty());
    QCOMPARE(on.row(1), (Words{8, 9, 0, 1, 2, 3, 4, 5}));
    QCOMPARE(on.row(2), (Words{16, 17, 18, 19, 20, 21, 22, 23}));
  }

  void accessesOutsideAreFaults() {
    Surfaced reads(reading("trap", -4));
    LaunchReport report = reads.launch(3);
    QVERIFY(report.fault && report.fault->kind == FaultKind::OutOfBounds);
    QCOMPARE(report.fault->cause, std::string("surf2Dread() of 4 bytes at byte -4 of row 1 is outside of a surface of 32 bytes by 3 rows"));
    Surfaced writes(writing("trap", 4));
    report = writes.launch(8);
    QVERIFY(report.fault && report.fault->kind == FaultKind::OutOfBounds);
    QCOMPARE(report.fault->thread[0], 7U);
    QCOMPARE(report.fault->cause,
             std::string("surf2Dwrite() of 4 bytes at byte 32 of row 1 is outside of a surface of 32 bytes by 3 rows"));
  }

  void readsOutsideGiveZeroOrTheNearest() {
    Surfaced zero(reading("zero", -8));
    QCOMPARE(faultMessage(zero.launch(12)), std::string());
    QCOMPARE(zero.read(12), (Words{0, 0, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0}));
    Surfaced clamp(reading("clamp", -8));
    QCOMPARE(faultMessage(clamp.launch(12)), std::string());
    QCOMPARE(clamp.read(12), (Words{8, 8, 8, 9, 10, 11, 12, 13, 14, 15, 15, 15}));
  }

  void writesOutsideAreDroppedOrGoToTheNearest() {
    Surfaced zero(writing("zero", 20));
    const LaunchReport report = zero.launch(8);
    QCOMPARE(faultMessage(report), std::string());
    QVERIFY(report.races.empty());
    QCOMPARE(zero.row(1), (Words{8, 9, 10, 11, 12, 0, 1, 2}));
    Surfaced clamp(writing("clamp", 28));
    QCOMPARE(faultMessage(clamp.launch(1)), std::string());
    QCOMPARE(clamp.row(1).back(), 0U);
  }

  void writesOfSeveralThreadsToOneElementAreARace() {
    Surfaced on(writing("trap", 0, "0"));
    const LaunchReport report = on.launch(2);
    QCOMPARE(faultMessage(report), std::string());
    QCOMPARE(report.races.size(), 1U);
  }

  void unalignedAccessesAreFaults() {
    Surfaced on(reading("trap", 2));
    const LaunchReport report = on.launch(1);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Misaligned);
    QCOMPARE(report.fault->cause, std::string("surf2Dread() of 4 bytes at byte 2 of a row, which is not a multiple of 4"));
  }

  void unwrittenElementsAreFaultsUntilTheyAreWritten() {
    Surfaced reads(reading("trap", 0));
    reads.surface.address = reads.device.reserve<std::uint32_t>(24);
    const LaunchReport report = reads.launch(1);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Uninitialised);
    Surfaced writes(writing("trap", 0));
    writes.surface.address = writes.device.reserve<std::uint32_t>(24);
    QCOMPARE(faultMessage(writes.launch(8)), std::string());
    QCOMPARE(writes.row(1), (Words{0, 1, 2, 3, 4, 5, 6, 7}));
  }

  void undefinedValuesAreReported() {
    Surfaced on(writing("trap", 0, "4", "undef"));
    const LaunchReport report = on.launch(1);
    QVERIFY(!report.undefined.empty());
    QVERIFY(report.undefined.front().use == UndefinedUse::Store);
  }

  void objectsOfAnotherKindAreFaults() {
    Surfaced on(reading("trap", 0));
    on.surface.isSurface = false;
    LaunchReport report = on.launch(1);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Unsupported);
    QCOMPARE(report.fault->cause, std::string("surf2Dread() of a texture object"));
    on.surface.isSurface = true;
    on.surface.shape = TextureShape::Line;
    report = on.launch(1);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Unsupported);
    QCOMPARE(report.fault->cause, std::string("surf2Dread() of a surface of one dimension"));
  }

  void descriptionCanBeDecoded() {
    const Surfaced on(reading("trap", 0));
    const auto back = decodeTexture(encodeTexture(on.surface));
    QVERIFY(back.has_value());
    QVERIFY(back->isSurface);
    QCOMPARE(encodeTexture(*back), encodeTexture(on.surface));
  }
};

QTEST_GUILESS_MAIN(SimSurfacesTest)
#include "sim_surfaces_test.moc"
