#include <QTest>

#include "sample_run.h"

#include "core/store/follower.h"

#include <QProcess>
#include <QTemporaryDir>
#include <condition_variable>
#include <mutex>
#include <set>

using namespace gevo;
using namespace std::chrono_literals;

namespace {

/// Collects what a follower publishes, and waits for it.
class Inbox {
public:
  void add(std::shared_ptr<const RunUpdate> update) {
    const std::scoped_lock lock(mutex_);
    updates_.push_back(std::move(update));
    changed_.notify_all();
  }
  void fail(const Error& error) {
    const std::scoped_lock lock(mutex_);
    failure_ = error.message;
    changed_.notify_all();
  }
  /// Waits until `holds` is true for all updates so far.
  bool wait(const std::function<bool(const std::vector<std::shared_ptr<const RunUpdate>>&)>& holds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 20s, [&] { return !updates_.empty() && holds(updates_); });
  }
  std::string waitForFailure() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, 20s, [&] { return !failure_.empty(); });
    return failure_;
  }
  std::vector<std::shared_ptr<const RunUpdate>> all() {
    const std::scoped_lock lock(mutex_);
    return updates_;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<const RunUpdate>> updates_;
  std::string failure_;
};

std::size_t generationsIn(const std::vector<std::shared_ptr<const RunUpdate>>& updates) {
  std::size_t count = 0;
  for (const auto& update : updates) count += update->generations.size();
  return count;
}

Follower follow(const QString& path, Inbox& inbox) {
  return Follower(
      path.toStdString(), 0, [&inbox](std::shared_ptr<const RunUpdate> update) { inbox.add(std::move(update)); },
      [&inbox](const Error& error) { inbox.fail(error); }, 5ms);
}

} // namespace

class FollowerTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void followsAnotherProcess();
  void eachUpdateSeesOneStateOfTheFile();
  void eachVariantIsPublishedOnce();
  void failedEvaluationsWithKnownFiguresArePublishedOnce();
  void unfinishedValidEvaluationsArePublishedUntilTheGenerationEnds();
  void everyGenerationHasItsHypervolume();
  void hypervolumeWithEnergyHasThreeObjectives();
  void newRunResets();
  void everyRunHasACurve();
  void deadWriterIsDetected();
  void missingFileIsReported();
  void replacedFileIsReported();

private:
  std::unique_ptr<QTemporaryDir> folder_;
  QString path_;
};

void FollowerTest::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  path_ = folder_->filePath("a.gevo");
  QVERIFY(Store::create(path_.toStdString(), {}));
}

void FollowerTest::followsAnotherProcess() {
  QProcess writer;
  writer.start(GEVO_STORE_WRITER, {path_, "20"});
  QVERIFY(writer.waitForReadyRead());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(
      inbox.wait([](const auto& updates) { return updates.back()->writerAlive && updates.back()->run.status.state == RunState::Running; }));
  writer.write("go\n");
  QVERIFY(writer.waitForBytesWritten());
  QVERIFY(inbox.wait([](const auto& updates) { return generationsIn(updates) == 20; }));
  const auto last = inbox.all().back();
  QCOMPARE(last->population, sample::generation(19).population);
  QCOMPARE(last->front, Store::open(path_.toStdString(), Store::Access::Read).value()->front(1).value());
  writer.write("end\n");
  QVERIFY(writer.waitForBytesWritten());
  QVERIFY(inbox.wait([](const auto& updates) { return !updates.back()->writerAlive; }));
  QVERIFY(writer.waitForFinished());
}

/// The writer may commit at any time, also while the follower reads.
void FollowerTest::eachUpdateSeesOneStateOfTheFile() {
  constexpr std::uint32_t count = 300;
  QProcess writer;
  writer.start(GEVO_STORE_WRITER, {path_, QString::number(count)});
  QVERIFY(writer.waitForReadyRead());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->writerAlive; }));
  writer.write("go\n");
  QVERIFY(writer.waitForBytesWritten());
  QVERIFY(inbox.wait([](const auto& updates) { return generationsIn(updates) == count; }));
  writer.write("end\n");
  QVERIFY(writer.waitForBytesWritten());
  QVERIFY(writer.waitForFinished());

  std::set<std::int64_t> published = {0}; // the original
  for (const auto& update : inbox.all()) {
    for (const VariantRow& row : update->added) published.insert(row.id);
    if (!update->generations.empty()) {
      const std::uint32_t last = update->generations.back().generation;
      QCOMPARE(update->population, sample::generation(last).population);
      QCOMPARE(update->run.generations, last + 1);
      QCOMPARE(update->runs->back().best.size(), std::size_t(last + 1));
    }
    for (const std::int64_t id : update->front) QVERIFY(published.contains(id));
  }
}

