#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <cmath>
#include <numbers>

using namespace gevo;
using namespace gevo::testing;

namespace {

struct Particles {
  std::vector<double> rows;
  std::vector<double> cols;
  std::vector<double> weights;
};

/// Sequential importance resampling, frame after frame.
class Filter {
public:
  Filter(std::vector<std::uint8_t> video, int size, int frames, std::vector<std::uint32_t> seeds)
      : video_(std::move(video)), size_(size), frames_(frames), seeds_(std::move(seeds)) {}

  Particles follow(std::vector<double> rows, std::vector<double> cols) {
    Particles particles;
    const std::size_t count = rows.size();
    for (int frame = 1; frame < frames_; ++frame) {
      particles = {std::move(rows), std::move(cols), std::vector<double>(count)};
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        particles.rows[i] += 1 + 1.5 * normal(i);
        particles.cols[i] += -2 + 1.5 * normal(i);
        particles.weights[i] = likeness(nearest(particles.rows[i]), nearest(particles.cols[i]), frame);
        sum += particles.weights[i];
      }
      for (double& weight : particles.weights) weight /= sum;

      const double first = uniform(0) / static_cast<double>(count);
      std::size_t chosen = 0;
      double reached = particles.weights[0];
      rows.clear();
      cols.clear();
      for (std::size_t i = 0; i < count; ++i) {
        while (chosen + 1 < count && reached < first + static_cast<double>(i) / static_cast<double>(count))
          reached += particles.weights[++chosen];
        rows.push_back(particles.rows[chosen]);
        cols.push_back(particles.cols[chosen]);
      }
    }
    return particles;
  }

private:
  std::vector<std::uint8_t> video_;
  int size_;
  int frames_;
  std::vector<std::uint32_t> seeds_;

  double uniform(std::size_t particle) {
    seeds_[particle] = seeds_[particle] * 1664525U + 1013904223U;
    return ((seeds_[particle] >> 8) + 0.5) / 16777216.0;
  }
  double normal(std::size_t particle) {
    const double radius = std::sqrt(-2 * std::log(uniform(particle)));
    return radius * std::cos(2 * std::numbers::pi * uniform(particle));
  }
  static int nearest(double value) { return static_cast<int>(std::floor(value + 0.5)); }

  /// How much more the pixels within 5 of the position resemble the disc than the background.
  double likeness(int row, int col, int frame) const {
    double sum = 0;
    int pixels = 0;
    for (int down = -5; down <= 5; ++down) {
      for (int right = -5; right <= 5; ++right) {
        if (down * down + right * right >= 25) continue;
        const int pixel = video_.at((static_cast<std::size_t>(row + down) * size_ + col + right) * frames_ + frame);
        sum += (std::pow(pixel - 100, 2) - std::pow(pixel - 228, 2)) / 2000;
        ++pixels;
      }
    }
    return std::exp(sum / pixels);
  }
};

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return 1e300;
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::isnan(a[i]) ? 1e300 : std::abs(a[i] - b[i]));
  return largest;
}

} // namespace

class ParticlefilterSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("particlefilter", {"32 3 60 1", "48 6 200 2", "40 5 256 3", "64 8 301 4"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.kernels.size(), 5U);
    for (const RecordedRun& test : sample.tests) {
      const int frames = test.number(1);
      const auto startRows = test.upload<double>(3);
      const auto startCols = test.upload<double>(4);
      Filter filter(test.upload<std::uint8_t>(0), test.number(0), frames, test.upload<std::uint32_t>(2));
      const Particles expected = filter.follow(startRows, startCols);
      const auto weights = test.download<double>(2);
      QVERIFY(largestDifference(test.download<double>(0), expected.rows) < 1e-9);
      QVERIFY(largestDifference(test.download<double>(1), expected.cols) < 1e-9);
      QVERIFY(largestDifference(weights, expected.weights) < 1e-9);

      double row = 0;
      double col = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) {
        row += test.download<double>(0)[i] * weights[i];
        col += test.download<double>(1)[i] * weights[i];
      }
      QVERIFY2(std::hypot(row - (startRows[0] + frames - 1), col - (startCols[0] - 2 * (frames - 1))) < 1.5, "it follows the disc");
    }
  }
};

QTEST_GUILESS_MAIN(ParticlefilterSampleTest)
#include "particlefilter_sample_test.moc"
