#include <QTest>

#include "core/fidelity/fidelity.h"

#include <QTemporaryDir>
#include <cmath>
#include <rapidcheck.h>

using namespace gevo;

namespace {

Individual evaluated(std::int64_t id, std::uint64_t code, double runtime, Reason reason = Reason::None) {
  Individual one;
  one.id = id;
  one.generation = 0;
  one.slot = static_cast<std::uint32_t>(id);
  one.origin = Origin::InitialMutation;
  one.parent = 0;
  one.result.stage = Stage::Done;
  one.result.reason = reason;
  one.result.code = {0, code};
  one.result.fitness = {runtime, 0};
  return one;
}

} // namespace

class FidelityTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  std::unique_ptr<Store> storeWith(const char* name, const std::vector<Individual>& evaluations) {
    auto store = Store::create(folder_.filePath(name).toStdString(), Project{});
    if (!store) qFatal("%s", store.error().message.c_str());
    Individual original;
    original.result.reason = Reason::None;
    original.result.fitness = {100, 0};
    const auto run = (*store)->beginRun({}, "simulated H200", original);
    if (!run || !(*store)->addGeneration(*run, {.generation = 0, .evaluations = evaluations, .population = {1}, .rank = {0}}))
      qFatal("no run");
    return std::move(*store);
  }

private slots:
  void timesAreSumsOverTheTests() {
    const FidelityPoint point = pointOf({{10, 20, 30, 60, 0.01}, {30, 20, 10, 20, 0.02}});
    QCOMPARE(point.simulated, 1.0);
    QCOMPARE(point.measured, 0.5);
    QCOMPARE(point.error, std::sqrt(0.3 * 0.3 + 0.2 * 0.2) / 80);
    QVERIFY(std::isinf(pointOf({{1, 1, 1, 1, std::numeric_limits<double>::infinity()}}).error));
  }

  void eachValidCodeIsUsedOnce() {
    const auto store = storeWith("once.gevo", {evaluated(1, 7, 90), evaluated(2, 7, 90), evaluated(3, 8, 80, Reason::Race),
                                               evaluated(4, 9, 110), evaluated(5, 0, 70)});
    const auto found = variantsOfRuns(*store, {}, 100);
    QVERIFY2(found.has_value(), found ? "" : found.error().message.c_str());
    QCOMPARE(found->size(), std::size_t(2));
    QCOMPARE(found->front().name, std::string("run 1, variant 1"));
    QCOMPARE(found->back().runtime, 110.0);
    QCOMPARE(variantsOfRuns(*store, "search", 100)->front().name, std::string("search, variant 1"));
  }

  void manyVariantsAreSampledOverTheirRuntimes() {
    std::vector<Individual> evaluations;
    for (int i = 1; i <= 100; ++i) evaluations.push_back(evaluated(i, 1000 + static_cast<std::uint64_t>(i), 200 - i));
    const auto store = storeWith("many.gevo", evaluations);
    const auto found = variantsOfRuns(*store, {}, 10);
    QVERIFY(found.has_value());
    QCOMPARE(found->size(), std::size_t(10));
    for (std::size_t i = 0; i < 10; ++i) QCOMPARE((*found)[i].runtime, 100.0 + 10 * double(i));
  }
};

QTEST_GUILESS_MAIN(FidelityTest)
#include "fidelity_test.moc"
