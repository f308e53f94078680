#include <QTest>

#include "core/edit/rename.h"
#include "core/session/seeds.h"
#include "tests/core/store/sample_run.h"

#include <QTemporaryDir>

using namespace gevo;

namespace {

/// A valid individual with edits of these uids.
Individual variant(std::int64_t id, double runtime, double error, const std::vector<std::uint64_t>& uids) {
  Individual one = sample::individual(id, 0, runtime, error);
  one.edits.clear();
  for (const std::uint64_t uid : uids) one.edits.push_back(sample::edit(uid));
  one.active.assign(uids.size(), true);
  return one;
}

EditList renamed(const std::vector<std::uint64_t>& uids) { return renamedEdits(variant(1, 1, 0, uids).edits); }

/// A file with one run that made these individuals in its only generation.
void addRun(Store& store, const std::vector<Individual>& evaluations) {
  const auto run = store.beginRun({}, "device", sample::original());
  if (!run) qFatal("%s", run.error().message.c_str());
  GenerationResult found;
  found.evaluations = evaluations;
  for (const Individual& one : evaluations) {
    found.population.push_back(one.id);
    found.rank.push_back(0);
  }
  if (const auto added = store.addGeneration(*run, found); !added) qFatal("%s", added.error().message.c_str());
}

std::string errorOf(const Result<std::vector<EditList>>& seeds) { return seeds ? "none" : seeds.error().message; }

} // namespace

class SeedsTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  int files_ = 0;

  std::unique_ptr<Store> newStore() {
    auto store = Store::create(folder_.filePath(QString("%1.gevo").arg(++files_)).toStdString(), sample::project());
    if (!store) qFatal("%s", store.error().message.c_str());
    return std::move(*store);
  }

private slots:
  void initTestCase() { qputenv("XDG_DATA_HOME", folder_.path().toUtf8()); }

  void theFrontComesFastestFirstAndWithoutTheOriginal() {
    const auto store = newStore();
    // The original, 100 microseconds and error 0, is on the front: what is faster has an error.
    addRun(*store, {variant(1, 80, 0.1, {11}), variant(2, 60, 0.2, {12, 13}), variant(3, 90, 0.3, {14})});
    const auto seeds = seedsFrom(store->path(), 1, sample::project());
    QVERIFY2(seeds.has_value(), errorOf(seeds).c_str());
    QVERIFY(*seeds == (std::vector<EditList>{renamed({12, 13}), renamed({11})}));
  }

  void inactiveEditsAreLeftOut() {
    const auto store = newStore();
    Individual one = variant(1, 80, 0, {11, 12, 13});
    one.active = {true, false, true};
    addRun(*store, {one});
    const auto seeds = seedsFrom(store->path(), 1, sample::project());
    QVERIFY2(seeds.has_value(), errorOf(seeds).c_str());
    QVERIFY(*seeds == std::vector<EditList>{renamed({11, 13})});
  }

  void noEditKeepsItsName() {
    const auto store = newStore();
    addRun(*store, {variant(1, 80, 0, {11, 12})});
    const auto seeds = seedsFrom(store->path(), 1, sample::project());
    QVERIFY2(seeds.has_value(), errorOf(seeds).c_str());
    for (const Edit& edit : seeds->front()) QVERIFY(edit.uid != 11 && edit.uid != 12);
  }

  void withoutANumberTheLatestRunIsUsed() {
    const auto store = newStore();
    addRun(*store, {variant(1, 80, 0, {11})});
    addRun(*store, {variant(1, 90, 0, {22})});
    const auto seeds = seedsFrom(store->path(), 0, sample::project());
    QVERIFY2(seeds.has_value(), errorOf(seeds).c_str());
    QVERIFY(*seeds == std::vector<EditList>{renamed({22})});
  }

  void anotherProgramMayHaveOtherSettingsButNotAnotherBase() {
    const auto store = newStore();
    addRun(*store, {variant(1, 80, 0, {11})});
    Project other = sample::project();
    other.name = "another name";
    QVERIFY(seedsFrom(store->path(), 1, other));
    other.base.push_back(0);
    QCOMPARE(errorOf(seedsFrom(store->path(), 1, other)),
             store->path().string() +
                 " holds another program, whose edits do not apply here; give a file with the same kernels and settings");
  }

  void aFileWithoutRunsIsAnError() {
    const auto store = newStore();
    QCOMPARE(errorOf(seedsFrom(store->path(), 0, sample::project())),
             store->path().string() + " has no run to start from; give a file that has one");
  }

  void aMissingRunIsAnError_data() {
    QTest::addColumn<qint64>("run");
    QTest::newRow("after the last") << qint64(3);
    QTest::newRow("negative") << qint64(-1);
  }
  void aMissingRunIsAnError() {
    QFETCH(qint64, run);
    const auto store = newStore();
    for (int i = 0; i < 2; ++i) addRun(*store, {variant(1, 80, 0, {11})});
    QCOMPARE(errorOf(seedsFrom(store->path(), run, sample::project())),
             fmt::format("{} has no run {}; its runs are 1 to 2", store->path().string(), run));
  }

  void aRunThatFoundNothingIsAnError() {
    const auto store = newStore();
    addRun(*store, {variant(1, 110, 0.1, {11})});
    QCOMPARE(errorOf(seedsFrom(store->path(), 1, sample::project())),
             "run 1 of " + store->path().string() + " found nothing that is better than the original");
  }

  void aMissingFileIsReported() {
    const std::string path = folder_.filePath("missing.gevo").toStdString();
    QVERIFY(errorOf(seedsFrom(path, 0, sample::project())).find(path) != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(SeedsTest)
#include "seeds_test.moc"
