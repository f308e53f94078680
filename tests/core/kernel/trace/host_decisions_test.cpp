#include "core/base/result.h" // before <compare>, which moc can't read as the first header
#include "core/kernel/trace/host_decisions.h"

#include <QtTest>
#include <algorithm>

using namespace gevo::program;

namespace {

using Outputs = std::vector<std::uint32_t>;

/// A host that decides by some outputs, each if it is changed in one way.
struct Host {
  std::map<std::uint32_t, Change> deciding;
  int trials = 0;

  std::set<std::uint32_t> search(const Outputs& candidates, std::size_t most = 100) {
    return searchDecisions(
        candidates,
        [&](const Outputs& outputs, Change change) {
          ++trials;
          return std::ranges::none_of(outputs, [&](std::uint32_t output) {
            const auto found = deciding.find(output);
            return found != deciding.end() && found->second == change;
          });
        },
        most);
  }
};

} // namespace

class HostDecisionsTest : public QObject {
  Q_OBJECT
private slots:
  void nothingDecidesAfterOneTrialOfEachChange() {
    Host host;
    QVERIFY(host.search({0, 1, 2, 3, 4, 5, 6, 7}).empty());
    QCOMPARE(host.trials, 3);
  }
  void decidingOutputsAreFoundWhateverChangeShowsThem() {
    Host host{{{2, Change::Slight}, {5, Change::Zero}, {6, Change::Slight}, {7, Change::Opposite}}};
    QCOMPARE(host.search({0, 1, 2, 3, 4, 5, 6, 7}), (std::set<std::uint32_t>{2, 5, 6, 7}));
  }
  void nothingToDecideByNeedsNoTrial() {
    Host host;
    QVERIFY(host.search({}).empty());
    QCOMPARE(host.trials, 0);
  }
  void whatIsNotTriedStaysADecision() {
    Host host{{{2, Change::Slight}}};
    QCOMPARE(host.search({0, 1, 2, 3}, 2), (std::set<std::uint32_t>{0, 1, 2, 3}));
    QCOMPARE(host.trials, 2);
  }
};

QTEST_GUILESS_MAIN(HostDecisionsTest)
#include "host_decisions_test.moc"
