#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace gevo;
using namespace gevo::testing;

namespace {

/// The smallest shift whose windows of 11 x 11 pixels differ least in the sum of squares; -1: all by 500,000 or more.
std::vector<float> disparities(const std::vector<std::uint8_t>& left, const std::vector<std::uint8_t>& right, int width, int height,
                               int shifts) {
  const auto at = [&](const std::vector<std::uint8_t>& image, int x, int y) {
    return int(image[static_cast<std::size_t>(std::clamp(y, 0, height - 1)) * width + std::clamp(x, 0, width - 1)]);
  };
  std::vector<float> found(left.size(), -1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      int least = 500000;
      for (int shift = 0; shift < shifts; ++shift) {
        int sum = 0;
        for (int dy = -5; dy <= 5; ++dy) {
          for (int dx = -5; dx <= 5; ++dx) {
            const int difference = at(left, x + dx, y + dy) - at(right, x + dx - shift, y + dy);
            sum += difference * difference;
          }
        }
        if (sum >= least) continue;
        least = sum;
        found[static_cast<std::size_t>(y) * width + x] = static_cast<float>(shift);
      }
    }
  }
  return found;
}

} // namespace

class StereoSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("stereo", {"1 1 51 7", "34 10 24 4", "66 43 3 8", "64 41 51 2", "97 33 40 5", "20 7 1 9"});
    QCOMPARE(sample.tests.size(), 6U);
    QCOMPARE(sample.project.outputs.size(), 1U);
    QCOMPARE(sample.project.outputs[0].name, std::string("disparity"));
    for (const RecordedRun& test : sample.tests) {
      const int width = test.number(0);
      const int height = test.number(1);
      const int shifts = test.number(2);
      // Two arrays, row by row.
      std::vector<std::uint8_t> pixels;
      for (const Bytes& row : test.uploads) pixels.insert(pixels.end(), row.begin(), row.end());
      const std::ptrdiff_t size = static_cast<std::ptrdiff_t>(width) * height;
      QCOMPARE(static_cast<std::ptrdiff_t>(pixels.size()), 2 * size);
      const auto expected =
          disparities({pixels.begin(), pixels.begin() + size}, {pixels.begin() + size, pixels.end()}, width, height, shifts);
      QCOMPARE(test.result<float>(), expected);
      const std::set<float> different(expected.begin(), expected.end());
      QVERIFY2(width * height < 2000 || shifts < 20 || different.size() > 10, "many shifts");
      QVERIFY2(height < 30 || different.contains(-1), "and pixels without a match");
    }
  }
};

QTEST_GUILESS_MAIN(StereoSampleTest)
#include "stereo_sample_test.moc"
