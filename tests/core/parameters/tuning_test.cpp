#include "core/parameters/tuning.h" // before <compare>, which moc can't read as the first header

#include "tests/core/base/value_of.h"
#include "tests/core/parameters/spaces.h"

#include <QtTest>
#include <cmath>
#include <functional>
#include <set>

using namespace gevo;

class TuningTest : public QObject {
  Q_OBJECT

  using Runtime = std::function<double(const Configuration&)>; ///< 0: it can't be used

  static double valueOfParameter(const ParameterMoves& moves, const Configuration& configuration, const std::string& name) {
    const auto parameter = std::ranges::find(moves.space().parameters, name, &Parameter::name);
    return std::stod(valueIn(configuration, *parameter));
  }

  /// Everything that was tried until the search ended or `most` were.
  static std::vector<TriedConfiguration> search(const ParameterMoves& moves, std::size_t most, const Runtime& runtime) {
    std::vector<TriedConfiguration> known{{{}, true, runtime({})}};
    for (std::uint32_t batch = 0; known.size() < most; ++batch) {
      RandomStream stream({1, batch, 0, 0, Purpose::Tuning});
      const std::vector<Configuration> next = nextConfigurations(moves, known, 6, stream);
      if (next.empty()) break;
      for (const Configuration& one : next) known.push_back({one, runtime(one) > 0, runtime(one)});
    }
    return known;
  }

  static const TriedConfiguration& bestOf(const std::vector<TriedConfiguration>& known) {
    const TriedConfiguration* best = &known.front();
    for (const TriedConfiguration& one : known)
      if (one.valid && one.runtime < best->runtime) best = &one;
    return *best;
  }

private slots:
  void fewConfigurationsAreAllTriedOnce() {
    const ParameterMoves small = valueOf(ParameterMoves::of(sample::smallSpace()));
    const auto known = search(small, 100, [](const Configuration&) { return 1.0; });
    QCOMPARE(known.size(), std::size_t(6));
    std::set<Configuration> distinct;
    for (const TriedConfiguration& one : known) distinct.insert(one.configuration);
    QCOMPARE(distinct.size(), known.size());
  }

  void theFirstAreFromAllOverTheSpace() {
    const ParameterMoves large = valueOf(ParameterMoves::of(sample::largeSpace()));
    RandomStream stream({1, 0, 0, 0, Purpose::Tuning});
    const std::vector<Configuration> first = nextConfigurations(large, {{{}, true, 1.0}}, 6, stream);
    QCOMPARE(first.size(), std::size_t(6));
    QCOMPARE(first[0], large.extremes()[0]);
    QCOMPARE(first[1], large.extremes()[1]);
    for (std::size_t i = 2; i < first.size(); ++i) QVERIFY(first[i].size() > 1);
  }

  void aSmoothSpaceIsDescended() {
    const ParameterMoves large = valueOf(ParameterMoves::of(sample::largeSpace()));
    const auto known = search(large, 80, [&](const Configuration& one) {
      const double a = std::log2(valueOfParameter(large, one, "A")) - 8; // best at 256
      const double b = std::log2(valueOfParameter(large, one, "B")) - 4; // and 16
      return 10 + a * a + b * b;
    });
    QCOMPARE(bestOf(known).runtime, 10.0);
  }

  void parametersThatOnlyFailAreLeftAlone() {
    const ParameterMoves large = valueOf(ParameterMoves::of(sample::largeSpace()));
    const auto known = search(large, 80, [&](const Configuration& one) {
      if (valueOfParameter(large, one, "C") != 64 || valueOfParameter(large, one, "D") != 64) return 0.0;
      return 10 + std::abs(std::log2(valueOfParameter(large, one, "A")) - 9);
    });
    const auto failed = std::ranges::count_if(known, [](const TriedConfiguration& one) { return !one.valid; });
    QVERIFY2(failed <= 12, qPrintable(QString::number(failed)));
    QCOMPARE(bestOf(known).runtime, 10.0);
  }

  void theSameStreamGivesTheSameBatch() {
    const ParameterMoves large = valueOf(ParameterMoves::of(sample::largeSpace()));
    const auto runtime = [](const Configuration& one) { return 100.0 - double(one.size()); };
    const auto first = search(large, 60, runtime);
    const auto second = search(large, 60, runtime);
    QCOMPARE(first.size(), second.size());
    for (std::size_t i = 0; i < first.size(); ++i) QCOMPARE(first[i].configuration, second[i].configuration);
  }
};

QTEST_GUILESS_MAIN(TuningTest)
#include "tuning_test.moc"
