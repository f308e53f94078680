/// The rule by which a variant is the best of a run.

#include <QTest>

#include "core/store/front.h"
#include "core/validation/candidates.h"

#include <algorithm>
#include <rapidcheck.h>

using namespace gevo;

namespace {

VariantRow row(std::int64_t id, double runtime, double error = 0, std::uint32_t edits = 1) {
  VariantRow row;
  row.id = id;
  row.runtime = runtime;
  row.error = error;
  row.edits = edits;
  row.code = {std::uint64_t(id), 1};
  return row;
}

VariantRow derived(std::int64_t id, std::int64_t parent, double runtime, double error = 0) {
  VariantRow one = row(firstDerivedId + id, runtime, error);
  one.parent = parent;
  return one;
}

struct Rows {
  RunInfo run;
  std::vector<VariantRow> variants{row(0, 100, 0, 0)};
  std::vector<VariantRow> derived;
  std::vector<ValidationRow> validations;
  std::vector<std::int64_t> knownFailures;

  explicit Rows(const std::vector<VariantRow>& more) {
    run.originalRuntime = 100;
    variants.insert(variants.end(), more.begin(), more.end());
  }
  Rows& failed(std::int64_t id) {
    validations.push_back({.variant = id, .passed = false});
    knownFailures.push_back(id);
    return *this;
  }
  Rows& passed(std::int64_t id) {
    validations.push_back({.variant = id, .passed = true});
    return *this;
  }
  /// 0: none.
  std::int64_t best(const BestCriterion& criterion = {0}) {
    std::ranges::sort(knownFailures);
    const VariantRow* best = bestVariant({run, variants, derived, validations, knownFailures}, criterion);
    return best ? best->id : 0;
  }
};

} // namespace

class CandidatesTest : public QObject {
  Q_OBJECT

private slots:
  void theFastestWithinTheErrorIsTheBest() {
    Rows rows({row(1, 90), row(2, 70, 0.02), row(3, 80, 0.005), row(4, 85)});
    QCOMPARE(rows.best(), std::int64_t(4));
    QCOMPARE(rows.best({0.01}), std::int64_t(3));
    QCOMPARE(rows.best({1}), std::int64_t(2));
  }

  void ofEquallyFastOnesErrorEditsAndIdDecide() {
    Rows rows({row(1, 80, 0.01, 1), row(2, 80, 0.005, 3), row(3, 80, 0.005, 2), row(4, 80, 0.005, 3)});
    rows.variants[4].inactive = 1;
    QCOMPARE(rows.best({0.01}), std::int64_t(3));
  }

  void whatIsSlowerThanTheOriginalIsNotTheBest() {
    Rows rows({row(1, 100), row(2, 95)});
    QCOMPARE(rows.best(), std::int64_t(2));
    OtherOriginal& nvcc = rows.run.report.nvcc;
    nvcc.compiler = "release 13.0";
    nvcc.result.reason = Reason::None;
    nvcc.result.fitness.runtime = 90;
    QCOMPARE(rows.best(), std::int64_t(0));
  }

  void leastEnergyIsComparedWithTheOriginals() {
    Rows rows({row(1, 80), row(2, 120), row(3, 90)});
    rows.run.originalEnergy = 50;
    rows.variants[1].energy = 45;
    rows.variants[2].energy = 40; // slower is no fault; 3 was not measured
    QCOMPARE(rows.best({0, Objective::Energy}), std::int64_t(2));
    rows.run.originalEnergy = 30;
    QCOMPARE(rows.best({0, Objective::Energy}), std::int64_t(0));
  }

  void whatPassedOneTestOnlyIsNotTheBest() {
    Rows rows({row(1, 80), row(2, 90)});
    rows.variants[1].passedAll = false;
    QCOMPARE(rows.best(), std::int64_t(2));
    QCOMPARE(rows.passed(1).best(), std::int64_t(2));
  }

  void whatIsKnownToFailIsNotTheBest() {
    Rows rows({row(1, 80), row(2, 85), row(3, 90)});
    rows.failed(1);
    QCOMPARE(rows.best(), std::int64_t(2)); // whether it is on the front or not
    rows.knownFailures.push_back(2);
    QCOMPARE(rows.best(), std::int64_t(3));
    QCOMPARE(rows.passed(2).best(), std::int64_t(3));
    rows.knownFailures.push_back(3);
    QCOMPARE(rows.best(), std::int64_t(0));
  }

  void whatHeldOutTestsShowCountsForWhatIsCalledExact() {
    Rows rows({row(1, 80), row(2, 85), row(3, 85)});
    rows.variants[3].code = rows.variants[1].code;
    rows.validations.push_back({.variant = 1, .passed = true, .error = 0.0004});
    QCOMPARE(rows.best(), std::int64_t(2));
    QCOMPARE(rows.best({0.01}), std::int64_t(1));
    rows.validations.push_back({.variant = 2, .passed = true, .error = 0});
    QCOMPARE(rows.best(), std::int64_t(2));
    rows.variants.erase(rows.variants.begin() + 2);
    QCOMPARE(rows.best(), std::int64_t(0)); // the other has the same code
  }

