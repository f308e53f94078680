/// The GPU of a program whose run is recorded, on the fake driver.

#include <QTest>

#include "core/kernel/cuda/program_gpu/owned_gpu.h"
#include "core/kernel/simulator/machine/memory.h"
#include "core/kernel/simulator/machine/texture.h"
#include "tests/core/kernel/cuda/fake_driver.h"
#include "tests/core/kernel/cuda/small_test.h"

using namespace gevo;
using namespace gevo::cuda;

class OwnedGpuTest : public QObject {
  Q_OBJECT

  static constexpr std::uint64_t factor = sim::symbolBase + 4096;
  static constexpr std::uint64_t reference = sim::symbolBase + 8192; ///< to a texture

  FakeDriver driver_;
  std::unique_ptr<OwnedGpu> gpu_;
  SmallTest small_;

  /// Allocates memory for `work` and fills its input.
  void open(const std::string& does) {
    gpu_.reset();
    Result<std::unique_ptr<OwnedGpu>> gpu = OwnedGpu::open(0);
    QVERIFY2(gpu.has_value(), gpu ? "" : gpu.error().message.c_str());
    gpu_ = std::move(*gpu);
    const Bytes code = codeThat(does, ".visible .global .align 4 .f32 factor;\n.visible .global .align 8 .b64 reference;");
    const Result<void> loaded = gpu_->load(code, {{"factor", factor, sizeof(float)}, {"reference", reference, 8}});
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().message.c_str());
    for (const std::uint64_t address : {SmallTest::in, SmallTest::out}) {
      const Result<bool> made = gpu_->allocate(address, SmallTest::count * sizeof(float));
      QVERIFY2(made && *made, made ? "no room" : made.error().message.c_str());
    }
    QVERIFY(gpu_->write(SmallTest::in, small_.copy().data));
  }
  OwnedGpu::Launched launch(const std::string& kernel = "work") {
    return gpu_->launch({kernel, {1, 1, 1}, {1, 1, 1}, 0, small_.launch().data});
  }
  std::vector<float> read(std::uint64_t address) {
    std::vector<float> values(SmallTest::count);
    if (!gpu_->read(address, reinterpret_cast<std::uint8_t*>(values.data()), values.size() * sizeof(float))) values.clear();
    return values;
  }

private slots:
  void init() {
    driver_.order("");
    small_ = SmallTest();
  }

  void kernelsUseHostData() {
    open("twice 7");
    const OwnedGpu::Launched launched = launch();
    QVERIFY2(launched.status == 0, launched.complaint.c_str());
    QCOMPARE(qRound(launched.microseconds), 7);
    QCOMPARE(read(SmallTest::out), small_.values);
  }

  void freshMemoryHoldsPoison() {
    open("twice");
    QVERIFY(std::isnan(read(SmallTest::out).front()));
  }

  void accessesVariablesAtRecordedAddresses() {
    open("by_symbol");
    const float three = 3;
    QVERIFY(gpu_->write(factor, ByteView(reinterpret_cast<const std::uint8_t*>(&three), sizeof three)));
    QCOMPARE(launch().status, 0);
    QCOMPARE(read(SmallTest::out).at(9), 30.0F);
    float now = 0;
    QVERIFY(gpu_->read(factor, reinterpret_cast<std::uint8_t*>(&now), sizeof now));
    QCOMPARE(now, three);
  }

  void whatKernelsWriteToSurfacesIsInMemoryAfterwards() {
    open("twice");
    sim::Texture surface;
    surface.isSurface = true;
    surface.shape = sim::TextureShape::Plane;
    surface.address = SmallTest::out;
    surface.width = SmallTest::count / 10;
    surface.height = 10;
    surface.pitch = surface.width * 4;
    const std::uint64_t number = sim::textureObjectBase + 1;
    QVERIFY(gpu_->createTexture(number, sim::encodeTexture(surface)));
    std::memcpy(small_.launch().data.data(), &number, sizeof number);
    QCOMPARE(launch().status, 0);
    QCOMPARE(read(SmallTest::out), small_.values);
    const Result<void> second = gpu_->createTexture(number + 1, sim::encodeTexture(surface));
    QVERIFY(!second);
    QVERIFY(QString::fromStdString(second.error().message).contains("two surface objects of one array"));
  }

  void textureReferencesAreVariablesThatHoldObjects() {
    open("twice");
    sim::Texture texture;
    texture.address = SmallTest::in;
    texture.width = SmallTest::count;
    std::uint64_t before = 1;
    std::uint64_t bound = 0;
    QVERIFY(gpu_->read(reference, reinterpret_cast<std::uint8_t*>(&before), sizeof before));
    QVERIFY(gpu_->createTexture(reference, sim::encodeTexture(texture)));
    QVERIFY(gpu_->read(reference, reinterpret_cast<std::uint8_t*>(&bound), sizeof bound));
    QCOMPARE(before, 0U);
    QVERIFY(bound != 0);
    texture.width /= 2;
    QVERIFY(gpu_->createTexture(reference, sim::encodeTexture(texture)));
    QCOMPARE(launch().status, 0);
    QCOMPARE(read(SmallTest::out), small_.values);
  }

  void rejectsDataWithTheAddressOfAVariable() {
    open("twice");
    const Result<void> written = gpu_->write(SmallTest::in, ByteView(reinterpret_cast<const std::uint8_t*>(&factor), sizeof factor));
    QVERIFY(!written.has_value());
    QVERIFY2(written.error().message.find("address of factor") != std::string::npos, written.error().message.c_str());
  }

  void faultingKernelIsReported() {
    open("illegal");
    const OwnedGpu::Launched launched = launch();
    QVERIFY(launched.begun);
    QCOMPARE(launched.status, 700);
    QVERIFY2(launched.complaint.starts_with("kernel work on Fake GPU: "), launched.complaint.c_str());
    QVERIFY2(launched.complaint.find("CUDA_ERROR_ILLEGAL_ADDRESS") != std::string::npos, launched.complaint.c_str());
  }

  void rejectedLaunchHasNotBegun() {
    open("twice");
    driver_.order("fail cuLaunchKernel 1");
    const OwnedGpu::Launched launched = launch();
    QVERIFY(!launched.begun);
    QCOMPARE(launched.status, 1);
    driver_.order("");
    QCOMPARE(launch().status, 0);
  }

  void outOfMemoryIsNotAFault() {
    open("twice");
    driver_.order("fail cuMemCreate 2\nfree 1");
    const Result<bool> made = gpu_->allocate(SmallTest::out + (8 << 20), 4 << 20);
    QVERIFY(made.has_value() && !*made);
  }

  void freedAddressesCanBeReused() {
    open("twice");
    gpu_->free(SmallTest::out);
    const Result<bool> again = gpu_->allocate(SmallTest::out, SmallTest::count * sizeof(float));
    QVERIFY(again && *again);
    QCOMPARE(launch().status, 0);
    QCOMPARE(read(SmallTest::out), small_.values);
  }

  void reportsTheGpusProperties() {
    open("twice");
    const sim::Model model = describe(sim::Model(), gpu_->traits());
    QCOMPARE(model.name, std::string("Fake GPU"));
    QCOMPARE(model.multiprocessors, 4U);
    QCOMPARE(model.sharedBytesPerBlock, 232448U);
  }
};

QTEST_GUILESS_MAIN(OwnedGpuTest)
#include "owned_gpu_test.moc"
