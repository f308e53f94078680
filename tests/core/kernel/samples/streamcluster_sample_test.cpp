#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <set>

using namespace gevo;
using namespace gevo::testing;

namespace {

struct Point {
  float weight = 0;
  float cost = 0;
  int centre = 0;
};

/// The points and their gains, in double.
struct Points {
  std::vector<Point> all;
  std::vector<float> coordinates;

  double cost(std::size_t point, std::size_t centre) const {
    double sum = 0;
    for (std::size_t first = 0; first < coordinates.size(); first += all.size()) {
      const double difference = static_cast<double>(coordinates[first + point]) - coordinates[first + centre];
      sum += difference * difference;
    }
    return all[point].weight * sum;
  }
};

/// The candidate of the launch: the only moving point whose distance to the centre is zero.
std::size_t candidateOf(const Points& points, const std::vector<char>& moves, const std::vector<float>& table, std::size_t columns) {
  for (std::size_t i = 0; i < points.all.size(); ++i)
    if (moves[i] && std::abs(table[(i + 1) * (columns + 1) - 1] - points.all[i].cost) == 0) return i;
  return points.all.size();
}

} // namespace

class StreamclusterSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void everyGainAgreesWithPlainCode() {
    const RecordedSample sample = recordSample("streamcluster", {"100 4 6 1", "333 7 9 4", "500 24 16 3"});
    QCOMPARE(sample.tests.size(), 3U);
    for (const RecordedRun& test : sample.tests) {
      QCOMPARE(test.downloads.size(), 2 * test.launches.size());
      QVERIFY2(test.launches.size() >= 5, "several candidates");
      std::set<int> centres;
      std::size_t moved = 0;
      for (std::size_t launch = 0; launch < test.launches.size(); ++launch) {
        const Points points{test.upload<Point>(1 + 2 * launch), test.upload<float>(0)};
        const auto column = test.upload<int>(2 + 2 * launch);
        const auto table = test.download<float>(2 * launch);
        const auto moves = test.download<char>(2 * launch + 1);
        const std::size_t columns = table.size() / points.all.size() - 1;
        const std::size_t candidate = candidateOf(points, moves, table, columns);
        QVERIFY(candidate < points.all.size());
        for (std::size_t i = 0; i < points.all.size(); ++i) {
          const Point& point = points.all[i];
          const double current = points.cost(i, static_cast<std::size_t>(point.centre));
          QVERIFY(std::abs(current - point.cost) < 1e-4);
          const double saved = current - points.cost(i, candidate);
          std::vector<double> row(columns + 1);
          row[saved > 0 ? columns : static_cast<std::size_t>(column[point.centre])] = std::abs(saved);
          if (std::abs(saved) > 1e-4) QCOMPARE(moves[i] != 0, saved > 0);
          for (std::size_t c = 0; c <= columns; ++c)
            if (std::abs(saved) > 1e-4) QVERIFY(std::abs(table[i * (columns + 1) + c] - row[c]) < 1e-4);
          centres.insert(point.centre);
          moved += saved > 0 ? 1 : 0;
        }
      }
      QVERIFY2(centres.size() > 3, "centres are opened");
      QVERIFY2(moved > pointsOf(test), "and points move");
    }
  }

private:
  static std::size_t pointsOf(const RecordedRun& test) { return static_cast<std::size_t>(test.number(0)); }
};

QTEST_GUILESS_MAIN(StreamclusterSampleTest)
#include "streamcluster_sample_test.moc"
