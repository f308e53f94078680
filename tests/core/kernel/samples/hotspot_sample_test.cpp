#include "core/values/built_project.h"
#include "hotspot_reference.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

class HotspotSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("hotspot", {"64 64 2 1", "128 128 4 2", "160 96 4 3", "50 70 5 9", "1000 600 4 4"});
    QCOMPARE(sample.tests.size(), 5U);
    QCOMPARE(sample.project.outputs.size(), 1U);
    QCOMPARE(sample.project.outputs[0].name, std::string("temp_out"));
    QCOMPARE(sample.project.outputs[0].type, std::string("f32"));
    for (const RecordedRun& test : sample.tests) {
      QCOMPARE(test.uploads.size(), 2U);
      QCOMPARE(test.downloads.size(), 1U);
      const auto power = test.upload<float>(0);
      const auto start = test.upload<float>(1);
      const auto expected = reference::hotspot(start, power, test.number(0), test.number(1), test.number(2));
      const auto got = test.result<float>();
      QCOMPARE(got.size(), expected.size());
      double largest = 0;
      double change = 0;
      for (std::size_t i = 0; i < got.size(); ++i) {
        largest = std::max(largest, std::abs(static_cast<double>(got[i]) - expected[i]) / expected[i]);
        change = std::max(change, std::abs(static_cast<double>(got[i]) - start[i]) / start[i]);
      }
      QVERIFY2(largest < 1e-5, qPrintable(QString::number(largest)));
      // A variant that computes nothing must not pass for an approximation.
      QVERIFY2(change > 0.05, qPrintable(QString::number(change)));
    }
  }
};

QTEST_GUILESS_MAIN(HotspotSampleTest)
#include "hotspot_sample_test.moc"
