#include <QtTest>

#include "core/project/samples.h"

#include "core/project/new_project.h"
#include "core/store/store.h"

#include <QDir>
#include <QTemporaryDir>

using namespace gevo;

/// The manifests of bundled samples.
class SamplesTest : public QObject {
  Q_OBJECT
private slots:
  void init();
  void aManifestWithoutLiveIsReplayed();
  void liveSettingsAreNamedLikeTheOptions();
  void invalidLiveSettingsAreRejected_data();
  void invalidLiveSettingsAreRejected();
  void fileMadeFromLiveSampleIsTrusted();

private:
  void write(const QByteArray& manifest) const;
  std::unique_ptr<QTemporaryDir> resources_;
};

void SamplesTest::init() {
  resources_ = std::make_unique<QTemporaryDir>();
  QVERIFY(QDir(resources_->path()).mkpath("samples/solver"));
  qputenv("GEVO_RESOURCES", resources_->path().toUtf8());
}

void SamplesTest::write(const QByteArray& manifest) const {
  QFile file(resources_->filePath("samples/solver/sample.toml"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("sources = ['solver.cu']\ntests = ['100 2']\n" + manifest);
}

void SamplesTest::aManifestWithoutLiveIsReplayed() {
  write("");
  const Result<Sample> sample = findSample("solver");
  QVERIFY(sample);
  QVERIFY(!sample->hostRun.on);
  QVERIFY(sample->kernels.empty());
}

void SamplesTest::liveSettingsAreNamedLikeTheOptions() {
  write("kernels = ['relax']\n[live]\nquality-regex = 'residual = ([0-9.]+)'\nquality = 'lower'\nruntime = 'program'\ndata = ['mesh']\n");
  const Result<Sample> sample = findSample("solver");
  QVERIFY(sample);
  NewProject project;
  fillFrom(*sample, project);
  const HostRunSettings& hostRun = project.build.hostRun;
  QVERIFY(hostRun.on);
  QCOMPARE(hostRun.quality, std::string("residual = ([0-9.]+)"));
  QCOMPARE(hostRun.goal, QualityGoal::Lower);
  QCOMPARE(hostRun.runtime, RuntimeScope::Program);
  QCOMPARE(hostRun.data, std::vector<std::string>{"mesh"});
  QCOMPARE(project.build.kernels, std::vector<std::string>{"relax"});
}

void SamplesTest::invalidLiveSettingsAreRejected_data() {
  QTest::addColumn<QByteArray>("line");
  QTest::newRow("quality") << QByteArray("quality = 'better'");
  QTest::newRow("runtime") << QByteArray("runtime = 'better'");
}

void SamplesTest::invalidLiveSettingsAreRejected() {
  QFETCH(QByteArray, line);
  write("[live]\n" + line + "\n");
  const Result<Sample> sample = findSample("solver");
  QVERIFY(!sample);
  QVERIFY(sample.error().message.find("sample.toml") != std::string::npos);
  QVERIFY(sample.error().message.find("better") != std::string::npos);
}

void SamplesTest::fileMadeFromLiveSampleIsTrusted() {
  const QTemporaryDir home;
  qputenv("XDG_DATA_HOME", home.path().toUtf8());
  write("[live]\n");
  const Result<Sample> sample = findSample("solver");
  QVERIFY(sample);
  NewProject project;
  fillFrom(*sample, project);
  const std::filesystem::path file = home.filePath("solver.gevo").toStdString();
  Project made;
  made.build = project.build;
  QVERIFY(storeProject(file, made, project.folder, false));
  const auto store = Store::open(file, Store::Access::Read);
  QVERIFY(store);
  const Result<bool> trusted = (*store)->trusted();
  QVERIFY(trusted && *trusted);
  QCOMPARE((*store)->programFolder().value_or(""), project.folder);
}

QTEST_GUILESS_MAIN(SamplesTest)
#include "samples_test.moc"
