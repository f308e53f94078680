#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>

using namespace gevo;
using namespace gevo::testing;

namespace {

struct Region {
  int begin = 0;
  int end = 0;
};

int clipped(int sample) { return std::clamp(sample, -32768, 32767); }

/// Of one frame: the mean of its tracks.
int mixOf(const std::vector<std::int16_t>& samples, const std::vector<int>& gains, std::size_t frame, std::size_t frames) {
  int sum = 0;
  for (std::size_t track = 0; track < gains.size(); ++track) sum += clipped(samples[track * frames + frame] * gains[track] >> 8);
  return sum / int(gains.size());
}

/// Of the samples that are not silent.
int meanMagnitude(const std::vector<std::int16_t>& mixed, const Region& region) {
  int sum = 0;
  int heard = 0;
  for (int frame = region.begin; frame < region.end; ++frame) {
    if (std::abs(mixed[frame]) <= 32) continue;
    sum += std::abs(mixed[frame]);
    ++heard;
  }
  return heard == 0 ? 0 : sum / heard;
}

} // namespace

class TrapsSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample =
        recordSample("traps", {"8 4096 512 4 50 2", "6 2048 1024 4 60 4", "1 1 1 1 100 1", "8 1000 3000 1 100 7", "3 77 50 7 80 4"});
    QCOMPARE(sample.tests.size(), 5U);
    QCOMPARE(sample.project.outputs[0].name, std::string("mixed"));
    QCOMPARE(sample.project.outputs[1].name, std::string("means"));
    for (const RecordedRun& test : sample.tests) {
      const std::vector<std::int16_t> samples = test.upload<std::int16_t>(0);
      const std::vector<int> gains = test.upload<int>(1);
      std::vector<std::int16_t> mixed(test.number(1));
      for (std::size_t frame = 0; frame < mixed.size(); ++frame) mixed[frame] = std::int16_t(mixOf(samples, gains, frame, mixed.size()));
      QCOMPARE(test.download<std::int16_t>(0), mixed);
      std::vector<int> means;
      for (const Region& region : test.upload<Region>(2)) means.push_back(meanMagnitude(mixed, region));
      QCOMPARE(test.download<int>(1), means);
    }
  }

  /// What no test of the manifest needs, other input does.
  void tracksClipAndRegionsAreOddOrEmptyBeyondTheTests() {
    const RecordedSample sample = recordSample("traps", {"8 4096 512 4 50 2", "6 2048 1024 4 60 4", "8 1000 3000 1 100 7"});
    QCOMPARE(sample.tests.size(), 3U);
    for (const RecordedRun& test : sample.tests) {
      const bool isTrap = test.number(4) == 100;
      const std::vector<std::int16_t> samples = test.upload<std::int16_t>(0);
      const std::vector<int> gains = test.upload<int>(1);
      const std::size_t frames = samples.size() / gains.size();
      std::size_t clips = 0;
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const int amplified = samples[i] * gains[i / frames] >> 8;
        if (amplified != clipped(amplified)) ++clips;
      }
      QCOMPARE(clips > 0, isTrap);
      const std::vector<Region> regions = test.upload<Region>(2);
      QCOMPARE(std::ranges::any_of(regions, [](const Region& one) { return one.begin == one.end; }), isTrap);
      QCOMPARE(std::ranges::any_of(regions, [](const Region& one) { return one.begin % 2 != 0; }), isTrap);
    }
  }
};

QTEST_GUILESS_MAIN(TrapsSampleTest)
#include "traps_sample_test.moc"
