#include "core/values/built_project.h"
#include "recorded_sample.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

using namespace gevo;
using namespace gevo::testing;

class NnSampleTest : public QObject {
  Q_OBJECT
private slots:
  void initTestCase() {
    if (const std::string missing = missingTool(); !missing.empty()) QSKIP(missing.c_str());
  }

  void agreesWithPlainCode() {
    const RecordedSample sample = recordSample("nn", {"500 5 30 -90 1", "33000 1 -7.5 13 2", "257 257 60 -300 3", "1 1 0 0 5"});
    QCOMPARE(sample.tests.size(), 4U);
    QCOMPARE(sample.project.outputs.size(), 1U);
    QCOMPARE(sample.project.outputs[0].name, std::string("distances"));
    for (const RecordedRun& test : sample.tests) {
      const auto places = test.upload<float>(0); // latitude, longitude of one after the other
      QCOMPARE(places.size(), 2 * static_cast<std::size_t>(test.number(0)));
      std::vector<float> expected;
      for (std::size_t i = 0; i < places.size(); i += 2)
        expected.push_back(static_cast<float>(std::hypot(places[i] - std::stod(test.words[2]), places[i + 1] - std::stod(test.words[3]))));
      const double difference = largestDifference(test.result<float>(), expected, 1);
      QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
      // A variant that computes nothing must not pass for an approximation.
      QVERIFY(*std::ranges::max_element(expected) > 5);
    }
  }
};

QTEST_GUILESS_MAIN(NnSampleTest)
#include "nn_sample_test.moc"
