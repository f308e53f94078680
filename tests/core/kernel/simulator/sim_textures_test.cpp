// Reading textures: by index and by position, checks, and unsupported textures. tests/core/kernel/runtime/textures_test.cpp has the
// modes.

#include "device.h"

#include <QTest>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

const std::string head = R"(
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64, i32)
declare {float, float, float, float} @llvm.nvvm.tex.unified.2d.v4f32.f32(i64, float, float)
declare {i32, i32, i32, i32} @llvm.nvvm.tex.unified.1d.v4s32.s32(i64, i32)
declare {float, float, float, float} @llvm.nvvm.tex.unified.3d.v4f32.f32(i64, float, float, float)
declare {float, float, float, float} @llvm.nvvm.tex.unified.2d.array.v4f32.f32(i64, i32, float, float)
declare {float, float, float, float} @llvm.nvvm.tex.unified.cube.v4f32.f32(i64, float, float, float)
)";

const std::string fetch = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %texture, i32 %t)
  %one = extractvalue {float, float, float, float} %all, 0
  %place = getelementptr float, ptr %out, i32 %t
  store float %one, ptr %place
  ret void
}
)";

const std::string integers = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %all = call {i32, i32, i32, i32} @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %texture, i32 %t)
  %one = extractvalue {i32, i32, i32, i32} %all, 0
  %place = getelementptr i32, ptr %out, i32 %t
  store i32 %one, ptr %place
  ret void
}
)";

const std::string plainLoad = head + R"(
define ptx_kernel void @kernel(ptr %in, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr float, ptr %in, i32 %t
  %one = load float, ptr %from
  %place = getelementptr float, ptr %out, i32 %t
  store float %one, ptr %place
  ret void
}
)";

/// Thread t reads at coordinates from `in`, three for each thread.
const std::string volume = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out, ptr %in) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul i32 %t, 3
  %px = getelementptr float, ptr %in, i32 %first
  %py = getelementptr float, ptr %px, i32 1
  %pz = getelementptr float, ptr %px, i32 2
  %x = load float, ptr %px
  %y = load float, ptr %py
  %z = load float, ptr %pz
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.3d.v4f32.f32(i64 %texture, float %x, float %y, float %z)
  %one = extractvalue {float, float, float, float} %all, 0
  %place = getelementptr float, ptr %out, i32 %t
  store float %one, ptr %place
  ret void
}
)";

const std::string layer = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.2d.array.v4f32.f32(i64 %texture, i32 %t, float 1.5, float 0.5)
  %one = extractvalue {float, float, float, float} %all, 0
  %place = getelementptr float, ptr %out, i32 %t
  store float %one, ptr %place
  ret void
}
)";

const std::string cubeMap = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out) {
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.cube.v4f32.f32(i64 %texture, float 0.0, float 0.0, float 0.0)
  %one = extractvalue {float, float, float, float} %all, 0
  store float %one, ptr %out
  ret void
}
)";

const std::string undefinedPosition = head + R"(
define ptx_kernel void @kernel(i64 %texture, ptr %out) {
  %all = call {float, float, float, float} @llvm.nvvm.tex.unified.1d.v4f32.s32(i64 %texture, i32 undef)
  %one = extractvalue {float, float, float, float} %all, 0
  store float %one, ptr %out
  ret void
}
)";

Texture linearAt(std::uint64_t address, std::uint64_t count) {
  Texture texture;
  texture.address = address;
  texture.width = count;
  return texture;
}

class Textured {
public:
  explicit Textured(const std::string& text) : device(valueOf(simulatorOfText(text))) {}
  LaunchReport launch(std::uint64_t object, std::uint64_t out, std::uint32_t threads = 32, std::uint64_t in = 0) {
    const std::uint64_t words[] = {object, out, in};
    Launch launch;
    launch.kernel = "kernel";
    launch.block = {threads, 1, 1};
    launch.parameters = gevo::ByteView(reinterpret_cast<const std::uint8_t*>(words), in == 0 ? 16 : 24);
    launch.textures = &textures;
    return device.simulator.launch(launch, device.memory, device.limits);
  }
  Device device;
  Textures textures;
};

std::vector<float> counted(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i) + 1;
  return values;
}

} // namespace

class SimTexturesTest : public QObject {
  Q_OBJECT
private slots:
  void readsByIndexAreZeroOutside() {
    Textured on(fetch);
    on.textures[7] = linearAt(on.device.upload(counted(20)), 20);
    const std::uint64_t out = on.device.reserve<float>(32);
    QCOMPARE(faultMessage(on.launch(7, out)), std::string());
    auto expected = counted(20);
    expected.resize(32, 0);
    QCOMPARE(on.device.download<float>(out, 32), expected);
  }

