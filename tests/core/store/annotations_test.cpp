/// What the user writes into a file: annotations, derived variants; and where a variant came from.

#include <QTest>

#include "core/values/generation.h"
#include "core/values/individual.h"
#include "sample_run.h"

#include <QTemporaryDir>

using namespace gevo;

namespace {

std::unique_ptr<Store> open(const std::filesystem::path& path, Store::Access access) {
  auto store = Store::open(path, access);
  if (!store) qFatal("%s", store.error().message.c_str());
  return std::move(*store);
}

std::vector<std::int64_t> idsOf(const std::vector<VariantRow>& rows) {
  std::vector<std::int64_t> ids;
  for (const VariantRow& row : rows) ids.push_back(row.id);
  return ids;
}

Individual derivedFrom(const Individual& parent, std::size_t edits) {
  Individual derived = parent;
  derived.parent = parent.id;
  derived.edits.resize(edits);
  derived.active.assign(edits, true);
  derived.result.fitness.runtime = 77;
  return derived;
}

/// A descendant with these edits; every one is valid.
Individual descendant(std::int64_t id, std::uint32_t generation, std::int64_t parent, std::int64_t parent2,
                      std::vector<std::uint64_t> edits) {
  Individual one = sample::individual(id, generation, 90, 0);
  one.parent = parent;
  one.parent2 = parent2;
  one.edits.clear();
  for (const std::uint64_t uid : edits) one.edits.push_back(sample::edit(uid));
  one.active.assign(one.edits.size(), true);
  return one;
}

} // namespace

class AnnotationsTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void annotationIsKeptUntilItIsEmpty();
  void annotationsCanBeWrittenDuringARun();
  void runIsNamedUntilItsLabelIsEmpty();
  void runThatIsNotThereHasNoName();
  void annotatingAccessCannotWriteRuns();
  void derivedVariantIsReadByItsId();
  void patchIsKeptAndReplaced();
  void equalEditsAreDerivedOnce();
  void derivedVariantsDoNotChangeTheRun();
  void variantNamesRoundTrip();
  void lineageShowsWhenEachEditAppeared();
  void lineageFollowsTheParentWithMostEdits();
  void lineageOfADerivedVariantEndsWithIt();

private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::filesystem::path path_;
};

void AnnotationsTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  path_ = folder_->filePath("a.gevo").toStdString();
  auto store = Store::create(path_, sample::project());
  QVERIFY(store);
  QCOMPARE((*store)->beginRun({}, "simulated", sample::original()).value(), std::int64_t(1));
  for (const std::uint32_t number : {0U, 1U}) QVERIFY((*store)->addGeneration(1, sample::generation(number)));
}

void AnnotationsTest::annotationIsKeptUntilItIsEmpty() {
  const Annotation annotation{5, true, "what the \"barrier\" did, 1.2×"};
  QVERIFY(open(path_, Store::Access::Annotate)->setAnnotation(1, annotation));
  QCOMPARE(open(path_, Store::Access::Read)->annotations(1).value(), std::vector<Annotation>{annotation});
  QVERIFY(open(path_, Store::Access::Annotate)->setAnnotation(1, {5, false, ""}));
  QVERIFY(open(path_, Store::Access::Read)->annotations(1)->empty());
}

void AnnotationsTest::annotationsCanBeWrittenDuringARun() {
  const auto writer = open(path_, Store::Access::Write);
  QVERIFY(open(path_, Store::Access::Annotate)->setAnnotation(1, {5, true, {}}));
  QVERIFY(writer->addGeneration(1, sample::generation(2)));
  QVERIFY(open(path_, Store::Access::Annotate)->addDerived(1, derivedFrom(writer->individual(1, 7).value(), 1)));
  QVERIFY(writer->addGeneration(1, sample::generation(3)));
  QVERIFY(writer->writerAlive().value());
  QCOMPARE(writer->annotations(1)->size(), std::size_t(1));
  QCOMPARE(writer->generations(1)->size(), std::size_t(4));
}

