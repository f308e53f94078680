#include <QTest>

#include "core/kernel/cuda/calibrate/calibrate.h"
#include "core/kernel/cuda/calibrate/calibration.h"
#include "core/kernel/simulator/machine/model.h"
#include "tests/core/kernel/cuda/fake_driver.h"

#include <QRegularExpression>
#include <rapidcheck.h>

using namespace gevo;
using namespace gevo::cuda;

namespace {

/// Sets how many cycles, and microseconds, the fake GPU takes for a kernel.
std::string takes(const std::string& kernel, double cycles) { return fmt::format("kernel {} gevo_probe_x {}\n", kernel, cycles); }

/// Sets the cycles of a link of a chain, in 64 iterations, and the overhead around it.
std::string linkTakes(const std::string& chain, unsigned links, unsigned chains, double cycles) {
  return takes(fmt::format("gevo_probe_{}_{}x{}", chain, links, chains), 500 + 64 * links * cycles) +
         takes(fmt::format("gevo_probe_{}_{}x{}", chain, 3 * links, chains), 500 + 64 * 3 * links * cycles);
}

const CalibratedFigure& figure(const CalibratedModel& reply, const std::string& section, const std::string& key) {
  for (const CalibratedFigure& one : reply.figures)
    if (one.section == section && one.key == key) return one;
  qFatal("no such figure");
}

} // namespace

class CalibrateTest : public QObject {
  Q_OBJECT

  FakeDriver driver_;

  /// With little memory, of which a share is cleared and copied.
  Result<CalibratedModel> measured(const std::string& orders) {
    driver_.order(orders + "free 64\n");
    return calibrate({.gpu = 0, .repeats = 2}, [](const std::string&) {});
  }

private slots:
  void figuresComeFromTheDifferenceOfTwoLengths() {
    // Alone 4 and 6 cycles an operation; with 32 warps of four chains a link of which takes 32 and 64 cycles for one and two operations.
    const auto reply = measured(linkTakes("fma", 32, 1, 4) + linkTakes("logic", 32, 1, 12) + linkTakes("fma", 8, 4, 32) +
                                linkTakes("logic", 8, 4, 128) + linkTakes("multiply", 32, 1, 4.5));
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QCOMPARE(figure(*reply, "instructions", "arithmetic latency").value, 5.0);
    QCOMPARE(figure(*reply, "instructions", "arithmetic slots").value, 1.5);
    QCOMPARE(figure(*reply, "instructions", "multiply latency").value, 4.5);
    QVERIFY(figure(*reply, "instructions", "multiply latency").measured);
    QCOMPARE(figure(*reply, "instructions", "multiply latency").bundled, 4.0);
    const auto model = sim::parseModel(reply->model, "test");
    QVERIFY2(model.has_value(), model ? "" : model.error().message.c_str());
    QCOMPARE(model->costs.arithmetic.latency, 5.0F);
    QCOMPARE(model->costs.arithmetic.issue, 1.5F);
    QCOMPARE(model->costs.multiply.latency, 4.5F);
    QCOMPARE(model->name, std::string("Fake GPU"));
    QCOMPARE(model->multiprocessors, 4U);
  }

  void overheadIsSubtracted() {
    const auto reply = measured(linkTakes("logic", 32, 1, 10) + linkTakes("remainder", 6, 1, 140));
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QCOMPARE(figure(*reply, "instructions", "remainder latency").value, 135.0);
  }

  void jumpLatencyIsHalfOfTheDivergenceOverhead() {
    const auto reply = measured(linkTakes("fma", 32, 1, 4) + linkTakes("divergence", 8, 1, 94)); // of 16 operations
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QCOMPARE(figure(*reply, "instructions", "jump latency").value, 15.0);
  }

  void barrierCostIsLinearInWarps() {
    const auto reply = measured(linkTakes("barrier", 8, 1, 20));
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QCOMPARE(figure(*reply, "control", "barrier_base").value, 20.0);
    QVERIFY(!figure(*reply, "control", "barrier_per_warp").measured); // as fast with any number of warps: no figure of a machine
  }