  void fetchCostsAsMuchAsALoad() {
    Textured fetching(fetch);
    fetching.textures[1] = linearAt(fetching.device.upload(counted(32)), 32);
    const auto fetched = fetching.launch(1, fetching.device.reserve<float>(32)).statistics;
    Textured loading(plainLoad);
    const std::uint64_t in = loading.device.upload(counted(32));
    const auto loaded = loading.launch(in, loading.device.reserve<float>(32)).statistics;
    QCOMPARE(fetched.globalSectors, loaded.globalSectors);
    QVERIFY(std::abs(fetched.cycles - loaded.cycles) < 0.05 * loaded.cycles);
  }

  void unknownTextureObjectIsAFault() {
    Textured on(fetch);
    const LaunchReport report = on.launch(3, on.device.reserve<float>(32));
    QVERIFY(report.fault && report.fault->kind == FaultKind::OutOfBounds);
    QCOMPARE(report.fault->cause, std::string("there is no texture object 0x3"));
  }

  void uninitialisedMemoryIsAFault() {
    Textured on(fetch);
    on.textures[1] = linearAt(on.device.reserve<float>(32), 32);
    const LaunchReport report = on.launch(1, on.device.reserve<float>(32));
    QVERIFY(report.fault && report.fault->kind == FaultKind::Uninitialised);
  }

  void freedMemoryIsAFault() {
    Textured on(fetch);
    const std::uint64_t in = on.device.upload(counted(32));
    on.textures[1] = linearAt(in, 32);
    QVERIFY(on.device.memory.free(in).has_value());
    const LaunchReport report = on.launch(1, on.device.reserve<float>(32));
    QVERIFY(report.fault && report.fault->kind == FaultKind::OutOfBounds);
  }

  void readOfMemoryWrittenByAnotherThreadIsARace() {
    Textured on(fetch);
    const std::uint64_t both = on.device.upload(counted(64));
    on.textures[1] = linearAt(both + 4, 33);
    const LaunchReport report = on.launch(1, both, 64);
    QCOMPARE(faultMessage(report), std::string());
    QCOMPARE(report.races.size(), 1U);
  }

  void mismatchedElementTypeIsAFault() {
    Textured on(integers);
    on.textures[1] = linearAt(on.device.upload(counted(32)), 32);
    const LaunchReport report = on.launch(1, on.device.reserve<float>(32));
    QVERIFY(report.fault && report.fault->kind == FaultKind::Unsupported);
    QCOMPARE(report.fault->cause, std::string("integers read from a texture of floats"));
  }

  void undefinedPositionIsReported() {
    Textured on(undefinedPosition);
    on.textures[1] = linearAt(on.device.upload(counted(32)), 32);
    const LaunchReport report = on.launch(1, on.device.reserve<float>(1), 1);
    QVERIFY(!report.undefined.empty());
    QVERIFY(report.undefined.front().use == UndefinedUse::Address);
  }

  /// The eight weights are 256ths that add up to one, as measured on an H100 (152, 200 and 10 of 256 on the way to the next).
  void volumesAreWeightedIn256ths() {
    const int expected[] = {22, 32, 78, 114, 1, 1, 3, 5};
    std::vector<float> at;
    for (int i = 0; i < 8; ++i)
      for (const float next : {152, 200, 10}) at.push_back(0.5F + next / 256);
    for (int corner = 0; corner < 8; ++corner) {
      Textured on(volume);
      std::vector<float> elements(8);
      elements[static_cast<std::size_t>(corner)] = 1;
      Texture texture = linearAt(on.device.upload(elements), 2);
      texture.shape = TextureShape::Volume;
      texture.height = texture.depth = 2;
      texture.pitch = 8;
      texture.filters = true;
      on.textures[1] = texture;
      const std::uint64_t out = on.device.reserve<float>(8);
      QCOMPARE(faultMessage(on.launch(1, out, 8, on.device.upload(at))), std::string());
      QCOMPARE(on.device.download<float>(out, 8), std::vector<float>(8, static_cast<float>(expected[corner]) / 256));
    }
  }

