#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

namespace {

struct Ion {
  double x, y, z, charge;
};

double nearestImage(double distance, double side) { return distance - side * std::nearbyint(distance / side); }

/// Potential and share of the virial of one ion among all.
std::pair<double, double> nearPart(const std::vector<Ion>& ions, const Ion& own, double side) {
  const double alpha = 0.5;
  const double cutoff = 5.6;
  std::pair<double, double> sums;
  for (const Ion& other : ions) {
    const double r =
        std::hypot(nearestImage(own.x - other.x, side), nearestImage(own.y - other.y, side), nearestImage(own.z - other.z, side));
    if (r == 0 || r >= cutoff) continue;
    const double potential = std::erfc(alpha * r) / r;
    sums.first += other.charge * potential;
    sums.second += own.charge * other.charge * (potential + 2 / std::sqrt(M_PI) * alpha * std::exp(-alpha * alpha * r * r));
  }
  return sums;
}

} // namespace

class EwaldSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("ewald", {"2 1", "3 2"});
    QCOMPARE(sample.tests.size(), 2U);
    QCOMPARE(sample.project.outputs[0].type, std::string("f64"));
    for (const RecordedRun& test : sample.tests) {
      const auto ions = test.upload<Ion>(0);
      const auto potential = test.download<double>(0);
      const auto virial = test.download<double>(1);
      QCOMPARE(potential.size(), ions.size());
      for (std::size_t i = 0; i < ions.size(); ++i) {
        const auto [expectedPotential, expectedVirial] = nearPart(ions, ions[i], 2 * test.number(0) * 2.82);
        QVERIFY(std::abs(potential[i] - expectedPotential) < 1e-12);
        QVERIFY(std::abs(virial[i] - expectedVirial) < 1e-12);
      }
    }
  }
};

QTEST_GUILESS_MAIN(EwaldSampleTest)
#include "ewald_sample_test.moc"