void AnnotationsTest::runIsNamedUntilItsLabelIsEmpty() {
  const RunLabel label{"large tiles", "what if blocks have 512 threads?"};
  const auto writer = open(path_, Store::Access::Write);
  QVERIFY(open(path_, Store::Access::Annotate)->setRunLabel(1, label));
  QCOMPARE(open(path_, Store::Access::Read)->runs()->front().label, label);
  QVERIFY(open(path_, Store::Access::Annotate)->setRunLabel(1, {}));
  QVERIFY(open(path_, Store::Access::Read)->runs()->front().label.empty());
}

void AnnotationsTest::runThatIsNotThereHasNoName() {
  const Result<void> set = open(path_, Store::Access::Annotate)->setRunLabel(7, {"seventh", ""});
  QVERIFY(!set);
  QVERIFY(QString::fromStdString(set.error().message).endsWith("has no run 7"));
}

void AnnotationsTest::annotatingAccessCannotWriteRuns() {
  const auto store = open(path_, Store::Access::Annotate);
  QVERIFY(!store->addGeneration(1, sample::generation(2)));
  QVERIFY(!store->beginRun({}, "simulated", sample::original()));
  QVERIFY(!store->writerAlive().value());
  QVERIFY(!open(path_, Store::Access::Read)->setAnnotation(1, {5, true, {}}));
}

void AnnotationsTest::derivedVariantIsReadByItsId() {
  const auto store = open(path_, Store::Access::Annotate);
  const Individual derived = derivedFrom(store->individual(1, 7).value(), 2);
  const std::int64_t id = store->addDerived(1, derived).value();
  QVERIFY(isDerived(id));
  const Individual read = store->individual(1, id).value();
  QCOMPARE(read.edits, derived.edits);
  QCOMPARE(read.parent, std::int64_t(7));
  QCOMPARE(read.result.fitness.runtime, 77.0);
  QVERIFY(read.origin == Origin::Derived);
  QCOMPARE(idsOf(store->derivedVariants(1).value()), std::vector{id});
  QVERIFY(!store->individual(1, id + 1));
}

void AnnotationsTest::equalEditsAreDerivedOnce() {
  const auto store = open(path_, Store::Access::Annotate);
  const Individual parent = store->individual(1, 7).value();
  const std::int64_t first = store->addDerived(1, derivedFrom(parent, 2)).value();
  QCOMPARE(store->addDerived(1, derivedFrom(parent, 2)).value(), first);
  QCOMPARE(store->addDerived(1, derivedFrom(parent, 1)).value(), first + 1);
}

void AnnotationsTest::derivedVariantsDoNotChangeTheRun() {
  const auto reader = open(path_, Store::Access::Read);
  const auto front = reader->front(1).value();
  const std::size_t evaluations = reader->individuals(1)->size();
  Individual derived = derivedFrom(reader->individual(1, 7).value(), 1);
  derived.result.fitness = {1, 0}; // better than all
  QVERIFY(open(path_, Store::Access::Annotate)->addDerived(1, derived));
  QCOMPARE(reader->front(1).value(), front);
  QCOMPARE(reader->individuals(1)->size(), evaluations);
  QCOMPARE(reader->checkpoint(1)->nextId, std::int64_t(21));
}

void AnnotationsTest::variantNamesRoundTrip() {
  for (const std::int64_t id : {std::int64_t(0), std::int64_t(8123), firstDerivedId, firstDerivedId + 41})
    QCOMPARE(parseVariantName(variantName(id)), std::optional(id));
  QCOMPARE(variantName(firstDerivedId), std::string("D1"));
  for (const char* none : {"", "D", "D0", "best", "-1", "1x", "D1x", "99999999999999999999"}) QVERIFY2(!parseVariantName(none), none);
}