  void whatIsLeftOfAnInexactVariantIsACandidateForExactness() {
    Rows rows({row(1, 80), row(2, 95)});
    rows.validations.push_back({.variant = 1, .passed = true, .error = 0.0004});
    rows.derived = {derived(0, 1, 90)};
    QCOMPARE(rows.best(), firstDerivedId);
    QCOMPARE(rows.best({0.01}), std::int64_t(1));
  }

  void ofAFailedVariantWhatWasDerivedTakesTheRank() {
    Rows rows({row(1, 80), row(2, 85), row(3, 82)});
    rows.failed(1).failed(3).derived = {derived(0, 1, 90), derived(1, 3, 84), derived(2, 1, 90)};
    QCOMPARE(rows.best(), firstDerivedId);
    QCOMPARE(rows.failed(firstDerivedId).best(), firstDerivedId + 2);
    QCOMPARE(rows.failed(firstDerivedId + 2).best(), firstDerivedId + 1);
    QCOMPARE(rows.failed(firstDerivedId + 1).best(), std::int64_t(2));
  }

  void itsOwnRankCountsWhereThatIsBetter() {
    Rows rows({row(1, 90), row(2, 85)});
    rows.failed(1).derived = {derived(0, 1, 80)};
    QCOMPARE(rows.best(), firstDerivedId);
  }

  void anyOtherDerivedVariantIsSomebodysOwn() {
    Rows rows({row(1, 80)});
    rows.derived = {derived(0, 1, 60), derived(1, 0, 60)};
    QCOMPARE(rows.best(), std::int64_t(1));
    QCOMPARE(rows.passed(firstDerivedId).best(), std::int64_t(1));
  }

  /// Its parent is no candidate for the criterion.
  void withoutItsParentsErrorADerivedVariantIsACandidate() {
    Rows rows({row(1, 70, 0.01), row(2, 85)});
    rows.failed(1).derived = {derived(0, 1, 80)};
    QCOMPARE(rows.best({0}), firstDerivedId);
    rows.derived[0].runtime = 90;
    QCOMPARE(rows.best({0}), std::int64_t(2));
    QCOMPARE(rows.best({0.01}), firstDerivedId);
  }

  void aDerivedVariantIsNoReasonToPassOverAFasterOneThatPassed() {
    Rows rows({row(1, 80), row(2, 85), row(3, 86)});
    rows.failed(1).derived = {derived(0, 1, 90)};
    QCOMPARE(rows.best(), firstDerivedId);
    QCOMPARE(rows.passed(3).best(), std::int64_t(3));
    QCOMPARE(rows.passed(2).best(), std::int64_t(2));
    QCOMPARE(rows.passed(firstDerivedId).best(), std::int64_t(2));
  }

  /// So that the front is all that has to be read.
  void whereNothingFailedTheBestIsOnTheFront() {
    QVERIFY(rc::check([](const std::vector<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>>& figures, std::uint8_t error) {
      Rows all(std::vector<VariantRow>{});
      for (const auto& [a, b, c] : figures) all.variants.push_back(row(std::int64_t(all.variants.size()), 92 + a % 12, b % 4, c % 3));
      Rows front(std::vector<VariantRow>{});
      front.variants = paretoFront(all.variants);
      std::ranges::sort(front.variants, {}, &VariantRow::id);
      RC_ASSERT(front.best({double(error % 5)}) == all.best({double(error % 5)}));
    }));
  }

  /// No candidate that is left is better, but what was derived may stand before.
  void noRunVariantThatIsLeftIsBetter() {
    QVERIFY(rc::check([](const std::vector<std::tuple<std::uint8_t, std::uint8_t, bool, bool>>& figures, std::uint8_t error) {
      Rows rows(std::vector<VariantRow>{});
      for (const auto& [runtime, deviation, fails, passes] : figures) {
        rows.variants.push_back(row(std::int64_t(rows.variants.size()), 92 + runtime % 12, deviation % 4));
        if (fails)
          rows.failed(rows.variants.back().id);
        else if (passes)
          rows.passed(rows.variants.back().id);
      }
      const double most = error % 5;
      const std::int64_t best = rows.best({most});
      std::int64_t expected = 0;
      for (const VariantRow& one : rows.variants) {
        const bool left = one.runtime < 100 && one.error <= most && !std::ranges::binary_search(rows.knownFailures, one.id);
        const VariantRow& known = rows.variants[std::size_t(expected)];
        if (left && (expected == 0 || std::pair(one.runtime, one.error) < std::pair(known.runtime, known.error))) expected = one.id;
      }
      RC_ASSERT(best == expected);
    }));
  }
};

QTEST_GUILESS_MAIN(CandidatesTest)
#include "candidates_test.moc"
