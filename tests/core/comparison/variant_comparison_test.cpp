#include "core/comparison/variant_comparison.h"

#include <QtTest>

#include <algorithm>

namespace gevo {

class VariantComparisonTest : public QObject {
  Q_OBJECT
private slots:
  void theBestOfEachRowIsMarked();
  void simulatedTimesAreCalledSo();
  void measuredOnesHaveIntervalsAndResources();
  void equalValuesHaveNoBest();
  void editsAreThoseOfAllThenOfSeveralThenOfOne();
  void inactiveEditsAreCalledSo();
  void parametersHaveRows();
  void whatIsNotKnownHasNoRow();
  void testsHaveSpeedups();

private:
  static Edit edit(std::uint64_t target) {
    Edit edit;
    edit.uid = target;
    edit.op = Operator::Delete;
    edit.target = InstructionRef::base(target);
    return edit;
  }
  static VariantToCompare variant(std::int64_t id, double runtime, double error, const std::vector<std::uint64_t>& targets) {
    VariantToCompare one;
    one.individual.id = id;
    one.individual.result.reason = Reason::None;
    one.individual.result.fitness = {runtime, error};
    for (const std::uint64_t target : targets) one.individual.edits.push_back(edit(target));
    one.individual.active.assign(targets.size(), true);
    for (const std::uint64_t target : targets) one.words.push_back({.active = true, .text = "delete `" + std::to_string(target) + "`"});
    return one;
  }
  static RunInfo run() {
    RunInfo run;
    run.originalRuntime = 20;
    return run;
  }
  static const PropertyRow* row(const VariantComparison& comparison, const std::string& name) {
    const auto found = std::ranges::find(comparison.rows, name, &PropertyRow::name);
    return found == comparison.rows.end() ? nullptr : &*found;
  }
};

void VariantComparisonTest::theBestOfEachRowIsMarked() {
  const VariantComparison comparison = compareVariants(run(), {}, {variant(3, 10, 0.005, {1}), variant(5, 16, 0, {1, 2})});
  QCOMPARE(comparison.variants, (std::vector<std::int64_t>{3, 5}));
  const PropertyRow* speedup = row(comparison, "speedup, simulated");
  QVERIFY(speedup);
  QCOMPARE(speedup->cells, (std::vector<std::string>{"2.000×", "1.250×"}));
  QCOMPARE(speedup->best, (std::vector<bool>{true, false}));
  QVERIFY(speedup->differs);
  QCOMPARE(row(comparison, "error")->best, (std::vector<bool>{false, true}));
  QCOMPARE(row(comparison, "edits")->best, (std::vector<bool>{true, false}));
  QVERIFY(!row(comparison, "races")->differs);
}

void VariantComparisonTest::simulatedTimesAreCalledSo() {
  const VariantComparison comparison = compareVariants(run(), {}, {variant(3, 10, 0, {1}), variant(5, 16, 0, {2})});
  QVERIFY(row(comparison, "runtime, simulated"));
  QVERIFY(!row(comparison, "runtime"));
  QVERIFY(!row(comparison, "95 % interval"));
}

void VariantComparisonTest::measuredOnesHaveIntervalsAndResources() {
  RunInfo measured = run();
  measured.settings.evaluation.device = "cuda";
  std::vector<VariantToCompare> variants{variant(3, 10, 0, {1}), variant(5, 16, 0, {2})};
  variants[0].individual.result.metrics = {
      .kernels = {{.kernel = "a", .registers = 40}, {.kernel = "b", .registers = 32}}, .repeats = 9, .relativeError = 0.01};
  variants[1].individual.result.metrics = {.kernels = {{.kernel = "a", .registers = 36}}};
  const VariantComparison comparison = compareVariants(measured, {}, variants);
  QVERIFY(row(comparison, "runtime"));
  QCOMPARE(row(comparison, "95 % interval")->cells[1], std::string("–"));
  QCOMPARE(row(comparison, "registers of a thread")->cells, (std::vector<std::string>{"40", "36"}));
  QCOMPARE(row(comparison, "registers of a thread")->best, (std::vector<bool>{false, true}));
}

void VariantComparisonTest::equalValuesHaveNoBest() {
  const VariantComparison comparison = compareVariants(run(), {}, {variant(3, 10, 0, {1}), variant(5, 10, 0, {2})});
  QVERIFY(!row(comparison, "speedup, simulated")->differs);
  QCOMPARE(row(comparison, "speedup, simulated")->best, (std::vector<bool>{false, false}));
}

void VariantComparisonTest::editsAreThoseOfAllThenOfSeveralThenOfOne() {
  const VariantComparison comparison = compareVariants(
      run(), {}, {variant(0, 20, 0, {}), variant(3, 10, 0, {7, 1}), variant(5, 11, 0, {1, 2, 8}), variant(6, 12, 0, {8, 1})});
  const auto begin = std::ranges::find(comparison.rows, "Edits that all have", &PropertyRow::name);
  std::vector<std::string> names;
  for (auto at = begin; at != comparison.rows.end(); ++at) names.push_back(at->name);
  QCOMPARE(names, (std::vector<std::string>{"Edits that all have", "delete 1", "Edits that several have", "delete 8",
                                            "Edits that one alone has", "delete 7", "delete 2"}));
  QCOMPARE((begin + 1)->cells, (std::vector<std::string>{"–", "yes", "yes", "yes"}));
  QCOMPARE((begin + 3)->cells, (std::vector<std::string>{"–", "–", "yes", "yes"}));
}

void VariantComparisonTest::inactiveEditsAreCalledSo() {
  std::vector<VariantToCompare> variants{variant(3, 10, 0, {1}), variant(5, 11, 0, {1})};
  variants[1].individual.active[0] = false;
  const VariantComparison comparison = compareVariants(run(), {}, variants);
  QCOMPARE(row(comparison, "delete 1")->cells, (std::vector<std::string>{"yes", "inactive"}));
  QCOMPARE(row(comparison, "inactive edits")->cells, (std::vector<std::string>{"0", "1"}));
}

void VariantComparisonTest::parametersHaveRows() {
  Project project;
  project.parameters = {{{.name = "BLOCK", .value = "16", .values = {"16", "32"}}}, {}};
  std::vector<VariantToCompare> variants{variant(3, 10, 0, {1}), variant(5, 11, 0, {1})};
  variants[1].individual.edits.insert(variants[1].individual.edits.begin(), setEdit({"BLOCK", "32"}));
  variants[1].individual.active.push_back(true);
  variants[1].words.insert(variants[1].words.begin(), EditDescription{.text = "BLOCK is 32"});
  const VariantComparison comparison = compareVariants(run(), project, variants);
  QCOMPARE(row(comparison, "BLOCK")->cells, (std::vector<std::string>{"16", "32"}));
  QVERIFY2(!row(comparison, "BLOCK is 32"), "it has a row already");
}

void VariantComparisonTest::whatIsNotKnownHasNoRow() {
  const VariantComparison comparison = compareVariants(run(), {}, {variant(3, 10, 0, {}), variant(5, 11, 0, {})});
  for (const char* name : {"energy", "inactive edits", "registers of a thread", "pinned", "note", "Edits that all have"})
    QVERIFY2(!row(comparison, name), name);
}

void VariantComparisonTest::testsHaveSpeedups() {
  std::vector<VariantToCompare> variants{variant(0, 20, 0, {}), variant(3, 10, 0, {1}), variant(5, 11, 0, {2})};
  variants[1].tests = {{TestRole::Test, "512 2", 10, 5}, {TestRole::Workload, "4096 2", 8, 10}};
  const VariantComparison comparison = compareVariants(run(), {}, variants);
  QCOMPARE(row(comparison, "test 512 2")->cells, (std::vector<std::string>{"1.000×", "2.000×", "–"}));
  QCOMPARE(row(comparison, "workload 4096 2")->best, (std::vector<bool>{true, false, false}));
}

} // namespace gevo

QTEST_GUILESS_MAIN(gevo::VariantComparisonTest)
#include "variant_comparison_test.moc"