  void impossibleFiguresAreDiscarded() {
    const auto reply = measured(linkTakes("shuffle", 32, 1, -3) + linkTakes("fma", 32, 1, 4));
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    const CalibratedFigure& shuffle = figure(*reply, "instructions", "shuffle latency");
    QVERIFY(!shuffle.measured);
    QCOMPARE(shuffle.value, 24.0); // the H200's, which is nearest
    QVERIFY2(shuffle.note.find("came out as -3") != std::string::npos, shuffle.note.c_str());
    QVERIFY(reply->model.find("shuffle = [") != std::string::npos);
    QVERIFY2(reply->model.find("latency: not measured, as H200 has it: came out as -3") != std::string::npos, reply->model.c_str());
    QVERIFY(reply->model.find("overlap = 2 # not measured, as H200 has it") != std::string::npos);
  }

  void modelFileStatesWhatWasMeasuredWhereAndWhen() {
    const auto reply = measured({});
    QVERIFY2(reply.has_value(), reply ? "" : reply.error().message.c_str());
    QVERIFY2(reply->model.starts_with("# Fake GPU (sm_90)"), reply->model.c_str());
    QVERIFY(reply->model.find("driver 580.00, CUDA 13.0") != std::string::npos);
    QVERIFY(
        QRegularExpression("measured by gevo calibrate on \\d{4}-\\d\\d-\\d\\d").match(QString::fromStdString(reply->model)).hasMatch());
    QVERIFY(reply->model.find("multiprocessors = 4 # measured (as the driver says)") != std::string::npos);
  }

  void driverFailureIsAnError_data() {
    QTest::addColumn<QString>("order");
    QTest::addColumn<QString>("said");
    QTest::newRow("no probes") << "fail cuModuleLoadData 200\n"
                               << "loading the probes failed";
    QTest::newRow("a fault") << "kernel gevo_probe_add illegal\n"
                             << "running the probe gevo_probe_add failed";
    QTest::newRow("no memory") << "fail cuMemAlloc_v2 2\n"
                               << "allocating";
    QTest::newRow("no clock") << "kernel gevo_probe_spin nothing\n"
                              << "the clock of the GPU can't be measured";
  }
  void driverFailureIsAnError() {
    QFETCH(QString, order);
    QFETCH(QString, said);
    const auto reply = measured(order.toStdString());
    QVERIFY(!reply.has_value());
    QVERIFY2(QString::fromStdString(reply.error().message).contains(said), reply.error().message.c_str());
  }

  void freesAllMemory() {
    driver_.order("");
    const auto session = Session::open(0);
    QVERIFY(session.has_value());
    const auto before = (*session)->freeBytes();
    QVERIFY(measured({}).has_value());
    driver_.order("");
    QCOMPARE(*(*session)->freeBytes(), *before);
  }

  void fitLineRecoversALine() {
    QVERIFY(rc::check([] {
      const double base = *rc::gen::inRange(-1000, 1000) / 8.0;
      const double slope = *rc::gen::inRange(-1000, 1000) / 8.0;
      const auto places = *rc::gen::unique<std::vector<int>>(rc::gen::inRange(-100, 100));
      RC_PRE(places.size() >= 2);
      std::vector<std::pair<double, double>> points;
      for (const int x : places) points.emplace_back(x, base + slope * x);
      const Line line = fitLine(points);
      RC_ASSERT(std::abs(line.base - base) < 1e-6 && std::abs(line.slope - slope) < 1e-6);
    }));
  }

  void repeatsAreSummarisedByTheMedian() {
    const Repeats one = summarise({5});
    QCOMPARE(one.median, 5.0);
    QCOMPARE(one.spread, 0.0);
    const Repeats five = summarise({30, 10, 20, 1000, 40});
    QCOMPARE(five.median, 30.0);
    QCOMPARE(five.spread, (40.0 - 20.0) / 2 / 30);
  }
};

QTEST_GUILESS_MAIN(CalibrateTest)
#include "calibrate_test.moc"
