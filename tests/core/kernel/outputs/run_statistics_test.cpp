// A variant of a program that varies is right where runs of it can't be told from those of the original.

#include "core/kernel/outputs/run_statistics.h"

#include <QTest>
#include <algorithm>
#include <cstring>
#include <random>

using namespace gevo;
using namespace gevo::program;

namespace {

constexpr int runs = 20;
const std::vector<OutputInfo> outputs{{"walkers", "f32", "debug info", {}, {}}};

OutputFigures figures(const std::vector<float>& elements) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(elements.data());
  return figuresOf(0, ElementType::F32, ByteView(bytes, elements.size() * sizeof(float)), {});
}

/// Runs of a program whose output is a smooth curve with noise, another one for each seed.
std::vector<std::vector<float>> simulate(unsigned firstSeed, int count, float mean = 10, float noise = 1) {
  std::vector<std::vector<float>> all;
  for (int run = 0; run < count; ++run) {
    std::mt19937 random(firstSeed + unsigned(run));
    std::normal_distribution<float> drawn(0, noise);
    std::vector<float> elements;
    for (int i = 0; i < 500; ++i) elements.push_back(mean + float(i % 100) + drawn(random));
    all.push_back(std::move(elements));
  }
  return all;
}

std::vector<RunFigures> figuresOfRuns(const std::vector<std::vector<float>>& all) {
  std::vector<RunFigures> found;
  for (const auto& elements : all) found.push_back({figures(elements)});
  return found;
}

Verdict judge(const std::vector<std::vector<float>>& variant) {
  return judgeRuns(figuresOfRuns(simulate(1, runs)), figuresOfRuns(variant), outputs);
}

} // namespace

class RunStatisticsTest : public QObject {
  Q_OBJECT
private slots:
  void figuresAreMeanDeviationAndStep() {
    const OutputFigures found = figures({1, 3, 2, 6});
    QCOMPARE(found.values[0], 3.0);
    QVERIFY(std::abs(found.values[1] - std::sqrt(14.0 / 3)) < 1e-12);
    QVERIFY(std::abs(found.values[2] - 7.0 / 3) < 1e-12);
  }
  void elementsThatAreNotFiniteDoNotCount() { QCOMPARE(figures({2, INFINITY, NAN, 4}).values[0], 3.0); }

  void runsWithOtherSeedsAreRightAsOftenAsPromised() {
    int wrong = 0;
    for (unsigned trial = 0; trial < 200; ++trial) {
      const auto original = figuresOfRuns(simulate(100 + 1000 * trial, runs));
      const auto variant = figuresOfRuns(simulate(500 + 1000 * trial, runs));
      wrong += judgeRuns(original, variant, outputs).isRight() ? 0 : 1;
    }
    QVERIFY2(wrong <= 4, qPrintable(QString::number(wrong))); // 1 % are expected
  }
  void aSmallShiftOfTheMeanIsFound() {
    const Verdict verdict = judge(simulate(9000, runs, 10.1F));
    QVERIFY(!verdict.isRight());
    QVERIFY2(verdict.message.find("the mean of walkers") != std::string::npos, verdict.message.c_str());
    QVERIFY(verdict.shift > 0.0005 && verdict.shift < 0.01);
  }
  void moreNoiseIsFound() { QVERIFY(!judge(simulate(9000, runs, 10, 1.2F)).isRight()); }
  void oneRunIsEnoughForALargeDifference() { QVERIFY(!judge(simulate(9000, 1, 12)).isRight()); }
  void aSmallDifferenceTakesAllRuns() { QVERIFY(judge(simulate(9000, 1, 10.1F)).isRight()); }
  void theSameResultInEveryRunIsNoChance() {
    const auto one = simulate(9000, 1);
    const Verdict verdict = judge(std::vector(runs, one.front()));
    QVERIFY(!verdict.isRight());
    QVERIFY(verdict.shift > 0.9); // its spread is gone, though its means are close
  }
  void elementsInOtherPlacesAreFound() {
    auto variant = simulate(9000, runs);
    for (auto& elements : variant) std::ranges::sort(elements);
    const Verdict verdict = judge(variant);
    QVERIFY2(verdict.message.find("difference of neighbours") != std::string::npos, verdict.message.c_str());
  }
  void aFigureThatNeverVariesHasToStay() {
    const std::vector<RunFigures> original(runs, RunFigures{figures({1, 2, 3})});
    QVERIFY(judgeRuns(original, original, outputs).isRight());
    QVERIFY(!judgeRuns(original, std::vector(runs, RunFigures{figures({1, 2, 3.001F})}), outputs).isRight());
  }
  void anOutputThatIsMissingIsWrong() {
    const auto original = figuresOfRuns(simulate(1, runs));
    QVERIFY(!judgeRuns(original, std::vector<RunFigures>(runs), outputs).isRight());
  }
  void runsThatAreAllTheSameAreRecognised() {
    QVERIFY(areAllTheSame(figuresOfRuns({{1, 2}, {1, 2}})));
    QVERIFY(!areAllTheSame(figuresOfRuns({{1, 2}, {1, 3}})));
  }
};

QTEST_APPLESS_MAIN(RunStatisticsTest)
#include "run_statistics_test.moc"
