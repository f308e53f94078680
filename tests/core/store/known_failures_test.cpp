#include <QTest>

#include "core/edit/configuration.h"
#include "core/edit/edit_text.h"
#include "sample_run.h"

#include <QTemporaryDir>

#include <algorithm>
#include <rapidcheck.h>

using namespace gevo;

namespace {

/// With these edits, of which the later ones are inactive, and a code of its own.
Individual variant(std::int64_t id, const std::vector<std::uint64_t>& edits, std::size_t inactive = 0) {
  Individual one = sample::individual(id, 0, 50, 0);
  one.edits.clear();
  for (const std::uint64_t uid : edits) one.edits.push_back(sample::edit(uid));
  one.active.assign(edits.size(), true);
  std::fill(one.active.end() - std::ptrdiff_t(inactive), one.active.end(), false);
  return one;
}

using Ids = std::vector<std::int64_t>;

/// Each with the same chance, already in the first attempts.
std::size_t anyBelow(std::size_t bound) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange<std::size_t>(0, bound)); }

/// Some variants have equal ones; one is the original's.
Hash128 anyCode() { return {anyBelow(12), sample::original().result.code.low}; }

/// With ids from 1.
std::vector<Individual> anyVariants() {
  std::vector<Individual> variants;
  for (std::size_t count = anyBelow(8); variants.size() < count;) {
    std::vector<std::uint64_t> edits;
    for (std::uint64_t edit = 1; edit <= 5; ++edit)
      if (anyBelow(2) == 0) edits.push_back(edit);
    variants.push_back(variant(std::int64_t(variants.size()) + 1, edits, std::min(edits.size(), anyBelow(3))));
    variants.back().result.code = anyCode();
  }
  return variants;
}

/// The variant has the code of the failed one, or all of its active edits.
bool failsLike(const Individual& one, const Individual& failed) {
  const EditList edits = activeEdits(one);
  const EditList enough = activeEdits(failed);
  const auto isThere = [&](const Edit& edit) { return std::ranges::find(edits, edit) != edits.end(); };
  return one.result.code == failed.result.code || (!enough.empty() && std::ranges::all_of(enough, isThere));
}

} // namespace

class KnownFailuresTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;

  void begin(const std::vector<Individual>& variants) {
    store_.reset();
    folder_ = std::make_unique<QTemporaryDir>();
    qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
    store_ = std::move(Store::create(folder_->filePath("a.gevo").toStdString(), {}).value());
    beginRun(variants);
  }
  void beginRun(const std::vector<Individual>& variants) {
    run_ = store_->beginRun({}, "simulated H200", sample::original()).value();
    add(0, variants);
  }
  void add(std::uint32_t number, const std::vector<Individual>& variants) {
    GenerationResult generation;
    generation.generation = number;
    generation.evaluations = variants;
    if (!store_->addGeneration(run_, generation)) qFatal("cannot add a generation");
  }
  std::int64_t derive(std::int64_t parent, const std::vector<std::uint64_t>& edits) {
    Individual derived = variant(0, edits);
    derived.parent = parent;
    derived.result.code = hashText(printEdits(derived.edits));
    return store_->addDerived(run_, derived).value();
  }
  void fail(std::int64_t variant) {
    if (!store_->addValidation(run_, {.variant = variant, .passed = false, .candidate = 1})) qFatal("cannot add a validation");
  }
  Ids known(std::int64_t from = 0) const { return store_->knownFailures(run_, from).value(); }