void AnnotationsTest::lineageShowsWhenEachEditAppeared() {
  auto store = open(path_, Store::Access::Write);
  GenerationResult result{.generation = 2, .evaluations = {descendant(21, 2, 0, -1, {70}), descendant(22, 2, 21, -1, {70, 71})}};
  QVERIFY(store->addGeneration(1, result));
  result = {.generation = 3, .evaluations = {descendant(23, 3, 22, 7, {70, 71, 72})}};
  QVERIFY(store->addGeneration(1, result));
  const Lineage lineage = store->lineage(1, 23).value();
  QCOMPARE(lineage.bornIn, (std::vector<std::uint32_t>{2, 2, 3}));
  QCOMPARE(lineage.steps.size(), std::size_t(4));
  QCOMPARE(lineage.steps.front().variant.id, std::int64_t(0));
  QCOMPARE(lineage.steps[1].gained, std::vector<std::uint32_t>{0});
  QCOMPARE(lineage.steps[2].gained, std::vector<std::uint32_t>{1});
  QCOMPARE(lineage.steps[3].gained, std::vector<std::uint32_t>{2});
}

void AnnotationsTest::lineageFollowsTheParentWithMostEdits() {
  auto store = open(path_, Store::Access::Write);
  QVERIFY(
      store->addGeneration(1, {.generation = 2, .evaluations = {descendant(21, 2, 0, -1, {80}), descendant(22, 2, 0, -1, {81, 82, 83})}}));
  QVERIFY(store->addGeneration(1, {.generation = 3, .evaluations = {descendant(23, 3, 21, 22, {80, 81, 82})}}));
  const Lineage lineage = store->lineage(1, 23).value();
  QCOMPARE(lineage.bornIn, (std::vector<std::uint32_t>{2, 2, 2}));
  QCOMPARE(lineage.steps.size(), std::size_t(3));
  QCOMPARE(lineage.steps[1].variant.id, std::int64_t(22));
  QCOMPARE(lineage.steps[1].others, 1U); // 83, which the crossover lost
  QCOMPARE(lineage.steps[2].gained, std::vector<std::uint32_t>{0});
}

void AnnotationsTest::lineageOfADerivedVariantEndsWithIt() {
  auto store = open(path_, Store::Access::Write);
  QVERIFY(store->addGeneration(1, {.generation = 2, .evaluations = {descendant(21, 2, 0, -1, {70, 71})}}));
  Individual derived = store->individual(1, 21).value();
  derived.edits.erase(derived.edits.begin());
  derived.active = {true};
  derived.parent = 21;
  const std::int64_t id = store->addDerived(1, derived).value();
  const Lineage lineage = store->lineage(1, id).value();
  QCOMPARE(lineage.bornIn, std::vector<std::uint32_t>{2});
  QCOMPARE(lineage.steps.back().variant.id, id);
  QCOMPARE(lineage.steps[1].gained, std::vector<std::uint32_t>{0});
  QCOMPARE(lineage.steps[1].others, 1U);
}

void AnnotationsTest::patchIsKeptAndReplaced() {
  const auto writer = open(path_, Store::Access::Annotate);
  QVERIFY(!writer->patch(1, 4).value());
  SourcePatch patch{PatchState::Partly,
                    {},
                    {{"a.cu", "text"}},
                    {{17, EditInPatch::Written}, {18, EditInPatch::Missing}},
                    {"line 3 is gone"},
                    110,
                    100,
                    102};
  QVERIFY(writer->setPatch(1, 4, patch));
  patch.state = PatchState::Proven;
  QVERIFY(writer->setPatch(1, 4, patch));
  const SourcePatch read = open(path_, Store::Access::Read)->patch(1, 4).value().value();
  QVERIFY(read.state == PatchState::Proven && read.edits[1].is == EditInPatch::Missing && read.edits[0].uid == 17);
  QCOMPARE(read.changed[0].text, std::string("text"));
  QCOMPARE(read.shareOfGain(), (110.0 / 102 - 1) / (110.0 / 100 - 1));
}

QTEST_GUILESS_MAIN(AnnotationsTest)
#include "annotations_test.moc"
