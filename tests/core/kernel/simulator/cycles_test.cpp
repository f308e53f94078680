// The cycle model rewards what hardware rewards.

#include "device.h"

#include <QTest>
#include <map>
#include <set>

using namespace gevo::sim;
using namespace gevo::sim::testing;

namespace {

double cyclesOf(const char* kernel, Dim3 grid, Dim3 block, auto... arguments) {
  Device device;
  const auto out = device.upload(std::vector<int>(1 << 18, 3));
  const auto report = device.launch(kernel, grid, block, out, arguments...);
  if (report.fault) throw std::runtime_error(report.fault->message());
  return report.statistics.cycles;
}

/// As many blocks as fill the machine several times over.
constexpr Dim3 many{512, 1, 1};

} // namespace

class CyclesTest : public QObject {
  Q_OBJECT
private slots:
  void eachBarrierCosts();
  void eachStoreCosts();
  void bankConflictsCost();
  void broadcastIsNotAConflict();
  void scatteredLoadsCost();
  void divergenceCosts();
  void longChainsCost();
  void atomicsOfAllBlocksShareOneThroughput();
  void moreBlocksTakeLonger();
  void manySmallBlocksTakeAsLongAsHandingThemOut();
  void theModelIsReadFromItsText();
  void everyModelIsReadAndHasItsOwnTimes();
};

void CyclesTest::eachBarrierCosts() {
  for (const Dim3 grid : {Dim3{1, 1, 1}, many}) {
    const double one = cyclesOf("barriers", grid, {256, 1, 1}, 1);
    const double two = cyclesOf("barriers", grid, {256, 1, 1}, 2);
    const double ten = cyclesOf("barriers", grid, {256, 1, 1}, 10);
    QVERIFY(one < two && two < ten);
  }
}

void CyclesTest::eachStoreCosts() {
  for (const Dim3 grid : {Dim3{1, 1, 1}, many})
    QVERIFY(cyclesOf("stores", grid, {256, 1, 1}, 4) < cyclesOf("stores", grid, {256, 1, 1}, 5));
}

void CyclesTest::bankConflictsCost() {
  double before = 0;
  for (const int stride : {1, 2, 4, 8, 32}) {
    const double cycles = cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, stride);
    QVERIFY(cycles > before);
    before = cycles;
  }
}

void CyclesTest::broadcastIsNotAConflict() {
  QCOMPARE(cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, 0), cyclesOf("banks", {1, 1, 1}, {32, 1, 1}, 1));
}

void CyclesTest::scatteredLoadsCost() {
  auto cycles = [](int stride) {
    Device device;
    const auto in = device.upload(std::vector<int>(1 << 18, 3));
    const auto out = device.reserve<int>(1 << 14);
    const auto report = device.launch("strided", {64, 1, 1}, {256, 1, 1}, in, out, stride);
    return report.fault ? -1.0 : report.statistics.cycles;
  };
  QVERIFY(cycles(1) > 0);
  QVERIFY(cycles(1) < cycles(2));
  QVERIFY(cycles(2) < cycles(8));
}

void CyclesTest::divergenceCosts() {
  double before = 0;
  for (const int mask : {0, 1, 3}) {
    const double cycles = cyclesOf("ways", {1, 1, 1}, {64, 1, 1}, mask);
    QVERIFY(cycles > before);
    before = cycles;
  }
}

void CyclesTest::longChainsCost() {
  const double division = cyclesOf("divisionChain", {1, 1, 1}, {32, 1, 1}, 1.5F, 64);
  const double addition = cyclesOf("additionChain", {1, 1, 1}, {32, 1, 1}, 1.5F, 64);
  QVERIFY(division > addition + 64 * 20);
}

void CyclesTest::atomicsOfAllBlocksShareOneThroughput() {
  const double lanes = 4000.0 * 1024;
  QVERIFY(cyclesOf("atomicsOnly", {4000, 1, 1}, {1024, 1, 1}) >= lanes / loadModel("sim")->atomicsPerCycle);
}

void CyclesTest::moreBlocksTakeLonger() {
  QVERIFY(cyclesOf("barriers", {132, 1, 1}, {256, 1, 1}, 4) < cyclesOf("barriers", {1000, 1, 1}, {256, 1, 1}, 4));
}

void CyclesTest::manySmallBlocksTakeAsLongAsHandingThemOut() {
  const double dispatch = loadModel("sim")->dispatchCycles;
  const auto cycles = [](unsigned blocks) {
    Device device;
    const auto out = device.upload(std::vector<int>(std::size_t(blocks) * 32));
    return device.launch("barriers", {blocks, 1, 1}, {32, 1, 1}, out, 0).statistics.cycles;
  };
  const double each = (cycles(40000) - cycles(20000)) / 20000;
  QVERIFY2(std::abs(each - dispatch) < 0.1 * dispatch, qPrintable(QString::number(each)));
}

void CyclesTest::everyModelIsReadAndHasItsOwnTimes() {
  std::set<std::string> names;
  for (const std::string& name : modelNames()) {
    const auto model = loadModel("sim:" + name);
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    names.insert(model->name);
    QVERIFY(model->sharedBytesPerBlock <= model->sharedBytesPerMultiprocessor && model->memoryLatency > model->cacheLatency);
  }
  QCOMPARE(names, (std::set<std::string>{"A100", "H200", "RTX 4060 Laptop", "V100"}));
  QCOMPARE(loadModel("sim:H200")->multiprocessors, loadModel("sim")->multiprocessors);
  // Much work: the machine with more multiprocessors and bandwidth is faster, as they are sold.
  std::map<std::string, double> times;
  for (const std::string& name : modelNames()) {
    Device device(valueOf(simulatorOf(fixture("kernels.ll"), *loadModel("sim:" + name))));
    const auto values = device.upload(std::vector<float>(1 << 20));
    const LaunchReport report = device.launch("barriers", {4000, 1, 1}, {256, 1, 1}, values, 40);
    QVERIFY2(!report.fault, report.fault ? report.fault->message().c_str() : "");
    times[name] = loadModel("sim:" + name)->microseconds(report.statistics.cycles);
  }
  QVERIFY(times["h200"] < times["a100"] && times["a100"] < times["v100"] && times["v100"] < times["rtx4060-laptop"]);
}

void CyclesTest::theModelIsReadFromItsText() {
  const auto model = loadModel("sim");
  QVERIFY(model.has_value());
  QCOMPARE(model->name, std::string("H200"));
  QCOMPARE(model->multiprocessors, 132U);
  QVERIFY(qFuzzyCompare(model->microseconds(1978), 1.0));
  QVERIFY(loadModel("sim:unknown").error().message.find("sim:a100, sim:h200") != std::string::npos);
  const auto broken = parseModel("name = \"x\"\n[machine]\nclock_ghz = -1\n", "x");
  QVERIFY(!broken.has_value());
  QVERIFY(broken.error().message.find("clock_ghz") != std::string::npos);
}

QTEST_GUILESS_MAIN(CyclesTest)
#include "cycles_test.moc"
