// How many blocks a multiprocessor holds, compared with NVIDIA's own calculator where its header is available.

#include "core/kernel/simulator/machine/occupancy.h"
#include "device.h"

#include <QTest>
#if __has_include(<cuda_occupancy.h>)
#include <cuda_occupancy.h>
#endif

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

#if __has_include(<cuda_occupancy.h>)
cudaOccDeviceProp propertiesOf(const Model& model) {
  cudaOccDeviceProp p;
  p.computeMajor = static_cast<int>(model.capabilityMajor);
  p.computeMinor = static_cast<int>(model.capabilityMinor);
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsPerMultiprocessor = static_cast<int>(model.warpsPerMultiprocessor * 32);
  p.regsPerBlock = p.regsPerMultiprocessor = static_cast<int>(model.registers);
  p.warpSize = 32;
  p.sharedMemPerBlock = 48 * 1024;
  p.sharedMemPerMultiprocessor = model.sharedBytesPerMultiprocessor;
  p.numSms = static_cast<int>(model.multiprocessors);
  p.sharedMemPerBlockOptin = model.sharedBytesPerBlock;
  p.reservedSharedMemPerBlock = model.reservedSharedPerBlock;
  return p;
}

cudaOccFuncAttributes attributesOf(const Model& model, const BlockNeeds& needs) {
  cudaOccFuncAttributes a;
  a.maxThreadsPerBlock = 1024;
  a.numRegs = static_cast<int>(needs.registers);
  a.sharedSizeBytes = needs.shared;
  a.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  a.maxDynamicSharedSizeBytes = model.sharedBytesPerBlock - std::min<std::uint64_t>(needs.shared, model.sharedBytesPerBlock);
  a.numBlockBarriers = 1;
  return a;
}

unsigned theirs(const Model& model, const BlockNeeds& needs) {
  const cudaOccDeviceProp properties = propertiesOf(model);
  const cudaOccFuncAttributes attributes = attributesOf(model, needs);
  const cudaOccDeviceState state;
  cudaOccResult result;
  const auto status =
      cudaOccMaxActiveBlocksPerMultiprocessor(&result, &properties, &attributes, &state, static_cast<int>(needs.threads), 0);
  return status == CUDA_OCC_SUCCESS ? static_cast<unsigned>(result.activeBlocksPerMultiprocessor) : ~0U;
}
#endif

double cyclesWith(std::uint32_t registers) {
  Device device;
  device.simulator.useRegisters({{"barriers", registers}});
  const auto out = device.upload(std::vector<int>(1 << 20, 3));
  const auto report = device.launch("barriers", {4000, 1, 1}, {256, 1, 1}, out, 10);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

} // namespace

class OccupancyTest : public QObject {
  Q_OBJECT
private slots:
  void scarcestResourceLimitsTheBlocks_data() {
    QTest::addColumn<QString>("device");
    QTest::addColumn<unsigned>("threads");
    QTest::addColumn<unsigned>("shared");
    QTest::addColumn<unsigned>("registers");
    QTest::addColumn<unsigned>("blocks");
    QTest::newRow("threads") << "sim:h200" << 256U << 0U << 32U << 8U;
    QTest::newRow("threads of a smaller machine") << "sim:rtx4060-laptop" << 256U << 0U << 32U << 6U;
    QTest::newRow("blocks") << "sim:h200" << 32U << 0U << 16U << 32U;
    QTest::newRow("blocks of a smaller machine") << "sim:rtx4060-laptop" << 32U << 0U << 16U << 24U;
    QTest::newRow("registers, in portions for a warp") << "sim:h200" << 256U << 0U << 33U << 6U;
    QTest::newRow("registers, each quarter by itself") << "sim:a100" << 96U << 0U << 255U << 2U;
    QTest::newRow("registers that are not known") << "sim:h200" << 256U << 0U << 0U << 8U;
    QTest::newRow("too many registers for so many threads") << "sim:h200" << 1024U << 0U << 72U << 0U;
    QTest::newRow("shared memory, with what the driver takes") << "sim:h200" << 128U << 48U * 1024 << 32U << 4U;
    QTest::newRow("shared memory where the driver takes none") << "sim:v100" << 128U << 48U * 1024 << 32U << 2U;
    QTest::newRow("more shared memory than a block may have") << "sim:a100" << 128U << 164U * 1024 << 32U << 0U;
  }
  void scarcestResourceLimitsTheBlocks() {
    QFETCH(QString, device);
    QFETCH(unsigned, threads);
    QFETCH(unsigned, shared);
    QFETCH(unsigned, registers);
    QFETCH(unsigned, blocks);
    QCOMPARE(residentBlocks(*loadModel(device.toStdString()), {threads, shared, registers}), blocks);
  }

  void agreesWithTheToolkitsCalculator() {
#if __has_include(<cuda_occupancy.h>)
    for (const std::string& name : modelNames()) {
      const Model model = *loadModel("sim:" + name);
      for (unsigned threads = 1; threads <= 1024; threads += 31)
        for (std::uint32_t registers = 16; registers <= 255; registers += 7)
          for (const std::uint64_t shared : {0U, 1U, 900U, 4096U, 20'000U, 49'152U, 65'000U, 98'304U, 166'912U, 232'448U}) {
            const BlockNeeds needs{threads, shared, registers};
            const unsigned expected = theirs(model, needs);
            if (const unsigned got = residentBlocks(model, needs); got != expected)
              QFAIL(fmt::format("{}: {} threads, {} registers, {} bytes: {} instead of {}", name, threads, registers, shared, got, expected)
                        .c_str());
          }
    }
#else
    QSKIP("no CUDA toolkit with cuda_occupancy.h");
#endif
  }

  void largestBlockIsTheLargestThatFits() {
    for (const std::string& name : modelNames()) {
      const Model model = *loadModel("sim:" + name);
      for (std::uint32_t registers = 1; registers <= 255; ++registers) {
        const unsigned largest = largestBlock(model, registers);
        QVERIFY(residentBlocks(model, {largest, 0, registers}) >= 1);
        QVERIFY(largest == 1024 || residentBlocks(model, {largest + 32, 0, registers}) == 0);
      }
      QCOMPARE(largestBlock(model, 0), 1024U);
    }
  }

  void dynamicSharedMemoryLeavesRoomForTheBlocks() {
    for (const std::string& name : modelNames()) {
      const Model model = *loadModel("sim:" + name);
      for (unsigned blocks = 1; blocks <= 16; ++blocks) {
        const std::uint64_t bytes = dynamicSharedFor(model, blocks, 1024);
        QVERIFY(residentBlocks(model, {32, 1024 + bytes, 32}) >= blocks);
        QVERIFY(residentBlocks(model, {32, 1024 + bytes + model.sharedUnit, 32}) < blocks || blocks == 1);
      }
    }
  }

  void registersMakeALaunchLonger() {
    QVERIFY(cyclesWith(32) < cyclesWith(64));
    QVERIFY(cyclesWith(64) < cyclesWith(255));
  }
  void unknownRegisterCountsLimitNothing() { QCOMPARE(cyclesWith(0), cyclesWith(16)); }
};

QTEST_GUILESS_MAIN(OccupancyTest)
#include "occupancy_test.moc"
