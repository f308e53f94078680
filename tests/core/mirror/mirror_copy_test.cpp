#include "core/mirror/mirror_copy.h"
#include "core/mirror/mirror_source.h"
#include "core/store/followed_file.h"
#include "tests/core/store/sample_run.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace gevo;

class MirrorCopyTest : public QObject {
  Q_OBJECT

private slots:
  void init();
  void theCopyHasWhatTheFileHas();
  void onlyWhatIsNewIsTold();
  void aReaderOfTheCopySeesNewGenerations();
  void nobodyWritesIntoTheCopy();
  void anotherSourceGoesOnWhereOneWasLost();
  void whatIsNoDatabaseIsRefused();
  void aMissingFileIsNamed();

private:
  std::filesystem::path at(const char* name) const { return folder_->filePath(name).toStdString(); }
  /// True: the copy has changed.
  static bool bring(MirrorSource& source, MirrorCopy& copy) {
    bool isNew = false;
    while (true) {
      const ImageChanges changes = source.next().value();
      isNew = copy.take(changes).value() || isNew;
      if (changes.isLast) return isNew;
    }
  }
  std::uint32_t generationsOf(const std::filesystem::path& path) const {
    return Store::open(path, Store::Access::Read).value()->runs().value().at(0).generations;
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Store> store_;
  std::int64_t run_ = 0;
};

void MirrorCopyTest::init() {
  store_.reset();
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_DATA_HOME", folder_->path().toUtf8());
  store_ = Store::create(at("run.gevo"), sample::project()).value();
  run_ = store_->beginRun({}, "simulated H200", sample::original()).value();
  QVERIFY(store_->addGeneration(run_, sample::generation(0)));
}

void MirrorCopyTest::theCopyHasWhatTheFileHas() {
  MirrorSource source = MirrorSource::open(at("run.gevo"), {}).value();
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  QVERIFY(bring(source, copy));
  const auto there = Store::open(at("run.gevo"), Store::Access::Read).value();
  const auto here = Store::open(at("copy.gevo"), Store::Access::Read).value();
  QCOMPARE(here->project()->baseText, there->project()->baseText);
  const Project mine = here->project().value();
  const Project theirs = there->project().value();
  QVERIFY(std::ranges::equal(ByteView(mine.tests.at(1).trace), ByteView(theirs.tests.at(1).trace)));
  QCOMPARE(here->population(run_).value(), there->population(run_).value());
  QCOMPARE(here->individuals(run_)->size(), there->individuals(run_)->size());
}

void MirrorCopyTest::onlyWhatIsNewIsTold() {
  MirrorSource source = MirrorSource::open(at("run.gevo"), {}).value();
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  QVERIFY(bring(source, copy));
  QVERIFY(!bring(source, copy));
  QVERIFY(store_->addGeneration(run_, sample::generation(1)));
  const ImageChanges changes = source.next().value();
  QVERIFY(!changes.blocks.empty());
  QVERIFY2(changes.blocks.size() * imageBlockBytes < changes.bytes, "all of it");
  QVERIFY(copy.take(changes).value());
  QCOMPARE(generationsOf(at("copy.gevo")), 2U);
}

void MirrorCopyTest::aReaderOfTheCopySeesNewGenerations() {
  MirrorSource source = MirrorSource::open(at("run.gevo"), {}).value();
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  QVERIFY(bring(source, copy));
  const auto followed = FollowedFile::open(at("copy.gevo"), 0).value();
  QVERIFY(followed->look().value()->reset);
  QVERIFY(followed->look().value() == nullptr);
  QVERIFY(store_->addGeneration(run_, sample::generation(1)));
  QVERIFY(bring(source, copy));
  const FollowedFile::Update update = followed->look().value();
  QVERIFY(update != nullptr);
  QVERIFY(!update->reset);
  QCOMPARE(update->generations.size(), std::size_t(1));
  QCOMPARE(update->population, sample::generation(1).population);
}

void MirrorCopyTest::nobodyWritesIntoTheCopy() {
  MirrorSource source = MirrorSource::open(at("run.gevo"), {}).value();
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  QVERIFY(store_->setStatus(run_, {}));
  store_.reset(); // no writer is known there any more
  QVERIFY(bring(source, copy));
  const auto writing = Store::open(at("copy.gevo"), Store::Access::Write);
  QVERIFY(!writing);
  QVERIFY2(writing.error().message.contains("this is a copy of host:run.gevo"), writing.error().message.c_str());
  const auto noting = Store::open(at("copy.gevo"), Store::Access::Annotate).value();
  const Result<void> noted = noting->setAnnotation(run_, {1, true, "fast"});
  QVERIFY(!noted);
  QVERIFY2(noted.error().message.contains("which is changed there only"), noted.error().message.c_str());
}

void MirrorCopyTest::anotherSourceGoesOnWhereOneWasLost() {
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  MirrorSource first = MirrorSource::open(at("run.gevo"), {}).value();
  QVERIFY(bring(first, copy));
  QVERIFY(store_->addGeneration(run_, sample::generation(1)));
  MirrorSource second = MirrorSource::open(at("run.gevo"), copy.known()).value();
  const ImageChanges changes = second.next().value();
  QVERIFY2(changes.blocks.size() * imageBlockBytes < changes.bytes, "all of it");
  QVERIFY(copy.take(changes).value());
  QCOMPARE(generationsOf(at("copy.gevo")), 2U);
}

void MirrorCopyTest::whatIsNoDatabaseIsRefused() {
  MirrorCopy copy = MirrorCopy::open(at("copy.gevo"), "host:run.gevo").value();
  const Result<bool> taken = copy.take(changesTo(sample::noise(20'000, 1), {}, 0, 100));
  QVERIFY(!taken);
  QVERIFY2(taken.error().message.contains("copy.gevo"), taken.error().message.c_str());
}

void MirrorCopyTest::aMissingFileIsNamed() {
  const auto source = MirrorSource::open(at("other.gevo"), {});
  QVERIFY(!source);
  QVERIFY2(source.error().message.contains("other.gevo"), source.error().message.c_str());
}

QTEST_GUILESS_MAIN(MirrorCopyTest)
#include "mirror_copy_test.moc"