private slots:
  void withoutAFailureNothingIsKnown() {
    begin({variant(1, {7})});
    QVERIFY(store_->addValidation(run_, {.variant = 1, .passed = true, .candidate = 1}));
    QCOMPARE(known(), Ids());
  }

  void whatFailedOnceFails() {
    begin({variant(1, {7}), variant(2, {8})});
    fail(1);
    QVERIFY(store_->addValidation(run_, {.variant = 1, .passed = true, .candidate = 2}));
    QCOMPARE(known(), Ids{1});
  }

  void equalCodeFails() {
    std::vector<Individual> variants{variant(1, {7}), variant(2, {8}), variant(3, {9})};
    variants[2].result.code = variants[0].result.code;
    begin(variants);
    fail(1);
    QCOMPARE(known(), (Ids{1, 3}));
  }

  void whatHasAllActiveEditsFails() {
    begin({variant(1, {7, 8, 9}, 1), variant(2, {5, 8, 7}), variant(3, {8, 9}), variant(4, {5, 8, 7}, 1)});
    fail(1); // 9 does nothing in it, and 7 does nothing in variant 4
    QCOMPARE(known(), (Ids{1, 2}));
  }

  void editsThatFailInOneConfigurationMayPassInAnother() {
    std::vector<Individual> variants{variant(1, {7}), variant(2, {7, 8}), variant(3, {7}), variant(4, {}), variant(5, {8})};
    for (const std::size_t i : {2, 3, 4}) variants[i].edits.push_back(setEdit({"BLOCK", "64"}));
    for (const std::size_t i : {2, 3, 4}) variants[i].active.push_back(true);
    begin(variants);
    fail(1);
    QCOMPARE(known(), (Ids{1, 2}));
    fail(4); // the parameter alone
    QCOMPARE(known(), (Ids{1, 2, 3, 4, 5}));
  }

  void derivedVariantsFailAndAreKnownToFail() {
    begin({variant(1, {7, 8, 9}), variant(2, {7, 8}), variant(3, {8, 9}), variant(4, {9})});
    const std::int64_t failed = derive(1, {7, 8});
    const std::int64_t more = derive(1, {7, 8, 9});
    const std::int64_t less = derive(1, {9});
    fail(failed);
    QCOMPARE(known(), (Ids{1, 2, failed, more}));
    fail(4);
    QCOMPARE(known(), (Ids{1, 2, 3, 4, failed, more, less}));
  }

  /// Whose parent is a derived one itself.
  void aVariantDerivedTwiceHasTheEditsOfItsAncestor() {
    begin({variant(1, {7, 8, 9}), variant(2, {7})});
    const std::int64_t first = derive(1, {7, 8});
    const std::int64_t second = derive(first, {7});
    fail(second);
    QCOMPARE(known(), (Ids{1, 2, first, second}));
  }

  /// Else each variant, which has all of its no edits, would be.
  void theOriginalNeverIsKnownToFail() {
    begin({variant(1, {7}), variant(2, {8}, 1)});
    fail(0);
    QCOMPARE(known(), Ids());
    fail(2); // no edit of it does anything
    QCOMPARE(known(), Ids{2});
  }

  void newOnesCanBeReadAlone() {
    begin({variant(1, {7}), variant(2, {7, 8})});
    fail(1);
    add(1, {variant(11, {8}), variant(12, {8, 7})});
    QCOMPARE(known(3), Ids{12});
    QCOMPARE(known(), (Ids{1, 2, 12}));
  }

  void itIsWhatComparingEditsFinds() {
    begin({});
    QVERIFY(rc::check([this] {
      std::vector<Individual> variants = anyVariants();
      beginRun(variants);
      addAnyDerived(variants);
      std::vector<Individual> failures;
      for (std::size_t count = anyBelow(4); count > 0; --count) {
        const std::size_t index = anyBelow(variants.size() + 1);
        if (index < variants.size()) failures.push_back(variants[index]);
        fail(index < variants.size() ? variants[index].id : 0); // the original's is none of the variants'
      }
      const std::int64_t from = *rc::gen::element<std::int64_t>(0, 1, 3, firstDerivedId, firstDerivedId + 1);
      Ids expected;
      for (const Individual& one : variants)
        if (one.id >= from && std::ranges::any_of(failures, [&](const Individual& other) { return failsLike(one, other); }))
          expected.push_back(one.id);
      RC_ASSERT(known(from) == expected);
    }));
  }

private:
  /// A few, each with some edits of a variant, which may be derived itself.
  void addAnyDerived(std::vector<Individual>& variants) {
    if (variants.empty()) return;
    for (std::size_t count = anyBelow(6); count > 0; --count) {
      const Individual& parent = anyBelow(2) == 0 ? variants.back() : variants[anyBelow(variants.size())];
      Individual derived = parent;
      derived.id = 0;
      derived.parent = parent.id;
      derived.edits.clear();
      derived.active.clear();
      for (const Edit& edit : parent.edits) {
        if (anyBelow(3) == 0) continue;
        derived.edits.push_back(edit);
        derived.active.push_back(anyBelow(4) != 0);
      }
      derived.result.code = anyCode();
      derived.id = store_->addDerived(run_, derived).value();
      if (std::ranges::find(variants, derived.id, &Individual::id) == variants.end())
        variants.push_back(derived); // else it keeps what it was
    }
  }
};

QTEST_GUILESS_MAIN(KnownFailuresTest)
#include "known_failures_test.moc"