void FollowerTest::eachVariantIsPublishedOnce() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  const auto run = (*store)->beginRun({}, "device", sample::original());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  for (std::uint32_t number = 0; number < 10; ++number) {
    QVERIFY((*store)->addGeneration(*run, sample::generation(number)));
    QVERIFY(inbox.wait([&](const auto& updates) { return generationsIn(updates) == number + 1; }));
  }
  std::vector<std::int64_t> ids;
  for (const auto& update : inbox.all()) {
    for (const VariantRow& row : update->added) ids.push_back(row.id);
  }
  std::vector<std::int64_t> expected;
  const std::vector<VariantRow> variants = (*store)->variants(*run).value();
  for (const VariantRow& row : variants) expected.push_back(row.id);
  QCOMPARE(ids, expected);
  QVERIFY(inbox.all().front()->reset);
}

void FollowerTest::failedEvaluationsWithKnownFiguresArePublishedOnce() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  const auto run = (*store)->beginRun({}, "device", sample::original());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  std::vector<std::int64_t> expected;
  for (std::uint32_t number = 0; number < 3; ++number) {
    GenerationResult result = sample::generation(number);
    for (Individual& one : result.evaluations) {
      if (one.result.valid()) continue;
      if (one.id % 2 == 0) one.result.fitness = {}; // its figures are unknown
      if (one.id % 2 == 1) expected.push_back(one.id);
    }
    QVERIFY((*store)->addGeneration(*run, result));
    QVERIFY(inbox.wait([&](const auto& updates) { return generationsIn(updates) == number + 1; }));
  }
  std::vector<std::int64_t> ids;
  for (const auto& update : inbox.all())
    for (const FailedRow& row : update->failed) {
      QCOMPARE(row.runtime, 100.0 - double(row.id));
      ids.push_back(row.id);
    }
  QVERIFY(!expected.empty());
  QCOMPARE(ids, expected);
}

void FollowerTest::unfinishedValidEvaluationsArePublishedUntilTheGenerationEnds() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  const auto run = (*store)->beginRun({}, "device", sample::original());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY((*store)->addGeneration(*run, sample::generation(0)));
  const GenerationResult next = sample::generation(1);
  std::size_t valid = 0;
  for (const Individual& individual : next.evaluations) valid += individual.result.valid() ? 1 : 0;
  QVERIFY(valid > 0 && valid < next.evaluations.size());
  QVERIFY((*store)->setStatus(*run, {RunState::Running, {}, 0}));
  QVERIFY((*store)->addUnfinishedEvaluations(*run, next.evaluations));
  QVERIFY(inbox.wait([&](const auto& updates) { return updates.back()->unfinished.size() == valid; }));

  const std::vector<VariantRow> rows = inbox.all().back()->unfinished;
  const auto first = std::ranges::find_if(next.evaluations, [](const Individual& individual) { return individual.result.valid(); });
  QCOMPARE(rows.front().runtime, first->result.fitness.runtime);
  QCOMPARE(std::size_t(rows.front().edits), first->edits.size());
  QCOMPARE(rows.front().generation, 1U);
  std::set<std::int64_t> ids;
  for (const VariantRow& row : rows) {
    QVERIFY(row.id < -1);
    ids.insert(row.id);
  }
  QCOMPARE(ids.size(), valid);

  QVERIFY((*store)->setStatus(*run, {RunState::Stopped, {}, 0}));
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->unfinished.empty(); }));
  QVERIFY((*store)->setStatus(*run, {RunState::Running, {}, 0}));
  QVERIFY((*store)->addGeneration(*run, next));
  QVERIFY(inbox.wait([](const auto& updates) { return generationsIn(updates) == 2 && updates.back()->unfinished.empty(); }));
}

void FollowerTest::everyGenerationHasItsHypervolume() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  RunSettings settings;
  settings.evaluation.mode = Mode::TradeOff;
  settings.evaluation.tolerance = 0.02;
  const auto run = (*store)->beginRun(settings, "device", sample::original()); // 100 us
  GenerationResult first = sample::generation(0);
  first.evaluations = {sample::individual(1, 0, 80, 0.01), sample::individual(2, 0, 120, 0)};
  GenerationResult second = sample::generation(1);
  second.evaluations = {sample::individual(11, 1, 90, 0)};
  for (GenerationResult* result : {&first, &second}) {
    result->population = {1};
    result->rank = {0};
    QVERIFY((*store)->addGeneration(*run, *result));
  }
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return generationsIn(updates) == 2; }));
  const std::vector<GenerationRow> rows = inbox.all().front()->generations;
  QVERIFY(qAbs(rows[0].hypervolume - 0.2 * 0.5) < 1e-12);
  QVERIFY(qAbs(rows[1].hypervolume - (0.2 * 0.5 + 0.1 * 0.5)) < 1e-12);
  QCOMPARE(rows[0].seconds, 1.5);
}