  void volumesReadOnlyElementsWithAWeight() {
    Textured on(volume);
    const std::uint64_t in = on.device.upload(counted(8)); // the first slice; nobody has written the second
    const std::uint64_t second = on.device.reserve<float>(8);
    Texture texture = linearAt(in, 4);
    texture.shape = TextureShape::Volume;
    texture.height = 2;
    texture.pitch = 16;
    texture.filters = true;
    on.textures[1] = texture;
    texture.address = second;
    on.textures[2] = texture;
    const std::uint64_t out = on.device.reserve<float>(1);
    const std::uint64_t middle = on.device.upload(std::vector<float>{2.5F, 1.5F, 0.5F});
    QCOMPARE(faultMessage(on.launch(1, out, 1, middle)), std::string());
    QCOMPARE(on.device.download<float>(out, 1), std::vector<float>{7});
    const LaunchReport report = on.launch(2, out, 1, middle);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Uninitialised);
  }

  void layersThatDoNotExistAreTheLast() {
    Textured on(layer);
    Texture texture = linearAt(on.device.upload(counted(24)), 4);
    texture.shape = TextureShape::Plane;
    texture.height = 2;
    texture.pitch = 16;
    texture.depth = 3;
    texture.isLayered = true;
    on.textures[1] = texture;
    const std::uint64_t out = on.device.reserve<float>(5);
    QCOMPARE(faultMessage(on.launch(1, out, 5)), std::string());
    QCOMPARE(on.device.download<float>(out, 5), (std::vector<float>{2, 10, 18, 18, 18}));
  }

  void readsOfAnotherShapeAreFaults() {
    Textured on(layer);
    Texture texture = linearAt(on.device.upload(counted(8)), 4);
    texture.shape = TextureShape::Plane;
    texture.height = 2;
    texture.pitch = 16;
    on.textures[1] = texture;
    const LaunchReport report = on.launch(1, on.device.reserve<float>(1), 1);
    QVERIFY(report.fault && report.fault->kind == FaultKind::Unsupported);
    QCOMPARE(report.fault->cause, std::string("tex2DLayered() of a texture of two dimensions"));
  }

  void cubeMapsAreUnsupported() {
    const auto simulator = simulatorOfText(cubeMap);
    QVERIFY(!simulator);
    QVERIFY2(simulator.error().message.find("llvm.nvvm.tex.unified.cube.v4f32.f32") != std::string::npos,
             simulator.error().message.c_str());
  }

  /// As files of earlier versions have them.
  void descriptionOfAPlaneIsAsItWas() {
    Texture texture = linearAt(0x200000000100, 99);
    texture.shape = TextureShape::Plane;
    texture.height = 5;
    texture.pitch = 512;
    const gevo::Bytes plain = encodeTexture(texture);
    QCOMPARE(plain.size(), 41U);
    texture.shape = TextureShape::Volume;
    texture.depth = 7;
    const auto back = decodeTexture(encodeTexture(texture));
    QVERIFY(back.has_value());
    QCOMPARE(back->depth, 7U);
    QVERIFY(!decodeTexture(gevo::ByteView(encodeTexture(texture)).first(plain.size() + 1)));
  }

  void descriptionCanBeDecoded() {
    Texture texture = linearAt(0x200000000100, 99);
    texture.shape = TextureShape::Plane;
    texture.height = 5;
    texture.pitch = 512;
    texture.modes = {AddressMode::Mirror, AddressMode::Border, AddressMode::Clamp};
    texture.normalisedPositions = true;
    const auto back = decodeTexture(encodeTexture(texture));
    QVERIFY(back.has_value());
    QCOMPARE(encodeTexture(*back), encodeTexture(texture));
    QCOMPARE(back->extent(), 4U * 512 + 99 * 4);
  }

  void rejectsImpossibleDescriptions_data() {
    QTest::addColumn<int>("which");
    for (const int which : {0, 1, 2, 3, 4, 5, 6, 7, 8}) QTest::addRow("%d", which) << which;
  }
  void rejectsImpossibleDescriptions() {
    QFETCH(int, which);
    Texture texture = linearAt(0x200000000100, 99);
    QVERIFY(decodeTexture(encodeTexture(texture)).has_value());
    if (which == 0) texture.channels = 3;
    if (which == 1) texture.bits = 0;
    if (which == 2) texture.height = 0;
    if (which == 3) texture.width = 1ULL << 60;
    if (which == 4) texture.kind = TexelKind::Signed, texture.filters = true;
    if (which == 5) texture.normalisedReads = true;
    if (which == 6) texture.depth = 2;
    if (which == 7) texture.isLayered = true;
    if (which == 8) texture.isSurface = true;
    QVERIFY(!decodeTexture(encodeTexture(texture)));
  }
};

QTEST_GUILESS_MAIN(SimTexturesTest)
#include "sim_textures_test.moc"
