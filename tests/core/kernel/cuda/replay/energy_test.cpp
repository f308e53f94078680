/// Energy from a counter that advances in steps.

#include <QTest>
#include <rapidcheck.h>

#include "core/kernel/cuda/replay/energy.h"

#include <cmath>

using namespace gevo;
using namespace gevo::cuda;

namespace {

/// Simulated work of known energy, and the card's counter.
struct Card {
  double before = 0;        ///< millijoules of a run, up to a step of the counter: of what ran until then
  double energy = 3;        ///< and after it
  double step = 100;        ///< runs
  std::size_t ofBatch = 10; ///< runs
  double runs = 0;
  double spent = 0;
  double shown = 0;
  double shownAt = 0;
  int steps = 0;

  Batch batch() {
    return [this]() -> Result<std::size_t> {
      for (std::size_t i = 0; i < ofBatch; ++i) {
        spent += steps == 0 ? before + energy : energy;
        if (++runs - shownAt < step) continue;
        shown = spent;
        shownAt = runs;
        ++steps;
      }
      return ofBatch;
    };
  }
  std::function<Result<double>()> counter() {
    return [this]() -> Result<double> { return shown; };
  }
};

} // namespace

class EnergyTest : public QObject {
  Q_OBJECT

private slots:
  /// The error is at most a batch at each end.
  void measuresTheEnergyOfTheWork() {
    QVERIFY(rc::check([] {
      Card card;
      card.energy = *rc::gen::inRange(1, 1000) * 1e-2;
      card.step = *rc::gen::inRange(1, 3000);
      card.ofBatch = *rc::gen::inRange<std::size_t>(1, 40);
      const Result<double> found = energyOfRun(card.batch(), card.counter());
      RC_ASSERT(found.has_value());
      RC_ASSERT(std::abs(*found / card.energy - 1) <= 2.0 / 50);
    }));
  }

  void ignoresEarlierWork() {
    Card card;
    card.before = 1000;
    const Result<double> found = energyOfRun(card.batch(), card.counter());
    QVERIFY(found && std::abs(*found / 3 - 1) < 0.04);
  }

  void windowSpansManyStepsAndBatches() {
    Card slow;
    slow.step = 5000;
    QVERIFY(energyOfRun(slow.batch(), slow.counter()).has_value());
    QVERIFY(slow.steps >= 6 && slow.runs >= 30'000);
    Card quick;
    quick.step = 1;
    QVERIFY(energyOfRun(quick.batch(), quick.counter()).has_value());
    QVERIFY(quick.runs >= 500);
  }

  void stoppedCounterIsAnError() {
    Card card;
    card.step = 1e18;
    const Result<double> found = energyOfRun(card.batch(), card.counter(), {.seconds = 0.01});
    QVERIFY(!found && found.error().message.find("stood still") != std::string::npos);
  }

  void failingWorkEndsTheMeasurement() {
    Card card;
    const Batch batch = [&, left = 20]() mutable -> Result<std::size_t> {
      if (left-- == 0) return fail("an illegal address");
      return card.batch()();
    };
    const Result<double> found = energyOfRun(batch, card.counter());
    QVERIFY(!found && found.error().message == "an illegal address");
  }

  void unreadableCounterEndsTheMeasurement() {
    Card card;
    const Result<double> found = energyOfRun(card.batch(), []() -> Result<double> { return fail("no counter"); });
    QVERIFY(!found && found.error().message == "no counter");
  }
};

QTEST_GUILESS_MAIN(EnergyTest)
#include "energy_test.moc"