/// Only variants with all figures measured are on a front.
void FollowerTest::hypervolumeWithEnergyHasThreeObjectives() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  RunSettings settings;
  settings.evaluation.device = "cuda";
  settings.evaluation.tolerance = 0.02;
  settings.evaluation.objectives = {Objective::Time, Objective::Error, Objective::Energy};
  Individual original = sample::original(); // 100 us
  original.result.fitness.energy = 200;
  const auto run = (*store)->beginRun(settings, "device", original);
  GenerationResult first = sample::generation(0);
  first.evaluations = {sample::individual(1, 0, 80, 0.01), sample::individual(2, 0, 70, 0)};
  GenerationResult second = sample::generation(1);
  second.evaluations = {sample::individual(11, 1, 90, 0.01)};
  first.measurements = {{first.evaluations[0].result.code, {80, 0.01, 150}, {{}, 5, 0.01, 3, 0.01}}};
  second.measurements = {{second.evaluations[0].result.code, {90, 0.01, 100}, {{}, 5, 0.01, 3, 0.01}}};
  for (GenerationResult* result : {&first, &second}) {
    result->population = {1};
    result->rank = {0};
    QVERIFY((*store)->addGeneration(*run, *result));
  }
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return generationsIn(updates) == 2; }));
  const std::vector<GenerationRow> rows = inbox.all().front()->generations;
  QVERIFY(qAbs(rows[0].hypervolume - 0.2 * 0.5 * 0.25) < 1e-12);
  QVERIFY(qAbs(rows[1].hypervolume - (0.2 * 0.5 * 0.25 + 0.1 * 0.5 * 0.25)) < 1e-12);
  QCOMPARE(rows[0].leastEnergy, 150.0);
  QCOMPARE(rows[1].leastEnergy, 100.0);
}

void FollowerTest::newRunResets() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY((*store)->beginRun({}, "first", sample::original()));
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->run.device == "first"; }));
  QVERIFY((*store)->beginRun({}, "second", sample::original()));
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->run.device == "second"; }));
  QVERIFY(inbox.all().back()->reset);
}

void FollowerTest::everyRunHasACurve() {
  auto store = Store::open(path_.toStdString(), Store::Access::Write);
  QVERIFY(store);
  const std::int64_t first = (*store)->beginRun({}, "simulated", sample::original()).value();
  QVERIFY((*store)->addGeneration(first, sample::generation(0)));
  const std::int64_t second = (*store)->beginRun({}, "simulated", sample::original()).value();
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->runs->size() == 2; }));
  const auto before = inbox.all().back()->runs;
  QCOMPARE((*before)[0].best.size(), std::size_t(1));
  QVERIFY((*before)[1].best.empty());
  QVERIFY((*store)->addGeneration(second, sample::generation(0)));
  QVERIFY((*store)->addGeneration(second, sample::generation(1)));
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->runs->back().best.size() == 2; }));
  const auto after = inbox.all().back()->runs;
  const auto generations = (*store)->generations(second).value();
  QCOMPARE((*after)[0].best, (*before)[0].best);
  QCOMPARE((*after)[1].best, (std::vector<double>{generations[0].bestRuntime, generations[1].bestRuntime}));
}

void FollowerTest::deadWriterIsDetected() {
  QProcess writer;
  writer.start(GEVO_STORE_WRITER, {path_, "1"});
  QVERIFY(writer.waitForReadyRead());
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->writerAlive; }));
  writer.kill();
  QVERIFY(writer.waitForFinished());
  QVERIFY(inbox.wait([](const auto& updates) { return updates.back()->run.status.state == RunState::Interrupted; }));
  QVERIFY(!inbox.all().back()->writerAlive);
}

void FollowerTest::missingFileIsReported() {
  Inbox inbox;
  const Follower follower = follow("/nowhere/a.gevo", inbox);
  QCOMPARE(inbox.waitForFailure(), std::string("/nowhere/a.gevo does not exist"));
}

void FollowerTest::replacedFileIsReported() {
  { QVERIFY(Store::open(path_.toStdString(), Store::Access::Write).value()->beginRun({}, "simulated", sample::original())); }
  Inbox inbox;
  const Follower follower = follow(path_, inbox);
  QVERIFY(inbox.wait([](const auto& updates) { return !updates.empty(); }));
  QVERIFY(QFile::copy(path_, path_ + ".copy"));
  std::filesystem::rename((path_ + ".copy").toStdString(), path_.toStdString());
  QCOMPARE(inbox.waitForFailure(), path_.toStdString() + " was removed, renamed or replaced while it was open; open it where it is now");
}

QTEST_GUILESS_MAIN(FollowerTest)
#include "follower_test.moc"
